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

  /// The number of fires on January 5.
  private func count(
    _ components: [CalendarComponent], levels: [String] = [], pauses: [String] = []
  ) throws -> Int {
    var options = try TestCalendars.options(
      now: "2026-01-04T00:00:00Z", zone: "Europe/Berlin", horizon: "P60D")
    options.compiler.levels = levels.compactMap { LevelRule($0) }
    options.compiler.silences = pauses.compactMap { SilenceRule($0) }
    try #require(options.compiler.silences.count == pauses.count)
    try #require(options.compiler.levels.count == levels.count)
    let instant = try TestCalendars.instant("2026-01-05T08:00:00Z")
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
    // Series with the same rule ring for each other, up to the end of one.
    (daily, daily), (weekdays, weekdays), ("FREQ=HOURLY", "FREQ=HOURLY"),
    (daily, "FREQ=DAILY;UNTIL=20260301"), ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO"),
    ("FREQ=DAILY;UNTIL=20260301", "FREQ=DAILY;UNTIL=20260301"),
    ("FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2"),
    ("FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"),
    (nil, nil),
  ])
  func `equal fires of two sources ring once`(_ first: String?, _ second: String?) throws {
    for (first, second) in [(first, second), (second, first)] {
      let own = try Self.event(of: "a", rule: first)
      let other = try Self.event(of: "b", rule: second)
      #expect(try count([own, other]) == 1)
    }
  }

  @Test(arguments: [
    // One would lose single fires, or need more slots for the fires that only the other one has.
    (weekdays, nil), (daily, nil), ("FREQ=WEEKLY", nil), ("FREQ=HOURLY", nil),
    ("FREQ=DAILY;UNTIL=20260301", nil),
    ("FREQ=WEEKLY;INTERVAL=2", nil), ("FREQ=DAILY;BYMONTH=1,2,3", nil), (daily, weekdays),
    ("FREQ=HOURLY", daily), ("FREQ=MONTHLY", "FREQ=WEEKLY"), ("FREQ=WEEKLY;INTERVAL=2", weekdays),
  ])
  func `equal fires of two sources ring twice`(_ first: String?, _ second: String?) throws {
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
    // The series without these exceptions rings for the other one.
    #expect(
      try count([own, try Self.event(of: "b", rule: Self.daily, exceptions: excluded)]) == 1)
    let one = try Self.event(of: "c", rule: Self.daily, exceptions: [excluded[0]])
    #expect(
      try count([one, try Self.event(of: "b", rule: Self.daily, exceptions: excluded)]) == 1)
    #expect(
      try count([one, try Self.event(of: "b", rule: Self.daily, exceptions: [excluded[1]])]) == 2)
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
    let own = try Self.event(of: "b", rule: Self.daily, start: "Europe/Berlin:20260101T090000")
    #expect(try count([own, try Self.event(of: "a", rule: Self.daily)]) == 1)
    let early = try Self.event(
      of: "b", rule: "FREQ=DAILY;COUNT=20", start: "Europe/Berlin:20260101T090000")
    #expect(try count([early, try Self.event(of: "a", rule: "FREQ=DAILY;COUNT=20")]) == 2)
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
  }

  @Test
  func `a series with overrides, other exceptions or another time doesn't ring for one without`()
    throws
  {
    let own = try Self.event(of: "a", rule: Self.daily)
    var copy = try Self.event(of: "b", rule: Self.daily, start: "Europe/Berlin:20260104T090000")
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
