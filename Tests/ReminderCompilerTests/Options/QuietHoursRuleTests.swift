import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing

@testable import ReminderCompiler

/// What quiet hours make of plans.
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
    _ text: String, _ from: String, _ to: String
  ) throws {
    let rule = try #require(QuietHoursRule(text))
    #expect("\(rule.from)" == from && "\(rule.to)" == to)
    #expect(QuietHoursRule(rule.description) == rule)
  }

  @Test(arguments: [
    "", "22:00", "22:00-", "-07:00", "22-7", "7:0-8:00", "22:00-07:00-08:00", "24:00-07:00",
    "07:00-07:00", "22:00-07:00=", "22:00-07:00=PLACE:x", "UID:x=22:00-07:00", "22:00–07:00",
  ])
  func `anything else is refused`(_ text: String) {
    #expect(QuietHoursRule(text) == nil)
  }

  /// When a daily alarm at 06:00 for a train at 06:30 is due, by the clock.
  private func due(
    _ options: NotificationOptions, priority: Int = 0, title: String = "Train"
  ) throws -> [String] {
    var event = try TestCalendars.event(
      start: "Europe/Berlin:20280101T063000", rule: "FREQ=DAILY", alarms: ["-PT30M"], title: title)
    event.priority = priority
    let plan = Compiler.plan(for: [event], options)
    #expect(plan.exactUntil == nil)
    return plan.requests.map { request in
      let time = options.deviceZone.civil(at: request.nextFire).time
      let from = request.movedFrom.map { " < \(options.deviceZone.civil(at: $0).time)" } ?? ""
      #expect(request.trigger.repeats && request.removeBy == nil)
      return "\(time)\(from) \(request.content.interruptionLevel)"
    }
  }

  @Test func `what interrupts more than an ordinary reminder rings at any time`() throws {
    var options = try Self.options("22:00-07:00")
    #expect(try due(options) == ["06:29 < 06:00 active"])
    #expect(try due(options, priority: 1) == ["06:00 timeSensitive"])
    for (level, expected) in [
      ("passive", "06:29 < 06:00 passive"), ("active", "06:29 < 06:00 active"),
      ("time-sensitive", "06:00 timeSensitive"), ("critical", "06:00 critical"),
    ] {
      options.levels = [try #require(LevelRule("\(level)=UID:*"))]
      #expect(try due(options) == [expected])
    }
    #expect(try due(Self.options("22:00-07:00", drops: true)) == [])
  }

  @Test func `the first rule that matches counts`() throws {
    let options = try Self.options(
      "05:00-06:15=SUMMARY:train", "22:00-07:00=SUMMARY:b*", "06:00-06:20")
    #expect(try due(options) == ["06:15 < 06:00 active"])
    #expect(try due(options, title: "Bus") == ["06:29 < 06:00 active"])
    #expect(try due(options, title: "Ship") == ["06:20 < 06:00 active"])
  }

  @Test func `a night in another zone ends by the device's clock, with one request for ever`()
    throws
  {
    // An hour after 20:00 in New York, that is 03:00 or 02:00 in Berlin.
    let event = try TestCalendars.event(
      start: "America/New_York:20280101T200000", rule: "FREQ=DAILY", alarms: ["PT1H"])
    let plan = Compiler.plan(for: [event], try Self.options("22:00-07:00"))
    #expect(plan.requests.map(\.nextFire.description) == ["2028-01-04T06:00:00Z"])
    #expect(plan.requests.map(\.movedFrom?.description) == ["2028-01-04T02:00:00Z"])
    #expect(plan.requests.allSatisfy { $0.trigger.repeats && $0.removeBy == nil })
    #expect(plan.exactUntil == nil)
  }

  @Test func `alarms of the night come together in the morning, in one request for ever`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280101T120000", rule: "FREQ=DAILY",
      alarms: ["-PT8H", "-PT7H", "-PT6H", "-PT1H"])
    let plan = Compiler.plan(for: [event], try Self.options("22:00-07:00"))
    #expect(
      plan.requests.map { "\($0.alarm ?? -1) \($0.nextFire)" }.sorted()
        == ["0 2028-01-04T06:00:00Z", "3 2028-01-04T10:00:00Z"])
    #expect(plan.requests.allSatisfy { $0.trigger.repeats && $0.removeBy == nil })
    #expect(plan.fireCount == 2 * 366)
  }

  @Test func `what two sources ask for is moved and due once`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280105T063000", alarms: ["-PT30M"])
    var copy = event
    copy.source = "copy"
    let plan = Compiler.plan(for: [event, copy], try Self.options("22:00-07:00"))
    #expect(plan.requests.map(\.nextFire.description) == ["2028-01-05T05:29:00Z"])
    #expect(plan.fireCount == 1)
  }

  @Test func `what was asked for before now is due later`() throws {
    var options = try Self.options("22:00-07:00")
    options.now = try TestCalendars.instant("2028-01-04T23:00:00Z")
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280105T120000", alarms: ["-PT13H"])
    let plan = Compiler.plan(for: [event], options)
    #expect(plan.requests.map(\.nextFire.description) == ["2028-01-05T06:00:00Z"])
    #expect(options.compiler.earliestAlert < options.now)
  }

  @Test func `tables and lines say what was moved, with the day where it is another`() throws {
    let options = try Self.options("22:00-07:00")
    let train = try TestCalendars.event(
      "a", start: "Europe/Berlin:20280105T063000", alarms: ["-PT30M"], title: "Train")
    let evening = try TestCalendars.event(
      "b", start: "Europe/Berlin:20280105T120000", alarms: ["-PT13H"], title: "Lunch")
    let plan = Compiler.plan(for: [train, evening], options)
    let table = PlanTable(plan, zone: options.deviceZone).text
    #expect(table.contains("Train (moved from 06:00)\n"), "\(table)")
    #expect(table.contains("Lunch (moved from Tue 2028-01-04 23:00)\n"), "\(table)")
    let lines = FireLines(.text, zone: options.deviceZone)
    let simulated = plan.simulated(onDeviceIn: options.deviceZone)
    var asked: [ListedFire] = []
    _ = FireListing([train, evening], options.compiler).forEachBatch { asked += $0 }
    let expected = [
      "Wed 2028-01-05 06:29  Train  (moved from 06:00)\n",
      "Wed 2028-01-05 07:00  Lunch  (moved from Tue 2028-01-04 23:00)\n",
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
    let plan = Compiler.plan(for: events, options)
    let cost = Compiler.quietHoursCost(of: plan, for: events, options)
    let text = try #require(cost)
    // 366 days of 10 hours, and what clock changes add or take.
    #expect(
      text.wholeMatch(
        of:
          /quiet hours: 18\d\d\d fires left out, 64 slots rather than 5, exact until .* rather than to the horizon/
      ) != nil, "\(text)")
    // Where nothing lies inside, nothing is said, and where it costs nothing, only what was moved.
    let noon = try Self.options("12:05-12:09")
    #expect(Compiler.quietHoursCost(of: plan, for: events, noon) == nil)
  }

  @Test func `without quiet hours there is nothing to tell`() throws {
    let events = [try TestCalendars.event(start: "Europe/Berlin:20280105T063000")]
    let options = try Self.options()
    let plan = Compiler.plan(for: events, options)
    #expect(Compiler.quietHoursCost(of: plan, for: events, options) == nil)
    #expect(try !String(decoding: plan.json(), as: UTF8.self).contains("movedFrom"))
  }
}
