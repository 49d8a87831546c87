import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// The expected numbers follow from Ranking: needs are met up to a common limit.
@Suite struct SlotSharesTests {
  private static let now = "2026-01-01T00:00:00Z"

  /// Events of one source, five minutes apart from a start on, all before the renewal.
  private func events(
    _ count: Int, of source: String, from start: String, priority: Int = 0,
    alarm: String = "PT0S"
  ) throws -> [CalendarComponent] {
    let first = try TestCalendars.instant(start)
    return try (0..<count).map { number in
      var event = try TestCalendars.event(
        "\(source)-\(number)", start: (first + number * 300).basicFormat, alarms: [alarm],
        title: "\(source) \(number)")
      event.source = source
      event.priority = priority
      return event
    }
  }

  private func plan(
    _ components: [CalendarComponent], limit: Int, levels: [String] = []
  ) throws -> Plan {
    var options = try TestCalendars.options(now: SlotSharesTests.now, limit: limit)
    options.compiler.levels = levels.compactMap { LevelRule($0) }
    try #require(options.compiler.levels.count == levels.count)
    return Compilation(of: components, options).plan
  }

  private func count(of source: String, in plan: Plan) -> Int {
    plan.requests.count { $0.uid?.hasPrefix("\(source)-") ?? false }
  }

  @Test(arguments: [false, true])
  func `a flood of alerts costs another source none that fit its share`(
    _ isReversed: Bool
  ) throws {
    let own = try events(4, of: "own", from: "2026-01-05T10:00:00Z")
    let flood = try events(100, of: "flood", from: "2026-01-02T10:00:00Z", priority: 1)
    let plan = try plan(isReversed ? flood + own : own + flood, limit: 8)
    #expect(count(of: "own", in: plan) == 4)
    #expect(count(of: "flood", in: plan) == 4)
  }

  @Test func `what one source does not need goes to the others`() throws {
    let all =
      try events(1, of: "a", from: "2026-01-05T10:00:00Z")
      + events(3, of: "b", from: "2026-01-04T10:00:00Z")
      + events(20, of: "c", from: "2026-01-03T10:00:00Z")
    let plan = try plan(all, limit: 12)
    #expect(["a", "b", "c"].map { count(of: $0, in: plan) } == [1, 3, 8])
  }

  @Test func `the remainder goes to the source with the earliest alert`() throws {
    // 1 and twice 3 of 8 slots, and one is left.
    let all =
      try events(1, of: "a", from: "2026-01-02T10:00:00Z")
      + events(20, of: "b", from: "2026-01-04T10:00:00Z")
      + events(20, of: "c", from: "2026-01-03T10:00:00Z")
    let plan = try plan(all, limit: 8)
    #expect(["a", "b", "c"].map { count(of: $0, in: plan) } == [1, 3, 4])
  }

  @Test(arguments: [
    ("critical=SUMMARY:own*", 8, 0), ("passive=SUMMARY:flood*", 8, 0),
    ("passive=SUMMARY:own*", 0, 8), ("active=SUMMARY:own*", 4, 4),
  ])
  func `the levels of rules come before the shares`(
    _ rule: String, _ own: Int, _ flood: Int
  ) throws {
    let all =
      try events(20, of: "own", from: "2026-01-05T10:00:00Z")
      + events(20, of: "flood", from: "2026-01-02T10:00:00Z", priority: 1)
    let plan = try plan(all, limit: 8, levels: [rule])
    #expect(count(of: "own", in: plan) == own)
    #expect(count(of: "flood", in: plan) == flood)
  }

  @Test func `PRIORITY decides within the share of its source`() throws {
    let all =
      try events(4, of: "own", from: "2026-01-05T10:00:00Z")
      + events(2, of: "own-important", from: "2026-01-06T10:00:00Z", priority: 1).map {
        var event = $0
        event.source = "own"
        return event
      } + events(20, of: "flood", from: "2026-01-02T10:00:00Z", priority: 1)
    let plan = try plan(all, limit: 4)
    #expect(count(of: "own", in: plan) == 2)
    #expect(count(of: "own-important", in: plan) == 2)
  }

  @Test func `copies in a crowded source do not take an alert along`() throws {
    let own = try events(1, of: "own", from: "2026-01-05T10:00:00Z")
    // Its title and time, more often than a reminder keeps equal ones.
    let copies = try (0..<40).map { number in
      var copy = try #require(own.first)
      copy.uid = "a-copy-\(number)"
      copy.source = "flood"
      return copy
    }
    let flood = try events(100, of: "flood", from: "2026-01-02T10:00:00Z", priority: 1)
    let plan = try plan(copies + flood + own, limit: 8)
    #expect(plan.requests.filter { $0.content.title == "own 0" }.count == 1)
  }

  @Test func `after first alerts, sources share the slots of overdue to-dos and of repeats`()
    throws
  {
    let toDos = try [("own", 1), ("flood", 20)].flatMap { source, count in
      try (0..<count).map { number in
        var toDo = CalendarComponent(.toDo, uid: "\(source)-to-do-\(number)")
        toDo.extent = .until(try TestCalendars.time("20251231T120000Z"))
        toDo.title = "\(source) to-do \(number)"
        toDo.source = source
        toDo.priority = source == "flood" ? 1 : 0
        return toDo
      }
    }
    var options = try TestCalendars.options(now: SlotSharesTests.now, limit: 4)
    options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
    let nags = Compilation(of: toDos, options).plan
    #expect(count(of: "own", in: nags) == 1)
    #expect(count(of: "flood", in: nags) == 3)

    let events =
      try events(1, of: "own", from: "2026-01-05T10:00:00Z", alarm: "PT0S+2xPT10M")
      + events(1, of: "flood", from: "2026-01-02T10:00:00Z", priority: 1, alarm: "PT0S+10xPT10M")
    let repeats = try plan(events, limit: 6)
    #expect(count(of: "own", in: repeats) == 3)
    #expect(count(of: "flood", in: repeats) == 3)
  }

  @Test func `sources don't share slots if nothing is missed before the renewal`() throws {
    let all =
      try events(2, of: "own", from: "2026-01-05T10:00:00Z")
      + events(2, of: "other", from: "2026-01-04T10:00:00Z")
      + events(20, of: "own-later", from: "2026-02-05T10:00:00Z")
      + events(20, of: "other-later", from: "2026-02-04T10:00:00Z")
    let plan = try plan(all, limit: 10)
    #expect(count(of: "own", in: plan) == 2)
    #expect(count(of: "other-later", in: plan) == 6)
    let seventh = try TestCalendars.instant("2026-02-04T10:00:00Z") + 6 * 300
    #expect(plan.exactUntil == seventh)
  }
}
