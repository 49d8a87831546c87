import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import Testing
import TextSafety

@testable import ReminderCompiler

/// Names of requests: the same for the same alarm, and for nothing else.
@Suite struct RequestIdentifierTests {
  private func identifiers(_ components: [CalendarComponent]) throws -> [String] {
    let options = try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: "P30D")
    return Compiler.plan(for: components, options).requests.map(\.identifier)
  }

  // python3: base64.urlsafe_b64encode(hashlib.sha256(...).digest())[:12] of the UID, and of
  // "5:event0:0:21:start0d-900s DISPLAY#0", which is each part behind its length in bytes.
  @Test func `an identifier is made of two beginnings of SHA-256`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20260105T090000", rule: "FREQ=WEEKLY", alarms: ["-PT15M"])
    #expect(try identifiers([event]) == ["ics2notify.uOH4C9cK4HhM2RCz8sunq1KZ.W2T084500"])
  }

  // Both pairs have one 64-bit FNV-1a, which names were made of once.
  @Test(arguments: [
    ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"), ("pill@x", "evil0-q<gV.ZRAzl8V+"),
  ])
  func `UIDs that somebody made to collide name different requests`(
    _ first: String, _ second: String
  ) throws {
    let found = try identifiers(
      [first, second].map { try TestCalendars.event($0, start: "20260105T090000Z") })
    #expect(Set(found).count == 2)
  }

  @Test func `the longest identifier has no more bytes than a collapse identifier may`() throws {
    let longest = RequestIdentifier.identifier(
      RequestIdentifier.prefix(
        of: RequestIdentifier.SeriesName(
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
  func `an occurrence has one name however its RECURRENCE-ID is written`(_ text: String) throws {
    let master = try TestCalendars.event(
      start: "Europe/Berlin:20260105T090000", rule: "FREQ=DAILY;COUNT=5")
    let override = try TestCalendars.override(
      at: text, start: "Europe/Berlin:20260107T110000", title: "Other")
    let name = "ics2notify.uOH4C9cK4HhM4vWRexc6apjq.20260107T100000Z"
    #expect(try identifiers([master, override]).contains(name))
  }

  @Test func `a new alarm in front of another renames nothing`() throws {
    let before = try identifiers([
      try TestCalendars.event(start: "20260105T090000Z", rule: "FREQ=DAILY", alarms: ["-PT10M"])
    ])
    let after = try identifiers([
      try TestCalendars.event(
        start: "20260105T090000Z", rule: "FREQ=DAILY", alarms: ["-PT30M", "-PT10M"])
    ])
    #expect(!before.isEmpty && Set(before).isSubset(of: after) && after.count > before.count)
  }

  @Test func `alarms of an override with UIDs of their own are those of the event`() throws {
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

  @Test func `of alarms that say the same the UID decides and not the order`() throws {
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
        uniqueKeysWithValues: Compiler.plan(for: [event], options).requests.map {
          ($0.identifier, $0.content.body)
        })
    }
    #expect(texts[0].count == 2 && texts[0] == texts[1])
  }

  @Test func `an alarm that shows is not one that sends`() throws {
    var event = try TestCalendars.event(start: "20260105T090000Z")
    let shown = try identifiers([event])
    event.alarms[0]?.action = .email
    #expect(try Set(shown).isDisjoint(with: identifiers([event])))
  }

  @Test func `a plan in which two requests would have one name has one of them and says so`()
    throws
  {
    let options = try TestCalendars.options(now: "2026-01-04T00:00:00Z", horizon: "P30D")
    let expansion = Expansion(
      [try TestCalendars.event(start: "20260105T090000Z")], options.compiler)
    let target = NotificationTarget(options)
    let lowered = target.lower(expansion)
    let plan = Compiler.selectedAndValidated(lowered + lowered, of: expansion, on: target)
    #expect(plan.requests.count == 1)
    #expect(plan.diagnostics.map(\.code) == ["identifier-taken"])
    #expect(plan.verdict.missedFirst == 1)
    #expect(plan.dropped.map(\.count) == [1])
  }
}

@Suite struct TextTableTests {
  private var table: TextTable {
    var table = TextTable(
      .numbers("#").leaving(1), .words("next"),
      .words("how often").shortened(to: 9).leaving(2), .words("title").shortened(to: 6))
    table.add("1", "08:50", "every Monday", "Stand-up")
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
    _ width: Int?, _ expected: [String]
  ) {
    let lines = table.lines(in: width)
    #expect(lines == expected)
    if let width { #expect(lines.allSatisfy { $0.terminalWidth <= width }) }
  }

  @Test(arguments: 13...60)
  func `no line is wider than asked`(_ width: Int) {
    #expect(table.lines(in: width).allSatisfy { $0.terminalWidth <= width })
  }
}
