import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct QuietHoursRuleTests {
  private static func options(_ hours: String..., drops: Bool = false) throws -> NotificationOptions
  {
    var options = try TestCalendars.options(now: "2028-01-03T12:00:00Z", zone: "Europe/Berlin")
    options.quietHours = try hours.map { try #require(QuietHoursRule($0)) }
    options.dropsQuietFires = drops
    return options
  }

  @Test(arguments: [
    ("22:00-07:00", "22:00", "07:00"), ("00:00-23:59:59", "00:00", "23:59:59"),
    ("13:00-14:00=SUMMARY:a-b=c", "13:00", "14:00"), ("13:00-14:00=summary:*", "13:00", "14:00"),
  ])
  func `hours are two times, with or without a rule`(
    text: String, from: String, to: String
  ) throws {
    let rule = try #require(QuietHoursRule(text))
    #expect("\(rule.from)" == from && "\(rule.to)" == to)
    #expect(QuietHoursRule(rule.description) == rule)
  }

  @Test(arguments: [
    "", "22:00", "22:00-", "-07:00", "7:0-8:00", "22:00-07:00-08:00", "24:00-07:00",
    "07:00-07:00", "22:00-07:00=", "22:00-07:00=PLACE:x", "UID:x=22:00-07:00", "22:00–07:00",
  ])
  func `any other text is rejected`(_ text: String) {
    #expect(QuietHoursRule(text) == nil)
  }

  /// When a daily alarm at 06:00 for a train at 08:00 is due, by the clock.
  private func due(
    _ options: NotificationOptions, priority: Int = 0, title: String = "Train"
  ) throws -> [String] {
    var event = try TestCalendars.event(
      start: "Europe/Berlin:20280101T080000", rule: "FREQ=DAILY", alarms: ["-PT2H"], title: title)
    event.priority = priority
    let plan = Compilation(of: [event], options).plan
    #expect(plan.exactUntil == nil)
    return plan.requests.map { request in
      let time = options.deviceZone.civil(at: request.nextFire).time
      let from = request.movedFrom.map { " < \(options.deviceZone.civil(at: $0).time)" } ?? ""
      #expect(request.trigger.repeats && request.removeBy == nil)
      return "\(time)\(from) \(request.content.interruptionLevel)"
    }
  }

  @Test func `time-sensitive and critical reminders fire in quiet hours`() throws {
    var options = try Self.options("22:00-07:00")
    #expect(try due(options) == ["07:00 < 06:00 active"])
    #expect(try due(options, priority: 1) == ["06:00 timeSensitive"])
    for (level, expected) in [
      ("passive", "07:00 < 06:00 passive"), ("active", "07:00 < 06:00 active"),
      ("time-sensitive", "06:00 timeSensitive"), ("critical", "06:00 critical"),
    ] {
      options.levels = [try #require(LevelRule("\(level)=UID:*"))]
      #expect(try due(options) == [expected])
    }
    #expect(try due(Self.options("22:00-07:00", drops: true)) == [])
  }

  @Test func `the first matching rule applies`() throws {
    let options = try Self.options(
      "05:00-06:15=SUMMARY:train", "22:00-07:00=SUMMARY:b*", "06:00-06:20")
    #expect(try due(options) == ["06:15 < 06:00 active"])
    #expect(try due(options, title: "Bus") == ["07:00 < 06:00 active"])
    #expect(try due(options, title: "Ship") == ["06:20 < 06:00 active"])
  }

  // An hour after 20:00 in New York is 03:00 or 02:00 in Berlin; the alarms of one night are
  // merged.
  @Test(arguments: [
    (
      "America/New_York:20280101T200000", ["PT1H"],
      ["0 2028-01-04T06:00:00Z from 2028-01-04T02:00:00Z"]
    ),
    (
      "Europe/Berlin:20280101T120000", ["-PT8H", "-PT7H", "-PT6H", "-PT1H"],
      ["0 2028-01-04T06:00:00Z from 2028-01-04T03:00:00Z", "3 2028-01-04T10:00:00Z"]
    ),
  ])
  func `a night ends by the device's clock, with one permanent request`(
    start: String, alarms: [String], requests: [String]
  ) throws {
    let event = try TestCalendars.event(start: start, rule: "FREQ=DAILY", alarms: alarms)
    let plan = Compilation(of: [event], try Self.options("22:00-07:00")).plan
    #expect(
      plan.requests.map {
        "\($0.alarm ?? -1) \($0.nextFire)" + ($0.movedFrom.map { " from \($0)" } ?? "")
      }.sorted() == requests)
    #expect(plan.requests.allSatisfy { $0.trigger.repeats && $0.removeBy == nil })
    #expect(plan.exactUntil == nil && plan.fireCount == requests.count * 366)
  }

  @Test func `equal fires of two sources are moved and merged`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280105T073000", alarms: ["-PT90M"])
    var copy = event
    copy.source = "copy"
    let plan = Compilation(of: [event, copy], try Self.options("22:00-07:00")).plan
    #expect(plan.requests.map(\.nextFire.description) == ["2028-01-05T06:00:00Z"])
    #expect(plan.fireCount == 1)
  }

  @Test func `a fire before now can be moved after now`() throws {
    var options = try Self.options("22:00-07:00")
    options.now = try TestCalendars.instant("2028-01-04T23:00:00Z")
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280105T120000", alarms: ["-PT13H"])
    let plan = Compilation(of: [event], options).plan
    #expect(plan.requests.map(\.nextFire.description) == ["2028-01-05T06:00:00Z"])
    #expect(options.compiler.earliestAlert < options.now)
  }

  @Test func `tables and lines show moved fires, with the day if it differs`() throws {
    let options = try Self.options("22:00-07:30=SUMMARY:lunch", "22:00-07:00")
    let train = try TestCalendars.event(
      "a", start: "Europe/Berlin:20280105T073000", alarms: ["-PT90M"], title: "Train")
    let evening = try TestCalendars.event(
      "b", start: "Europe/Berlin:20280105T120000", alarms: ["-PT13H"], title: "Lunch")
    let plan = Compilation(of: [train, evening], options).plan
    let table = PlanTable(plan, zone: options.deviceZone).text
    #expect(table.contains("Train (moved from 06:00)\n"), "\(table)")
    #expect(table.contains("Lunch (moved from Tue 2028-01-04 23:00)\n"), "\(table)")
    let lines = FireLineWriter(.text, zone: options.deviceZone)
    let simulated = plan.simulated(onDeviceIn: options.deviceZone)
    var asked: [ListedFire] = []
    _ = FireListing([train, evening], options: options.compiler).forEachBatch { asked += $0 }
    let expected = [
      "Wed 2028-01-05 07:00  Train  (moved from 06:00)\n",
      "Wed 2028-01-05 07:30  Lunch  (moved from Tue 2028-01-04 23:00)\n",
    ]
    #expect(simulated.map(lines.line) == expected)
    #expect(asked.map(lines.line) == expected)
  }

  @Test func `five reminders of every hour, kept to a part of the day, cost all slots`()
    throws
  {
    let events = try (0..<5).map {
      try TestCalendars.event(
        "\($0)", start: "Europe/Berlin:20280101T00\(10 + $0)00", rule: "FREQ=HOURLY",
        alarms: ["PT0S"])
    }
    let options = try Self.options("21:00-07:00", drops: true)
    let text = try #require(Compilation(of: events, options).explanation().costs.first)
    // 366 days of 10 hours, corrected for clock changes.
    #expect(
      text.wholeMatch(
        of:
          /quiet hours: 18\d\d\d fires left out, 64 slots rather than 5, exact until .* rather than to the horizon/
      ) != nil, "\(text)")
    // Quiet hours without fires are not reported.
    let noon = try Self.options("12:05-12:09")
    #expect(Compilation(of: events, noon).explanation().costs.isEmpty)
  }
}

@Suite struct LevelRuleTests {
  struct Row: Sendable {
    let rules: [String]
    let level: InterruptionLevel

    init(_ rules: String..., is level: InterruptionLevel) {
      (self.rules, self.level) = (rules, level)
    }
  }

  @Test(arguments: [
    Row(is: .timeSensitive),
    Row("critical=CATEGORIES:medication", is: .critical),
    Row("passive=UID:pill-?@example.org", is: .passive),
    Row("passive=uid:pill-??@example.org", is: .timeSensitive),
    Row("active=X-WR-CALNAME:at HOME", is: .active),
    Row("active=SUMMARY:*p*p*p*", is: .timeSensitive),
    Row("active=SUMMARY:*p*p*", is: .active),
    // The first matching rule applies, not the highest level.
    Row("passive=SUMMARY:*", "critical=CATEGORIES:medication", is: .passive),
    Row("passive=SUMMARY:x", "critical=CATEGORIES:medication", is: .critical),
    // The pattern is everything after the first colon.
    Row("critical=SUMMARY:a:b=c", is: .timeSensitive),
    Row("time-sensitive=SUMMARY:*", is: .timeSensitive),
  ])
  func `a rule matches components by their whole text`(_ row: Row) throws {
    var event = try TestCalendars.event(
      "pill-1@example.org", start: "20260201T090000", title: "Blood pressure pill")
    event.categories = ["Health", "Medication"]
    event.calendarName = "At home"
    event.priority = 1
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.levels = try row.rules.map { try #require(LevelRule($0)) }
    let plan = Compilation(of: [event], options).plan
    #expect(plan.requests.map(\.content.interruptionLevel) == [row.level])
  }

  @Test(arguments: [
    "", "critical", "critical=", "critical=UID", "critical=UID:", "urgent=UID:a",
    "critical=DESCRIPTION:a", "CRITICAL=UID:a", "=UID:a", "critical:UID=a", "time_sensitive=UID:a",
    "critical=UID:" + String(repeating: "a", count: 4_097),
  ])
  func `a text that is not a level, a property and a pattern is rejected`(_ text: String) {
    #expect(LevelRule(text) == nil)
  }

  @Test func `a pattern with many stars takes at most quadratic time`() throws {
    let rule = try #require(
      LevelRule("critical=SUMMARY:" + String(repeating: "*a", count: 400) + "b"))
    let event = try TestCalendars.event(
      start: "20260201T090000", title: String(repeating: "a", count: 2_000))
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.levels = [rule]
    // A search with exponential backtracking would not end.
    #expect(
      Compilation(of: [event], options).plan.requests.map(\.content.interruptionLevel) == [.active])
  }
}

@Suite struct NagTests {
  private func plan(
    _ events: [CalendarComponent], _ nag: String = "10xPT5M", limit: Int = 64
  ) throws -> Plan {
    var options = try TestCalendars.options(
      now: "2026-01-01T00:00:00Z", zone: "GMT", horizon: "P30D", limit: limit)
    options.nag = Nag(nag)
    return Compilation(of: events, options).plan
  }

  @Test func `each repeat is a separate request with the same prefix and thread`() throws {
    let event = try TestCalendars.event(start: "20260105T090000Z")
    let plan = try plan([event])
    let first = try TestCalendars.instant("2026-01-05T09:00:00Z")
    #expect(plan.requests.map(\.repetition) == Array(0...10))
    #expect(plan.requests.map(\.nextFire) == (0...10).map { first + $0 * 300 })
    #expect(Set(plan.requests.map(\.identifier)).count == 11)
    let prefix = try #require(plan.requests.first?.identifier.prefix(23))
    #expect(plan.requests.allSatisfy { $0.identifier.hasPrefix(prefix) })
    #expect(Set(plan.requests.map(\.content.threadIdentifier)) == [String(prefix)])
  }

  @Test func `an alarm with REPEAT keeps its repeats`() throws {
    var event = try TestCalendars.event(
      start: "20260105T090000Z", alarms: ["PT0S+1xPT30M", "-PT1H"])
    event.alarms.append(nil)
    let plan = try plan([event], "2xPT5M")
    #expect(
      plan.requests.map { "\($0.alarm ?? -1) \($0.repetition) \($0.nextFire)" }.sorted() == [
        "0 0 2026-01-05T09:00:00Z", "0 1 2026-01-05T09:30:00Z", "1 0 2026-01-05T08:00:00Z",
        "1 1 2026-01-05T08:05:00Z", "1 2 2026-01-05T08:10:00Z",
      ])
  }

  @Test(arguments: 1...6)
  func `repeats are cut from the end, and before the first alert of another`(
    _ limit: Int
  ) throws {
    let event = try TestCalendars.event("a", start: "20260105T090000Z")
    let other = try TestCalendars.event("b", start: "20260120T090000Z")
    let plan = try plan([event, other], limit: limit)
    #expect(plan.requests.count == limit)
    let kept = plan.requests.filter { $0.uid == "a" }.map(\.repetition).sorted()
    // Repeats of the alert before the renewal have priority over the other's first alert after it.
    #expect(kept == Array(0..<limit))
  }

  @Test func `the first repeats after the renewal are kept`() throws {
    let events = try ["a", "b", "c"].map { try TestCalendars.event($0, start: "20260120T090000Z") }
    let plan = try plan(events, limit: 6)
    #expect(plan.requests.map(\.repetition).sorted() == [0, 0, 0, 1, 1, 1])
  }

  @Test(arguments: [
    "", "10", "x", "10x", "xPT5M", "0xPT5M", "-1xPT5M", "4097xPT5M", "10xPT0S", "10x-PT5M",
    "10xP1M", "1.5xPT5M", "10 x PT5M", "10xPT5Mx", "99999999999999999999xPT5M", "10xP367D",
  ])
  func `a text that is not a count and a duration is rejected`(_ text: String) {
    #expect(Nag(text) == nil)
  }
}
