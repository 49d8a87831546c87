import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

@Suite struct FilterTests {
  private func options(
    only: [String] = [], ignored: [String] = [], ignoredAlarms: [String] = [],
    defaults: [String] = [], moves: [String] = [], zone: String = "Europe/Berlin"
  ) throws -> CompilerOptions {
    var options = try TestCalendars.compilerOptions(
      now: "2026-01-01T00:00:00Z", zone: zone, horizon: "P60D")
    options.only = try only.map { try #require(ReminderRule($0)) }
    options.ignored = try ignored.map { try #require(ReminderRule($0)) }
    options.ignoredAlarms = try ignoredAlarms.map { try #require(ReminderRule($0)) }
    options.ruledDefaultAlarms = try defaults.map { try #require(DefaultAlarm($0)) }
    options.allDayMoves = try moves.map { try #require(AllDayMove($0)) }
    options.userAddresses = ["me@example.org"]
    return options
  }

  /// The fires as `UID alarm local-time`, in the device's zone.
  private func fires(
    _ components: [CalendarComponent], _ options: CompilerOptions
  ) -> [String] {
    TestCalendars.fires(components, options).map {
      let civil = options.deviceZone.civil(at: $0.at)
      return "\($0.uid ?? "") \($0.alarm ?? -1) \(civil.date) \(civil.time)"
    }
  }

  private func declined(_ component: CalendarComponent) -> CalendarComponent {
    var component = component
    component.attendees = [CalendarUser("me@example.org", participation: "DECLINED")]
    return component
  }

  private func weekly(_ uid: String = "w", alarms: [String] = ["PT0S"]) throws -> CalendarComponent
  {
    try TestCalendars.event(
      uid, start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY;COUNT=3", alarms: alarms,
      title: "Weekly")
  }

  @Test func `a single declined occurrence is silent at its old and new time`() throws {
    let moved = try TestCalendars.override(
      of: "w", at: "Europe/Berlin:20260112T090000", start: "Europe/Berlin:20260113T110000")
    let rule = ["PARTSTAT:DECLINED"]
    #expect(
      fires([try weekly(), moved], try options())
        == ["w 0 2026-01-05 09:00", "w 0 2026-01-13 11:00", "w 0 2026-01-19 09:00"])
    #expect(
      fires([try weekly(), declined(moved)], try options(ignored: rule))
        == ["w 0 2026-01-05 09:00", "w 0 2026-01-19 09:00"])
    // A declined series also excludes its changed occurrences.
    #expect(fires([declined(try weekly()), moved], try options(ignored: rule)) == [])
    // Only alarms that the rule matches, directly or by their series.
    #expect(
      fires([declined(try weekly()), moved], try options(only: rule)).count == 3)
    #expect(
      fires([try weekly(), declined(moved)], try options(only: rule)) == ["w 0 2026-01-13 11:00"])
  }

  @Test func `ignored alarms keep the numbers of others, and aren't replaced by defaults`() throws {
    var event = try weekly(alarms: ["-PT1H", "-PT10M"])
    event.alarms[0]?.action = .email
    var options = try options(ignored: ["ACTION:EMAIL"])
    options.defaultAlarms = [CalendarDuration(seconds: -300)]
    #expect(fires([event], options).first == "w 1 2026-01-05 08:50")
    #expect(fires([event], options).count == 3)
    options.ignored.append(try #require(ReminderRule("ACTION:DISPLAY")))
    #expect(fires([event], options) == [])
    options.ignored = []
    options.ignoredAlarms = [try #require(ReminderRule("ACTION:EMAIL"))]
    #expect(fires([event], options).first == "w 1 2026-01-05 08:50")
    options.ignoredAlarms.append(try #require(ReminderRule("ACTION:DISPLAY")))
    #expect(fires([event], options).first == "w 0 2026-01-05 08:55")
    #expect(fires([event], options).count == 3)
    // Default alarms can be excluded too.
    options.only = [try #require(ReminderRule("ACTION:EMAIL"))]
    #expect(fires([event], options) == [])
  }

  @Test func `a disabled alarm prevents default alarms, unless all alarms are ignored`() throws {
    var event = try weekly()
    event.alarms = [nil]
    var options = try options(ignoredAlarms: ["ACTION:*"])
    options.defaultAlarms = [.zero]
    #expect(fires([event], options) == [])
    options.ignoredAlarms = [try #require(ReminderRule("KIND:event"))]
    #expect(fires([event], options).count == 3)
  }

  @Test func `default alarms with a rule have priority over those without`() throws {
    var work = try weekly("work", alarms: [])
    work.categories = ["Work"]
    let other = try weekly("other", alarms: [])
    var day = try TestCalendars.event("day", start: "20260110", alarms: [], title: "Day")
    day.categories = ["Work"]
    var options = try options(
      defaults: [
        "-PT15M=CATEGORIES:work", "-PT5M=SUMMARY:weekly && CATEGORIES:*", "08:00=KIND:all-day",
      ])
    options.defaultAlarms = [CalendarDuration(seconds: -3_600)]
    options.allDayAlarm = TimeOfDay(hour: 12)
    let expected = fires([work, other, day], options)
    #expect(
      expected.filter { !$0.contains("2026-01-1") || $0.contains("day") } == [
        "other 0 2026-01-05 08:00", "work 0 2026-01-05 08:45", "work 1 2026-01-05 08:55",
        "day 0 2026-01-10 08:00",
      ])
    #expect(expected.count == 3 + 6 + 1)
    // A default alarm at a time of day doesn't apply to a timed series; there the defaults without
    // a rule apply.
    options.ruledDefaultAlarms = [try #require(DefaultAlarm("08:00=CATEGORIES:work"))]
    #expect(fires([work], options).first == "work 0 2026-01-05 08:00")
    #expect(fires([day], options) == ["day 0 2026-01-10 08:00"])
  }

  @Test(arguments: [
    ("-PT15M", []), ("PT9H", []), ("-PT23H59M", []), ("-P1D", ["2026-01-09 00:00"]),
    ("-PT24H", ["2026-01-09 00:00"]), ("P1DT9H", ["2026-01-11 09:00"]),
    ("-P1W", ["2026-01-03 00:00"]), ("-PT15M=UID:day", []), ("-PT15M=!KIND:timed", []),
    ("-PT15H=KIND:all-day", ["2026-01-09 09:00"]),
    ("-PT15H=KIND:birthday", ["2026-01-09 09:00"]), ("-P1D=UID:day", ["2026-01-09 00:00"]),
  ])
  func `a default alarm of less than a day is for timed events, unless a rule names all-day ones`(
    trigger: String, times: [String]
  ) throws {
    var day = try TestCalendars.event("day", start: "20260110", alarms: [], title: "Ann")
    day.categories = ["Birthday"]
    let timed = try TestCalendars.event(
      "timed", start: "Europe/Berlin:20260110T120000", alarms: [], title: "Lunch")
    var options = try options()
    if trigger.contains("=") {
      options.ruledDefaultAlarms = try [#require(DefaultAlarm(trigger))]
    } else {
      options.defaultAlarms = try [TestCalendars.duration(trigger)]
      #expect(fires([timed], options).count == 1)
    }
    #expect(fires([day], options) == times.map { "day 0 \($0)" })
  }

  @Test(arguments: [
    ("PT0S", "2026-01-10 09:00"), ("-P1D", "2026-01-09 09:00"), ("-PT24H", "2026-01-09 09:00"),
    ("P1D", "2026-01-11 09:00"), ("-P1W", "2026-01-03 09:00"), ("END PT0S", "2026-01-12 09:00"),
    ("END -P1D", "2026-01-11 09:00"), ("-PT15H", "2026-01-09 09:00"),
    ("PT8H", "2026-01-10 08:00"), ("-PT5M", "2026-01-09 23:55"), ("END -PT1H", "2026-01-11 23:00"),
  ])
  func `alarms at midnight of all-day events are moved to a time of that day`(
    alarm: String, at: String
  ) throws {
    var event = try TestCalendars.event("day", start: "20260110", alarms: [alarm])
    event.extent = .until(try TestCalendars.time("20260112"))
    #expect(fires([event], try options(moves: ["09:00"])) == ["day 0 \(at)"])
  }

  @Test func `alarms move by the wall clock and the first rule, except for timed events`()
    throws
  {
    // The day between has 23 hours: exactly 24 hours before would be 23:00 two days before.
    let event = try TestCalendars.event("day", start: "20260330", alarms: ["-PT24H"])
    var options = try options(moves: ["07:00=UID:other", "09:00=UID:day", "10:00"])
    options.now = try TestCalendars.instant("2026-03-25T00:00:00Z")
    #expect(fires([event], options) == ["day 0 2026-03-29 09:00"])
    let timed = try TestCalendars.event(
      "timed", start: "Europe/Berlin:20260330T000000", alarms: ["-P1D"])
    #expect(fires([timed], options) == ["timed 0 2026-03-29 00:00"])
    var absolute = try TestCalendars.event("abs", start: "20260330", alarms: ["PT0S"])
    absolute.alarms[0]?.trigger = .absolute(try TestCalendars.instant("2026-03-28T23:00:00Z"))
    #expect(fires([absolute], options) == ["abs 0 2026-03-29 10:00"])
    // An alarm at a time of day from the options isn't moved.
    let silent = try TestCalendars.event("silent", start: "20260330", alarms: [])
    options.allDayAlarm = TimeOfDay(hour: 6)
    #expect(fires([silent], options) == ["silent 0 2026-03-30 06:00"])
  }

  @Test func `a moved alarm is proven for every year`() throws {
    var birthday = try TestCalendars.event(
      "b", start: "20200312", rule: "FREQ=YEARLY", alarms: ["-P1D"])
    birthday.categories = ["Birthday"]
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.allDayMoves = [try #require(AllDayMove("09:00=KIND:birthday"))]
    let plan = Compilation(of: [birthday], options).plan
    #expect(plan.requests.map(\.trigger.repeats) == [true])
    #expect(plan.requests.first?.nextFire == (try TestCalendars.instant("2026-03-11T08:00:00Z")))
    #expect(plan.exactUntil == nil)
    #expect(plan.requests.first?.provenUntil == (try TestCalendars.instant("2100-01-01T00:00:00Z")))
  }

  @Test func `properties of one calendar don't remove another calendar's reminder`() throws {
    var mine = try weekly()
    mine.source = "mine"
    mine.location = SourceLocation(file: "b/mine.ics", line: 3)
    var theirs = declined(mine)
    theirs.source = "another"
    theirs.location = SourceLocation(file: "a/theirs.ics", line: 3)
    for rule in ["PARTSTAT:DECLINED", "FILE:theirs.ics", "FILE:a/*"] {
      #expect(fires([mine, theirs], try options(ignored: [rule])).count == 3, "\(rule)")
      #expect(fires([theirs, mine], try options(ignored: [rule])).count == 3, "\(rule)")
    }
    // Both calendars' fires remain, and equal ones are merged.
    #expect(fires([mine, theirs], try options(only: ["FILE:*"])).count == 3)
    #expect(fires([mine, theirs], try options(ignored: ["UID:w"])) == [])
  }

  @Test func `ignored reminders that would be due are counted and listed`() throws {
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.ignored = [try #require(ReminderRule("SUMMARY:weekly"))]
    let past = try TestCalendars.event(
      "past", start: "20250101T090000", alarms: ["PT0S"], title: "Weekly")
    let other = try TestCalendars.event("other", start: "20260201T090000", title: "Other")
    let components = [try weekly(alarms: ["PT0S", "-PT5M"]), past, other]
    let plan = Compilation(of: components, options).plan
    #expect(plan.ruledOut == 2)
    #expect(plan.requests.map(\.uid) == ["other"])
    let text = ExplanationText(
      Compilation(of: components, options).explanation(), zone: options.deviceZone
    ).text
    #expect(text.contains("Weekly [w] alarm 1\n  left out by --ignore SUMMARY:weekly\n"))
    #expect(!text.contains("[past]") || text.contains("[past] alarm 0\n  series"))
    #expect(text.contains(", nothing left out, 2 reminders left out by rules\n"))
    // A partly excluded series keeps its other fires.
    options.ignored = [try #require(ReminderRule("SUMMARY:moved"))]
    let moved = try TestCalendars.override(
      of: "w", at: "Europe/Berlin:20260112T090000", title: "Moved")
    let part = Compilation(of: [try weekly(), moved], options).plan
    #expect(part.ruledOut == 1)
    #expect(part.fireCount == 2)
  }

  @Test func `fires that quiet hours move or drop are explained`() throws {
    var options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", horizon: "P3D")
    let early = try TestCalendars.event(
      "early", start: "Europe/Berlin:20260101T080000", rule: "FREQ=DAILY", alarms: ["-PT2H"])
    func text() -> String {
      ExplanationText(
        Compilation(of: [early], options).explanation(), zone: options.deviceZone
      ).text
    }
    #expect(!text().contains("quiet hours"))
    options.quietHours = [try #require(QuietHoursRule("22:00-07:00=UID:early"))]
    #expect(text().contains("rules: --quiet-hours 22:00-07:00=UID:early\n"))
    #expect(text().contains("\n  quiet hours: 3 fires moved\n"))
    options.dropsQuietFires = true
    #expect(
      text().contains("\n  quiet hours: 3 fires left out\n  nothing is due before the horizon"))
  }

  @Test func `an overdue to-do and a snooze are left out with their component`() throws {
    var toDo = CalendarComponent(.toDo, uid: "todo")
    toDo.extent = .until(try TestCalendars.time("20251231T090000Z"))
    toDo.title = "To do"
    toDo.snoozedUntil = [try TestCalendars.instant("2026-01-02T00:00:00Z")]
    toDo.alarms = [Alarm(.relative(.zero, to: .end))]
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
    #expect(Compilation(of: [toDo], options).plan.requests.count == 2)
    options.ignored = [try #require(ReminderRule("KIND:todo"))]
    #expect(Compilation(of: [toDo], options).plan.requests.isEmpty)
    options.ignored = []
    options.only = [try #require(ReminderRule("ACTION:EMAIL"))]
    // A snooze lacks an alarm that could match.
    #expect(Compilation(of: [toDo], options).plan.requests.count == 2)
  }
}
