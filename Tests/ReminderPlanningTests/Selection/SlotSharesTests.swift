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
    rule: String, own: Int, flood: Int
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

  @Test func `a copy in another source does not take an alert along`() throws {
    // The source needs one slot of two. Three later events make it larger than the other one.
    let exam = try events(1, of: "exam", from: "2026-01-06T10:00:00Z")
    let own = try exam + events(3, of: "own", from: "2026-02-05T10:00:00Z")
    let copy = try #require(exam.first)
    let other = try [copy] + events(2, of: "other", from: "2026-01-02T10:00:00Z")
    func of(_ source: String, _ components: [CalendarComponent]) -> [CalendarComponent] {
      components.enumerated().map { number, component in
        var component = component
        component.uid = "\(source)-\(number)"
        component.source = source
        return component
      }
    }
    // The names decide between equals, so both orders count.
    for (first, second) in [("a", "b"), ("b", "a")] {
      let plan = try plan(of(first, own) + of(second, other), limit: 2)
      #expect(plan.requests.map(\.content.title).contains("exam 0"))
    }
  }

  // Each source needs more than half of the slots.
  @Test(arguments: ["a", "c"], [true, false])
  func `a copy among more important alerts does not take an alert along`(
    name: String, isSameUID: Bool
  ) throws {
    let exam = try events(1, of: "exam", from: "2026-01-06T10:00:00Z", priority: 1)
    let own = try (exam + events(20, of: "own", from: "2026-01-05T10:00:00Z")).map {
      var event = $0
      event.source = name
      return event
    }
    var copy = try #require(exam.first)
    copy.source = "b"
    if !isSameUID {
      copy.uid = "b-copy"
      copy.priority = 9
    }
    let others = try events(20, of: "b", from: "2026-01-02T10:00:00Z", priority: 1)
    for all in [own + [copy] + others, others + [copy] + own] {
      let plan = try plan(all, limit: 8)
      #expect(plan.requests.count { $0.content.title == "exam 0" } == 1)
      #expect(count(of: "own", in: plan) == 3)
    }
  }

  // The source needs one slot. The crowd has the exam every day, and much before it.
  @Test(arguments: ["a", "c"], [true, false])
  func `a source that needs little keeps an alert that a crowd has, too`(
    name: String, isDaily: Bool
  ) throws {
    let exam = try events(1, of: "exam", from: "2026-01-06T10:00:00Z").map {
      var event = $0
      event.source = "b"
      return event
    }
    var copy = try TestCalendars.event(
      "copy", start: "20260106T100000Z", rule: isDaily ? "FREQ=DAILY" : nil, alarms: ["PT0S"],
      title: "exam 0")
    copy.source = name
    let crowd = try events(40, of: "crowd", from: "2026-01-02T10:00:00Z").map {
      var event = $0
      event.source = name
      return event
    }
    let plan = try plan(crowd + [copy] + exam, limit: 8)
    #expect(plan.requests.map(\.content.title).contains("exam 0"))
    #expect(plan.requests.count == 8)
  }

  @Test func `two equal calendars have the slots of one`() throws {
    let own = try events(20, of: "own", from: "2026-01-05T10:00:00Z")
    let copies = own.map {
      var copy = $0
      copy.source = "copies"
      return copy
    }
    let others = try events(4, of: "b", from: "2026-01-07T10:00:00Z")
    let plan = try plan(own + copies + others, limit: 12)
    #expect(count(of: "own", in: plan) == 8)
    #expect(count(of: "b", in: plan) == 4)
  }

  @Test func `the remainder goes by the fires that need it`() throws {
    // The earliest fire of one source is passive, and gets no slot.
    let early =
      try events(1, of: "a", from: "2026-01-02T10:00:00Z").map {
        var event = $0
        event.title = "low"
        return event
      }
      + events(1, of: "a-late", from: "2026-01-05T10:00:00Z").map {
        var event = $0
        event.source = "a"
        return event
      }
    let other = try events(1, of: "b", from: "2026-01-04T10:00:00Z")
    let plan = try plan(early + other, limit: 1, levels: ["passive=SUMMARY:low"])
    #expect(plan.requests.map(\.content.title) == ["b 0"])
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

  @Test func `a copy takes neither the source nor the level of an alert away`() throws {
    let own = try events(2, of: "own", from: "2026-01-05T10:00:00Z")
    // PRIORITY and repeats decide which of two equal fires rings.
    let copies = try own.enumerated().map { number, component in
      var copy = component
      copy.uid = "a-copy-\(number)"
      copy.source = "flood"
      copy.priority = 1
      copy.alarms = [try TestCalendars.alarm("PT0S+1xPT10M")]
      return copy
    }
    let flood = try events(20, of: "flood", from: "2026-01-02T10:00:00Z", priority: 1)
    for levels in [[], ["critical=UID:own-*"]] {
      let plan = try plan(copies + flood + own, limit: levels.isEmpty ? 4 : 2, levels: levels)
      #expect(Set(plan.requests.map(\.content.title)).isSuperset(of: ["own 0", "own 1"]))
    }
  }

  @Test func `a copy of an overdue to-do does not take it along`() throws {
    func toDo(_ uid: String, _ title: String, of source: String) throws -> CalendarComponent {
      var toDo = CalendarComponent(.toDo, uid: uid)
      toDo.extent = .until(try TestCalendars.time("20251231T120000Z"))
      toDo.title = title
      toDo.source = source
      toDo.priority = source == "flood" ? 1 : 0
      return toDo
    }
    let all =
      try [toDo("own", "Own", of: "own"), toDo("copy", "Own", of: "flood")]
      + (0..<20).map { try toDo("a-\($0)", "Flood \($0)", of: "flood") }
    var options = try TestCalendars.options(now: SlotSharesTests.now, limit: 2)
    options.overdueNag = TimeIntervalTrigger(interval: 300, repeats: true)
    let plan = Compilation(of: all, options).plan
    #expect(plan.requests.count { $0.content.title == "Own" } == 1)
    #expect(plan.requests.count == 2)
  }

  @Test func `each level of a source has a share, and PRIORITY doesn't take it`() throws {
    // The four alerts with a rule get four of six slots. The other two are for one alert of each source.
    let all =
      try events(20, of: "a-loud", from: "2026-01-02T10:00:00Z", priority: 1).map {
        var event = $0
        event.source = "a"
        return event
      }
      + events(4, of: "a-ruled", from: "2026-01-05T10:00:00Z").map {
        var event = $0
        event.source = "a"
        return event
      } + events(4, of: "b", from: "2026-01-03T10:00:00Z")
    let plan = try plan(all, limit: 6, levels: ["time-sensitive=SUMMARY:a-ruled*"])
    #expect(["a-ruled", "a-loud", "b"].map { count(of: $0, in: plan) } == [4, 1, 1])
  }

  @Test func `if there are more sources than slots, the earliest alerts get them`() throws {
    let all = try (0..<9).flatMap {
      try events(2, of: "source\($0)", from: "2026-01-0\(9 - $0 % 8)T0\($0):00:00Z")
    }
    let plan = try plan(all, limit: 4)
    // The sources begin on days 9, 8, …, 2 and 9. One slot each is left for the first four.
    #expect(
      plan.requests.map(\.content.title).sorted()
        == ["source4 0", "source5 0", "source6 0", "source7 0"])
  }

  @Test func `merged sources don't share slots`() throws {
    let all =
      try events(4, of: "own", from: "2026-01-05T10:00:00Z")
      + events(20, of: "flood", from: "2026-01-02T10:00:00Z", priority: 1)
    let merged = all.map {
      var component = $0
      component.source = ""
      return component
    }
    let plan = try plan(merged, limit: 8)
    #expect(count(of: "flood", in: plan) == 8)
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
