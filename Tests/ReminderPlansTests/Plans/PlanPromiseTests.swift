import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import NotificationTriggers
import Testing
import TextSafety

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct PlanPromiseTests {
  @Test func `two overrides of one occurrence never share an identifier`() throws {
    // At 10:00 from 8 January on; the 8th is moved to the 12th, which already has an occurrence.
    var later = try TestCalendars.override(
      at: "Europe/Berlin:20260108T090000", start: "Europe/Berlin:20260108T100000", title: "Later")
    later.recurrenceID?.isThisAndFuture = true
    let moved = try TestCalendars.override(
      at: "Europe/Berlin:20260108T090000", start: "Europe/Berlin:20260112T100000", title: "Moved")
    let master = try TestCalendars.event(
      start: "Europe/Berlin:20260106T090000", rule: "FREQ=DAILY;COUNT=8")
    let plan = try TestCalendars.plan([master, later, moved], now: "2026-01-05T00:00:00Z")
    #expect(Set(plan.requests.map(\.identifier)).count == plan.requests.count)
    // 6 and 7; 9 to 13, with the 12th twice, once for each title.
    #expect(plan.fireCount == 8)
    #expect(plan.exactUntil == nil)
  }

  @Test(arguments: [32, 33, 60, 63])
  func `a long nag does not cost its first alert the repeating trigger`(_ count: Int) throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260101T090000", rule: "FREQ=DAILY", alarms: ["PT0S+\(count)xPT5M"])
    let plan = try TestCalendars.plan([event], now: "2026-01-05T12:00:00Z")
    #expect(plan.requests.count == count + 1)
    #expect(plan.requests.allSatisfy { $0.trigger.repeats })
    #expect(plan.exactUntil == nil)
    #expect(plan.repeatsUntil == nil)
  }

  @Test func `any number of repeats is cut from the end, and counted`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260106T090000", alarms: ["PT0S+100000xPT1M"])
    let plan = try TestCalendars.plan([event], now: "2026-01-05T12:00:00Z", horizon: "P7D")
    #expect(plan.requests.count == 64)
    #expect(plan.requests.map(\.repetition).sorted() == Array(0...63))
    #expect(plan.exactUntil == nil)
    // 08:00Z plus 64 minutes.
    let end = try TestCalendars.instant("2026-01-06T09:04:00Z")
    #expect(plan.repeatsUntil == end)
    #expect(plan.fireCount == plan.requests.count + plan.dropped.reduce(0) { $0 + $1.count })
  }
}

@Suite struct DeterminismTests {
  @Test(arguments: (0..<12).map { UInt64(500_000 + $0) })
  func `the output doesn't depend on the run or the order of the input`(
    _ seed: UInt64
  ) throws {
    let calendar = try RandomCalendar(seed: seed)
    func json(_ components: [CalendarComponent]) throws -> Data {
      try Compilation(of: components, calendar.options).plan.json()
    }
    let first = try json(calendar.components)
    #expect(try json(calendar.components) == first, "seed \(seed): \(calendar)")
    let plan = try ReadPlan(json: first)
    let reversed = try ReadPlan(json: json(calendar.components.reversed()))
    #expect(
      plan.requests.map(\.identifier) == reversed.requests.map(\.identifier),
      "seed \(seed): \(calendar)")
    #expect(
      plan.requests.map(\.trigger.dateComponents.text)
        == reversed.requests.map(\.trigger.dateComponents.text), "seed \(seed): \(calendar)")
    #expect(plan.dropped.map(\.first) == reversed.dropped.map(\.first), "seed \(seed): \(calendar)")
    #expect(plan.exactUntil == reversed.exactUntil, "seed \(seed): \(calendar)")
  }

  @Test func `an identifier depends on neither content nor now`() throws {
    let event = try TestCalendars.event(start: "Europe/Berlin:20260601T090000", rule: "FREQ=DAILY")
    var renamed = event
    renamed.title = "Renamed"
    renamed.priority = 1
    let identifiers = try [
      (event, "2026-06-01T12:00:00Z"), (renamed, "2026-06-01T12:00:00Z"),
      (event, "2026-06-20T00:00:00Z"),
    ].map { component, now in
      try TestCalendars.plan([component], now: now).requests.map(
        \.identifier)
    }
    #expect(identifiers[0].count == 1)
    #expect(Set(identifiers).count == 1)
    let identifier = try #require(identifiers[0].first)
    #expect(identifier.hasPrefix("ics2notify."))
  }

  @Test func `all requests of a series share a unique prefix`() throws {
    let events = try ["a", "b"].map {
      try TestCalendars.event(
        $0, start: "Europe/Berlin:20260601T090000", rule: "FREQ=WEEKLY;BYDAY=MO,TU",
        alarms: ["PT0S+1xPT5M", "-PT1H"])
    }
    let plan = try ReadPlan(of: events, TestCalendars.options(now: "2026-06-01T12:00:00Z"))
    #expect(Set(plan.groups.keys) == ["a", "b"])
    // "ics2notify." and twelve Base64 digits.
    let prefixes = plan.groups.mapValues { Set($0.map { $0.prefix(23) }) }
    #expect(prefixes["a"]?.count == 1)
    #expect(prefixes["b"]?.count == 1)
    #expect(prefixes["a"] != prefixes["b"])
    #expect(
      plan.groups.values.flatMap { $0 }.sorted() == plan.requests.map(\.identifier).sorted())
  }
}

/// An alarm always has the same request identifier, and no two alarms share one.
@Suite struct RequestIdentifierTests {
  private func identifiers(_ components: [CalendarComponent]) throws -> [String] {
    let options = try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: "P30D")
    return Compilation(of: components, options).plan.requests.map(\.identifier)
  }

  // python3: base64.urlsafe_b64encode(hashlib.sha256(...).digest())[:12] of the UID, and of
  // "5:event0:0:21:start0d-900s DISPLAY#0", in which each part follows its length in bytes.
  @Test func `an identifier consists of two truncated SHA-256 digests`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY", alarms: ["-PT15M"])
    #expect(try identifiers([event]) == ["ics2notify.uOH4C9cK4HhM2RCz8sunq1KZ.W2T084500"])
  }

  // Each pair has the same 64-bit FNV-1a hash, which identifiers must not depend on.
  @Test(arguments: [
    ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"), ("pill@x", "evil0-q<gV.ZRAzl8V+"),
  ])
  func `UIDs that were made to collide have different identifiers`(
    first: String, second: String
  ) throws {
    let found = try identifiers(
      [first, second].map { try TestCalendars.event($0, start: "20260105T090000Z") })
    #expect(Set(found).count == 2)
  }

  @Test func `the longest identifier fits in a collapse identifier`() throws {
    let longest = RequestIdentifier.identifier(
      RequestIdentifier.prefix(
        of: RequestIdentifier.SeriesIdentity(
          uid: String(repeating: "u", count: 5_000), distinction: "more"),
        recurrenceID: "20260107T080000Z+", alarm: .snooze),
      form: try TestCalendars.instant("2026-01-07T08:00:00Z").basicFormat,
      repetition: Int(Int32.max))
    #expect(longest.utf8.count <= 64)
    for event in [
      try TestCalendars.event(start: "20240229T235959Z", rule: "FREQ=YEARLY;BYMONTH=12;BYDAY=4SA"),
      try TestCalendars.event(start: "20250105T090000Z", rule: "FREQ=MINUTELY"),
    ] {
      for identifier in try identifiers([event]) { #expect(identifier.utf8.count <= 64) }
    }
  }

  @Test(arguments: [
    "Europe/Berlin:20260107T090000", "20260107T080000Z", "Europe/Zurich:20260107T090000",
    "20260107", "America/New_York:20260107T030000",
  ])
  func `an occurrence has one identifier for all forms of RECURRENCE-ID`(_ text: String) throws {
    let master = try TestCalendars.event(
      start: "Europe/Berlin:20260105T090000", rule: "FREQ=DAILY;COUNT=5")
    let override = try TestCalendars.override(
      at: text, start: "Europe/Berlin:20260107T110000", title: "Other")
    let name = "ics2notify.uOH4C9cK4HhM4vWRexc6apjq.20260107T100000Z"
    #expect(try identifiers([master, override]).contains(name))
  }

  @Test func `a new alarm before another doesn't change identifiers`() throws {
    let before = try identifiers([
      try TestCalendars.event(start: "20260105T090000Z", rule: "FREQ=DAILY", alarms: ["-PT10M"])
    ])
    let after = try identifiers([
      try TestCalendars.event(
        start: "20260105T090000Z", rule: "FREQ=DAILY", alarms: ["-PT30M", "-PT10M"])
    ])
    #expect(!before.isEmpty && Set(before).isSubset(of: after) && after.count > before.count)
  }

  @Test func `alarms of an override with different UIDs keep the event's identifiers`() throws {
    var master = try TestCalendars.event(
      start: "20260105T090000Z", rule: "FREQ=DAILY", alarms: ["-PT10M", "-PT10M"])
    master.alarms[0]?.uid = "b"
    master.alarms[1]?.uid = "a"
    var override = try TestCalendars.override(
      at: "20260107T090000Z", alarms: ["-PT10M", "-PT10M"])
    override.alarms[0]?.uid = "z"
    override.alarms[1]?.uid = "y"
    #expect(try identifiers([master, override]).sorted() == (try identifiers([master]).sorted()))
  }

  @Test func `equal alarms are distinguished by UID, not by order`() throws {
    var event = try TestCalendars.event(start: "20260105T090000Z", alarms: ["PT0S", "PT0S"])
    event.alarms[0]?.uid = "b"
    event.alarms[0]?.text = "second"
    event.alarms[1]?.uid = "a"
    event.alarms[1]?.text = "first"
    var turned = event
    turned.alarms.swapAt(0, 1)
    let options = try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: "P30D")
    let texts = [event, turned].map { event in
      Dictionary(
        uniqueKeysWithValues: Compilation(of: [event], options).plan.requests.map {
          ($0.identifier, $0.content.body)
        })
    }
    #expect(texts[0].count == 2 && texts[0] == texts[1])
  }

  @Test func `a display alarm and an e-mail alarm have different identifiers`() throws {
    var event = try TestCalendars.event(start: "20260105T090000Z")
    let shown = try identifiers([event])
    event.alarms[0]?.action = .email
    #expect(try Set(shown).isDisjoint(with: identifiers([event])))
  }

  @Test func `of two requests with one identifier, one is kept, with a diagnostic`()
    throws
  {
    let options = try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: "P30D")
    let expansion = Expansion(
      [try TestCalendars.event(start: "20260105T090000Z")], options: options.compiler)
    let target = NotificationTarget(options)
    let twice = target.lower(expansion) + target.lower(expansion)
    let plan = target.compile(lowered: twice, of: expansion)
    #expect(plan.requests.count == 1)
    #expect(plan.diagnostics.map(\.code) == ["identifier-taken"])
    #expect(plan.verdict.missedFirst == 1)
    #expect(plan.dropped.map(\.count) == [1])
  }
}

@Suite struct TextTableTests {
  private var table: TextTable {
    var table = TextTable([
      .numbers("#").leaving(1), .words("next"),
      .words("how often").shortened(to: 9).leaving(2), .words("title").shortened(to: 6),
    ])
    table.add(["1", "08:50", "every Monday", "Stand-up"].map { TextTable.Cell($0) })
    table.add(
      [
        TextTable.Cell("2"), TextTable.Cell("09:00"), TextTable.Cell("once"),
        TextTable.Cell("会議室の予約を忘れない", remark: " (late)"),
      ])
    return table
  }

  @Test(arguments: [
    (
      nil as Int?,
      [
        "#  next   how often     title", "1  08:50  every Monday  Stand-up",
        "2  09:00  once          会議室の予約を忘れない (late)",
      ]
    ),
    (
      38,
      [
        "#  next   how often     title", "1  08:50  every Monday  Stand-up",
        "2  09:00  once          会議室… (late)",
      ]
    ),
    (20, ["#  next   title", "1  08:50  Stand-up", "2  09:00  会議室の…"]),
    (13, ["next   title", "08:50  Stand…", "09:00  会議…"]),
  ])
  func `a table fits by shortened texts, then by fewer columns`(
    width: Int?, expected: [String]
  ) {
    #expect(table.lines(in: width) == expected)
  }

  @Test(arguments: 13...60)
  func `no line is wider than the given width`(_ width: Int) {
    #expect(table.lines(in: width).allSatisfy { $0.terminalWidth <= width })
  }
}
