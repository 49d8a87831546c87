import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing

/// A fire rings for one of another source only if this costs the other source nothing.
@Suite struct SourcesOfEqualFiresTests {
  private static let start = "Europe/Berlin:20260105T090000"
  private static let daily = "FREQ=DAILY"
  private static let weekdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"

  /// An event at 09:00 in Berlin on Monday, January 5.
  private static func event(
    of source: String, rule: String?, start: String = start, priority: Int = 0,
    exceptions: [String] = [], added: [String] = []
  ) throws -> CalendarComponent {
    var event = try TestCalendars.event(
      source, start: start, rule: rule, exceptions: exceptions, title: "Title")
    event.source = source
    event.priority = priority
    event.recurrenceDates = try added.map { .init(try TestCalendars.time($0)) }
    return event
  }

  /// The number of fires at an instant, usually 09:00 on January 5.
  private func count(
    _ components: [CalendarComponent], at time: String = "2026-01-05T08:00:00Z",
    zone: String = "Europe/Berlin", levels: [String] = [], pauses: [String] = [],
    quietHours: String? = nil
  ) throws -> Int {
    var options = try TestCalendars.options(
      now: "2026-01-04T12:00:00Z", zone: zone, horizon: "P90D")
    if let quietHours {
      options.compiler.quietHours = [try #require(QuietHoursRule(quietHours))]
    }
    options.compiler.levels = levels.compactMap { LevelRule($0) }
    options.compiler.silences = pauses.compactMap { SilenceRule($0) }
    try #require(options.compiler.silences.count == pauses.count)
    try #require(options.compiler.levels.count == levels.count)
    let instant = try TestCalendars.instant(time)
    let listed = TestCalendars.fires(components, options.compiler).count { $0.at == instant }
    // The plan agrees with the listing.
    let planned = Compilation(of: components, options).plan
      .simulated(onDeviceIn: options.deviceZone).count { $0.at == instant }
    #expect(planned == listed)
    let reversed = TestCalendars.fires(components.reversed(), options.compiler)
    #expect(reversed.count { $0.at == instant } == listed)
    return listed
  }

  @Test(arguments: [
    // Series with the same rule ring for each other.
    (daily, daily), (weekdays, weekdays), ("FREQ=HOURLY", "FREQ=HOURLY"),
    ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO"),
    ("FREQ=DAILY;UNTIL=20260301", "FREQ=DAILY;UNTIL=20260301"),
    ("FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2"),
    ("FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"),
    ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=5"),
    ("FREQ=YEARLY", "FREQ=YEARLY;BYMONTHDAY=5;BYMONTH=1"), ("FREQ=YEARLY;BYMONTH=1", "FREQ=YEARLY"),
    ("FREQ=WEEKLY;WKST=SU", "FREQ=WEEKLY"),
    (nil, nil),
  ])
  func `equal fires of two sources ring once`(first: String?, second: String?) throws {
    for (first, second) in [(first, second), (second, first)] {
      let own = try Self.event(of: "a", rule: first)
      let other = try Self.event(of: "b", rule: second)
      #expect(try count([own, other]) == 1)
    }
  }

  @Test(arguments: [
    // One would lose single fires, or need more slots for the fires that only the other one has.
    (weekdays, nil), (daily, nil), ("FREQ=WEEKLY", nil), ("FREQ=HOURLY", nil),
    (daily, "FREQ=DAILY;UNTIL=20260301"),
    ("FREQ=DAILY;UNTIL=20260301", nil), (weekdays, weekdays + ";UNTIL=20260301"),
    ("FREQ=WEEKLY;INTERVAL=2", nil), ("FREQ=DAILY;BYMONTH=1,2,3", nil), (daily, weekdays),
    ("FREQ=HOURLY", daily), ("FREQ=MONTHLY", "FREQ=WEEKLY"), ("FREQ=MONTHLY", "FREQ=YEARLY"),
    ("FREQ=WEEKLY;INTERVAL=2", weekdays),
  ])
  func `equal fires of two sources ring twice`(first: String?, second: String?) throws {
    for (first, second) in [(first, second), (second, first)] {
      let own = try Self.event(of: "a", rule: first)
      var other = try Self.event(of: "b", rule: second)
      #expect(try count([own, other]) == 2)
      other.source = "a"
      #expect(try count([own, other]) == 1)
    }
  }

  @Test func `a sender's PRIORITY doesn't count for another source, and a rule's level does`()
    throws
  {
    let own = try Self.event(of: "a", rule: Self.daily)
    for priority in [1, 9] {
      let other = try Self.event(of: "b", rule: Self.daily, priority: priority)
      #expect(try count([own, other]) == 2)
      #expect(try count([own, other], levels: ["critical=UID:b"]) == 1)
      #expect(try count([own, other], levels: ["passive=UID:b"]) == 1)
    }
  }

  @Test func `repeats of another source don't come with an alert`() throws {
    func event(_ source: String, _ alarm: String) throws -> CalendarComponent {
      var event = try Self.event(of: source, rule: Self.daily)
      event.alarms = [try TestCalendars.alarm(alarm)]
      return event
    }
    let own = try event("a", "PT0S+1xPT5M")
    #expect(try count([own, try event("b", "PT0S+1xPT5M")]) == 1)
    // The one with fewer repeats rings for both, and the other repeats follow.
    #expect(try count([own, try event("b", "PT0S+3xPT5M")]) == 1)
    #expect(try count([own, try event("b", "PT0S")]) == 2)
  }

  @Test func `a regular series doesn't lose fires to one with a different clock or other changes`()
    throws
  {
    let own = try Self.event(of: "a", rule: Self.daily)
    // In Vienna, the clocks are the same. In New York, they change on other days.
    #expect(
      try count([
        own, try Self.event(of: "b", rule: Self.daily, start: "Europe/Vienna:20260105T090000"),
      ]) == 1)
    #expect(
      try count([
        own, try Self.event(of: "b", rule: Self.daily, start: "America/New_York:20260105T030000"),
      ]) == 2)
    let excluded = ["Europe/Berlin:20260107T090000", "Europe/Berlin:20260109T090000"]
    for rule in [Self.daily, Self.weekdays, "FREQ=DAILY;INTERVAL=2"] {
      let all = try Self.event(of: "a", rule: rule)
      var some = try Self.event(of: "b", rule: rule, exceptions: excluded)
      #expect(try count([all, some]) == 2)
      let one = try Self.event(of: "a", rule: rule, exceptions: [excluded[0]])
      #expect(try count([one, some]) == 2)
      #expect(try count([try Self.event(of: "a", rule: rule, exceptions: excluded), some]) == 1)
      some.exceptionDates = [try TestCalendars.time("Europe/Berlin:20251209T090000")]
      #expect(try count([all, some]) == 1)
    }
  }

  @Test func `an alert that a pause or a moved device concerns doesn't ring for one without`()
    throws
  {
    let own = try Self.event(of: "a", rule: Self.daily)
    var paused = try Self.event(of: "b", rule: Self.daily)
    paused.categories = ["work"]
    #expect(try count([own, paused]) == 1)
    #expect(try count([own, paused], pauses: ["2026-01-07..2026-01-07=CATEGORIES:work"]) == 2)
    let floating = try Self.event(of: "b", rule: Self.daily, start: "20260105T090000")
    #expect(try count([own, floating]) == 2)
  }

  @Test func `a series that begins later or lasts for a few days doesn't replace another one`()
    throws
  {
    func event(_ source: String, _ rule: String, _ day: String) throws -> CalendarComponent {
      try Self.event(of: source, rule: rule, start: "Europe/Berlin:\(day)T090000")
    }
    for rule in [Self.daily, "FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=1MO", Self.weekdays] {
      let own = try event("b", rule, "20251201")
      #expect(try count([own, try event("a", rule, "20251103")]) == 1)
      #expect(try count([own, try event("a", rule, "20260105")]) == 2)
    }
    let counted = try event("b", "FREQ=DAILY;COUNT=90", "20251201")
    #expect(try count([counted, try event("a", "FREQ=DAILY;COUNT=90", "20251201")]) == 1)
    #expect(try count([counted, try event("a", "FREQ=DAILY;COUNT=90", "20251202")]) == 2)
    // In months without a day, SKIP moves one of two occurrences to the day of the other one.
    let skip = "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTH=1,3"
    #expect(try count([try event("a", skip, "20251105"), try event("b", skip, "20251005")]) == 2)
  }

  @Test func `a series that loses fires to others of its source replaces none of another one`()
    throws
  {
    let own = try Self.event(of: "c", rule: Self.daily)
    let other = try Self.event(of: "a", rule: Self.daily)
    #expect(try count([own, other]) == 1)
    var urgent = try Self.event(of: "a", rule: Self.weekdays, priority: 1)
    urgent.uid = "urgent"
    #expect(try count([own, other, urgent]) == 2)
  }

  @Test func `an event with other dates rings beside a copy of some of them`() throws {
    let added = (6...9).map { "Europe/Berlin:2026010\($0)T090000" }
    let dates = try Self.event(of: "a", rule: nil, added: added)
    #expect(try count([dates, try Self.event(of: "b", rule: nil, added: added)]) == 1)
    #expect(try count([dates, try Self.event(of: "b", rule: nil)]) == 2)
    #expect(
      try count([dates, try Self.event(of: "b", rule: nil, added: Array(added.prefix(2)))]) == 2)
  }

  @Test func `alerts of other alarms and triggers ring beside an alert`() throws {
    func event(_ source: String, _ alarms: [String]) throws -> CalendarComponent {
      var event = try Self.event(of: source, rule: Self.daily)
      event.alarms = try alarms.map(TestCalendars.alarm)
      return event
    }
    let own = try event("b", ["PT0S"])
    #expect(try count([own, try event("a", ["PT0S", "-PT10M", "-P1DT12H"])]) == 1)
    // The repeat of another alarm can be due at the same instant.
    #expect(try count([own, try event("a", ["PT0S", "-PT10M+1xPT10M"])]) == 2)
    #expect(try count([own, try event("a", ["-PT10M+1xPT10M"])]) == 2)
    // A day can have 23 hours.
    let early = try ["-P1D", "-PT24H"].enumerated().map { number, alarm in
      var event = try event("\(number)", [alarm])
      event.start = try TestCalendars.time("Europe/Berlin:20260106T090000")
      return event
    }
    #expect(try count(early) == 2)
    // One of these two rings for the other one, except on two days a year.
    var weekly = try event("a", ["PT0S", "-P1D", "-PT24H"])
    weekly.rules = [try RecurrenceRule("FREQ=WEEKLY")]
    var other = try event("b", ["-P1D"])
    other.rules = weekly.rules
    #expect(try count([weekly, other]) == 1)
    #expect(
      TestCalendars.fires(
        [weekly, other],
        try TestCalendars.compilerOptions(
          now: "2026-01-04T09:00:00Z", zone: "Europe/Berlin", horizon: "P8D")
      ).count { $0.at == (try? TestCalendars.instant("2026-01-11T08:00:00Z")) } == 2)
  }

  @Test func `an alert that is silent on some days rings beside one that isn't`() throws {
    let own = try Self.event(of: "a", rule: Self.daily)
    func copy(_ change: (inout CalendarComponent) -> Void) throws -> CalendarComponent {
      var event = try Self.event(of: "b", rule: Self.daily)
      change(&event)
      return event
    }
    // A program with a wrong clock acknowledges alerts to come.
    let (past, future) = ("2026-01-04T08:00:00Z", "2026-01-04T18:00:00Z")
    for (text, expected) in [(past, 1), (future, 2)] {
      let instant = try TestCalendars.instant(text)
      #expect(try count([own, try copy { $0.acknowledged = instant }]) == expected)
      #expect(try count([own, try copy { $0.alarms[0]?.acknowledged = instant }]) == expected)
    }
    // One of two equal alarms rings alone.
    let audio = try copy {
      $0.alarms += $0.alarms
      $0.alarms[1]?.action = .audio
    }
    #expect(try count([own, audio]) == 1)
    #expect(try count([own, audio], pauses: ["2026-01-07..2026-01-07=ACTION:AUDIO"]) == 2)
  }

  @Test func `events of equal length ring once, and those with other ends twice`() throws {
    func event(_ source: String, _ extent: CalendarComponent.Extent) throws -> CalendarComponent {
      var event = try Self.event(of: source, rule: Self.daily)
      event.extent = extent
      return event
    }
    let hour = try event("a", .lasting(try TestCalendars.duration("PT1H")))
    let end = try TestCalendars.time("Europe/Berlin:20260105T100000")
    #expect(try count([hour, try event("b", .until(end))]) == 1)
    // On two days a year, they end at different times.
    let day = try event("a", .lasting(try TestCalendars.duration("P1D")))
    let hours = try event("b", .lasting(try TestCalendars.duration("PT24H")))
    #expect(try count([day, hours]) == 2)
  }

  /// The clocks of Lagos never change.
  @Test func `alarms whose days count on other clocks ring beside each other`() throws {
    func event(_ source: String, endsIn zone: String) throws -> CalendarComponent {
      var event = try Self.event(of: source, rule: Self.daily)
      event.extent = .until(try TestCalendars.time("\(zone):20260105T090000"))
      event.alarms = [try TestCalendars.alarm("end -P1D")]
      return event
    }
    let own = try event("a", endsIn: "Europe/Berlin")
    #expect(try count([own, try event("b", endsIn: "Europe/Vienna")]) == 1)
    #expect(try count([own, try event("b", endsIn: "Africa/Lagos")]) == 2)
  }

  @Test func `series that meet at an added date, or whose alarms are due a year later, ring twice`()
    throws
  {
    func event(
      _ source: String, _ rule: String, _ day: String, added: Bool, alarm: String = "PT0S"
    ) throws -> CalendarComponent {
      var event = try Self.event(
        of: source, rule: rule, start: "Europe/Berlin:\(day)T090000",
        added: added ? [Self.start] : [])
      event.alarms = [try TestCalendars.alarm(alarm)]
      return event
    }
    let monthly = try event("a", "FREQ=MONTHLY", "20251103", added: true)
    #expect(try count([monthly, try event("b", "FREQ=MONTHLY", "20251104", added: true)]) == 2)
    #expect(try count([monthly, try event("b", "FREQ=MONTHLY", "20251103", added: true)]) == 1)
    let rule = "FREQ=DAILY;INTERVAL=2"
    let late = try event("a", rule, "20241201", added: false, alarm: "P400D")
    #expect(try count([late, try event("b", rule, "20241129", added: false, alarm: "P400D")]) == 2)
  }

  @Test
  func `a series with overrides, other exceptions or another time doesn't ring for one without`()
    throws
  {
    let start = "Europe/Berlin:20251105T090000"
    let own = try Self.event(of: "a", rule: Self.daily, start: start)
    var copy = try Self.event(of: "b", rule: Self.daily, start: start)
    #expect(try count([own, copy]) == 1)
    // An override can move an occurrence, or have other alarms.
    var moved = try TestCalendars.override(
      of: "b", at: "Europe/Berlin:20260108T090000", start: "Europe/Berlin:20260708T090000")
    moved.source = "b"
    #expect(try count([own, copy, moved]) == 2)
    copy.exceptionRules = [try RecurrenceRule("FREQ=DAILY;INTERVAL=30")]
    #expect(try count([own, copy]) == 2)
    // A date excludes a whole day, and midnight nothing.
    let midnight = try Self.event(
      of: "a", rule: Self.daily, exceptions: ["Europe/Berlin:20260108T000000"])
    let day = try Self.event(of: "b", rule: Self.daily, exceptions: ["20260108"])
    #expect(try count([midnight, day]) == 2)
  }

  @Test func `an override of the past whose alert is to come prevents one ring`() throws {
    let start = "Europe/Berlin:20251105T090000"
    let own = try Self.event(of: "a", rule: Self.daily, start: start)
    let copy = try Self.event(of: "b", rule: Self.daily, start: start)
    for (alarm, expected) in [("PT0S", 1), ("P20D", 2)] {
      var moved = try TestCalendars.override(
        of: "b", at: "Europe/Berlin:20251220T090000", start: "Europe/Berlin:20251220T100000")
      moved.source = "b"
      moved.alarms = [try TestCalendars.alarm(alarm)]
      #expect(try count([own, copy, moved]) == expected)
    }
  }

  @Test func `quiet hours move an alert that was acknowledged before`() throws {
    func event(_ source: String) throws -> CalendarComponent {
      var event = try Self.event(
        of: source, rule: Self.daily, start: "Europe/Berlin:20251105T100000")
      event.alarms = [try TestCalendars.alarm("-PT11H")]
      return event
    }
    let own = try event("a")
    for (acknowledged, expected) in [("2026-01-04T11:00:00Z", 2), ("2026-01-02T11:00:00Z", 1)] {
      var copy = try event("b")
      copy.alarms[0]?.acknowledged = try TestCalendars.instant(acknowledged)
      let time = "2026-01-06T06:00:00Z"
      #expect(try count([own, copy], at: time, quietHours: "22:00-07:00") == expected)
    }
  }

  @Test func `alarms that quiet hours move to one instant ring beside another source's`() throws {
    func event(_ source: String, _ alarms: [String]) throws -> CalendarComponent {
      var event = try Self.event(
        of: source, rule: Self.daily, start: "Europe/Berlin:20251105T080000")
      event.alarms = try alarms.map(TestCalendars.alarm)
      return event
    }
    let own = try event("b", ["-PT3H"])
    let copy = try event("a", ["-PT3H", "-PT2H"])
    #expect(try count([own, copy], at: "2026-01-06T06:00:00Z", quietHours: "22:00-07:00") == 2)
    // In the hours before these, the clock could change.
    for (hours, expected) in [("22:00-03:30", 1), ("22:00-04:30", 2)] {
      #expect(try count([own, copy], at: "2026-01-06T04:00:00Z", quietHours: hours) == expected)
    }
  }

  @Test func `single events whose last alarm is to come can take fires of their source's series`()
    throws
  {
    func event(_ source: String, _ rule: String?, _ day: String, _ alarms: [String]) throws
      -> CalendarComponent
    {
      var event = try Self.event(of: source, rule: rule, start: "Europe/Berlin:\(day)T090000")
      event.alarms = try alarms.map(TestCalendars.alarm)
      return event
    }
    let alarms = ["PT0S", "P12DT30M"]
    let own = try event("b", Self.daily, "20251105", alarms)
    let copy = try event("a", Self.daily, "20251105", alarms)
    var single = try event("a", nil, "20251226", ["-PT1H"])
    single.uid = "single"
    #expect(try count([own, copy, single]) == 1)
    single.alarms.append(try TestCalendars.alarm("P12DT30M"))
    #expect(try count([own, copy, single]) == 2)
  }

  /// The clocks of London change on March 29, when its time differs from that of Abidjan.
  @Test func `events that will name different cities ring beside each other`() throws {
    func event(_ source: String, _ zone: String) throws -> CalendarComponent {
      try Self.event(of: source, rule: Self.daily, start: "\(zone):20260105T080000")
    }
    let (abidjan, accra) = (try event("a", "Africa/Abidjan"), try event("b", "Africa/Accra"))
    let utc = try Self.event(of: "c", rule: Self.daily, start: "20260105T080000Z")
    for other in [accra, utc] {
      #expect(try count([abidjan, other], zone: "Europe/London") == 2)
    }
    #expect(try count([abidjan, accra], zone: "Africa/Accra") == 1)
    let copy = try event("b", "Africa/Abidjan")
    #expect(try count([abidjan, copy], zone: "Europe/London") == 1)
  }

  @Test func `a to-do that was done until an occurrence need not have it`() throws {
    let rule = "FREQ=WEEKLY;BYDAY=TU"
    func toDo(_ source: String, start: String, open: String? = nil) throws -> CalendarComponent {
      var toDo = try Self.event(of: source, rule: rule, start: start)
      toDo.kind = .toDo
      toDo.firstOpen = try open.map(TestCalendars.time)
      return toDo
    }
    let own = try toDo("a", start: Self.start)
    let done = try toDo("b", start: "Europe/Berlin:20251125T090000", open: Self.start)
    let tuesday = "2026-01-06T08:00:00Z"
    #expect(try count([own, try toDo("b", start: Self.start)], at: tuesday) == 1)
    #expect(try count([own, done], at: tuesday) == 2)
  }

  @Test func `a series that its source has twice rings for no other source's copy of one`() throws {
    let own = try Self.event(of: "a", rule: Self.daily)
    var other = own
    // The sources have the same series, and one of them another one.
    other.source = "b"
    var single = try Self.event(of: "b", rule: nil, priority: 1)
    single.uid = "single"
    #expect(try count([own, other, single]) == 2)
  }
}
