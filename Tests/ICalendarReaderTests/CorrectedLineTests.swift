import CivilTime
import ICalendar
import ICalendarReader
import Testing

@Suite struct CorrectedLineTests {
  struct Row: CustomTestStringConvertible {
    let line: String
    /// The standard line with the same meaning.
    let standard: String
    /// The end of the message.
    let messages: [String]

    init(_ line: String, as standard: String, _ messages: String...) {
      self.line = line
      self.standard = standard
      self.messages = messages
    }

    var testDescription: String { line }
  }

  private static let zone = "TZID=America/New_York"

  // RFC 5545, 3.1: the parameters precede the first colon, and the name is written once.
  @Test(arguments: [
    Row("RRULE:RRULE:FREQ=DAILY", as: "RRULE:FREQ=DAILY", "read as RRULE:FREQ=DAILY"),
    Row("rrule:RRULE:Rrule: RRULE:FREQ=DAILY", as: "RRULE:FREQ=DAILY", "read as rrule:FREQ=DAILY"),
    Row("EXRULE:EXRULE:FREQ=DAILY", as: "EXRULE:FREQ=DAILY", "read as EXRULE:FREQ=DAILY"),
    Row(
      "EXDATE:EXDATE;\(zone):20260106T080000", as: "EXDATE;\(zone):20260106T080000",
      "read as EXDATE;\(zone):20260106T080000"),
    Row(
      "RDATE;\(zone):RDATE:20260106T080000", as: "RDATE;\(zone):20260106T080000",
      "read as RDATE;\(zone):20260106T080000"),
    Row(
      "DTSTART:\(zone):20260106T080000", as: "DTSTART;\(zone):20260106T080000",
      "read as DTSTART;\(zone):20260106T080000"),
    Row(
      "DTSTART:VALUE=DATE-TIME;TZID=\"America/New_York\":20260106T080000",
      as: "DTSTART;\(zone):20260106T080000",
      "read as DTSTART;VALUE=DATE-TIME;TZID=\"America/New_York\":20260106T080…"),
    Row(
      "DTSTART;VALUE=DATE-TIME:\(zone):20260106T080000", as: "DTSTART;\(zone):20260106T080000",
      "read as DTSTART;VALUE=DATE-TIME;\(zone):20260106T08000…"),
    Row(
      "DTEND:DTEND:20260106T080000", as: "DTEND:20260106T080000", "read as DTEND:20260106T080000"),
    Row("DURATION:DURATION:PT1H", as: "DURATION:PT1H", "read as DURATION:PT1H"),
    Row(
      "RECURRENCE-ID:RANGE=THISANDFUTURE:20260106T080000",
      as: "RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T080000",
      "read as RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T080000"),
    Row("STATUS:STATUS:CANCELLED", as: "STATUS:CANCELLED", "read as STATUS:CANCELLED"),
  ])
  func `a value that begins like a content line is joined with its property`(_ row: Row) throws {
    try expectReading(row)
  }

  // RFC 5545, 3.8.5.1 and 3.8.5.2: EXDATE has times, and a list has commas. ISO 8601-1:2019,
  // 5.3.2: 24:00 is the end of a day.
  @Test(arguments: [
    Row(
      "EXDATE:20260106T080000/PT1H,20260107T080000", as: "EXDATE:20260106T080000,20260107T080000",
      "EXDATE \"20260106T080000/PT1H\" is a period; read as 20260106T080000, its start"),
    Row(
      "EXDATE;VALUE=PERIOD:20260106T080000Z/20260106T090000Z", as: "EXDATE:20260106T080000Z",
      "read as 20260106T080000Z, its start"),
    Row(
      "RECURRENCE-ID:20260106T080000/PT1H", as: "RECURRENCE-ID:20260106T080000",
      "read as 20260106T080000, its start"),
    Row(
      "EXDATE;\(zone):20260106T080000;20260107T080000",
      as: "EXDATE;\(zone):20260106T080000,20260107T080000",
      "separates its times by semicolons; read as 20260106T080000,20260107T080000"),
    Row(
      "RDATE:20260106T080000/PT1H;20260107T080000",
      as: "RDATE:20260106T080000/PT1H,20260107T080000",
      "read as 20260106T080000/PT1H,20260107T080000"),
    Row(
      "DTEND:20261231T240000", as: "DTEND:20270101T000000",
      "DTEND \"20261231T240000\" has the hour 24; read as 20270101T000000"),
    Row("DTEND:2026-12-31T24:00Z", as: "DTEND:20270101T000000Z", "read as 20270101T000000Z"),
    Row(
      "RDATE:20260106T220000/20260106T240000", as: "RDATE:20260106T220000/20260107T000000",
      "read as 20260107T000000"),
    Row(
      "RRULE:FREQ=DAILY;UNTIL=20260228T240000", as: "RRULE:FREQ=DAILY;UNTIL=20260301T000000",
      "read as 20260301T000000"),
    Row("RRULE:COUNT=-1;FREQ=DAILY", as: "RRULE:FREQ=DAILY", "read as no COUNT"),
    Row(
      "EXRULE:FREQ=DAILY; count=-1 ;INTERVAL=0", as: "EXRULE:FREQ=DAILY", "read as no COUNT",
      "read as 1"),
    Row("RRULE:FREQ=DAILY;INTERVAL= 0", as: "RRULE:FREQ=DAILY", "INTERVAL=0 is invalid; read as 1"),
    Row(
      "RRULE:FREQ=DAILY;INTERVAL=+0", as: "RRULE:FREQ=DAILY", "INTERVAL=+0 is invalid; read as 1"),
    Row("RRULE:FREQ=DAILY;interval =0", as: "RRULE:FREQ=DAILY", "INTERVAL=0 is invalid; read as 1"),
    Row(
      "RRULE:FREQ=DAILY;Count= -1", as: "RRULE:FREQ=DAILY",
      "RRULE \"Count= -1\" is not a number of occurrences; read as no COUNT"),
    Row(
      "EXRULE:FREQ=DAILY;UNTIL = 20260228t240000", as: "EXRULE:FREQ=DAILY;UNTIL=20260301T000000",
      "EXRULE \"20260228t240000\" has the hour 24; read as 20260301T000000"),
  ])
  func `a value with one meaning is read as its standard form`(_ row: Row) throws {
    try expectReading(row)
  }

  private func expectReading(_ row: Row) throws {
    var component = try #require(read(event(row.line)).components.first)
    component.startText = nil
    var expected = try #require(read(event(row.standard)).components.first)
    expected.startText = nil
    #expect(component == expected)
    let diagnostics = try read(event(row.line)).diagnostics
      .filter { ["value-forgiven", "interval-forgiven"].contains($0.code) }
    #expect(diagnostics.map(\.severity) == row.messages.map { _ in .warning })
    for (diagnostic, message) in zip(diagnostics, row.messages) {
      #expect(diagnostic.message.hasSuffix(message), "\(diagnostic.message)")
    }
  }

  @Test(arguments: [
    ("TRIGGER:VALUE=DATE-TIME:20261209T170000Z", "2026-12-09T17:00:00Z"),
    ("TRIGGER;VALUE=DATE-TIME:TRIGGER:20261209T170000Z", "2026-12-09T17:00:00Z"),
    ("TRIGGER:VALUE=DATE-TIME;TZID=Europe/Berlin:20261209T180000", "2026-12-09T17:00:00Z"),
    ("TRIGGER:20261209T240000Z", "2026-12-10T00:00:00Z"),
  ])
  func `an absolute trigger with its parameters behind the colon is read`(
    line: String, expected: String
  ) throws {
    let document = try read(event("", alarm: line))
    #expect(document.components.first?.alarms == [Alarm(.absolute(instant(expected)))])
    #expect(document.codes == ["value-forgiven"])
  }

  @Test(arguments: ["TRIGGER:RELATED=END:-PT15M", "TRIGGER:TRIGGER;RELATED=END:-PT15M"])
  func `a relative trigger with its parameters behind the colon is read`(line: String) throws {
    let document = try read(event("DURATION:PT1H", alarm: line))
    let alarm = Alarm(.relative(CalendarDuration(seconds: -900), to: .end))
    #expect(document.components.first?.alarms == [alarm])
    #expect(document.codes == ["value-forgiven"])
  }

  // A colon in an unquoted TZID, the name of a property in a text, dates that aren't a list.
  @Test(arguments: [
    ("DTSTART;TZID=+01:00:20260106T080000", []), ("SUMMARY:SUMMARY: the year", []),
    ("SUMMARY:VALUE=DATE:1", []), ("RRULE:FREQ=DAILY;BYHOUR=0", []),
    ("RDATE:20260106T080000/PT24H", []), ("EXDATE:20260106T080000;TZID=UTC", ["value-ignored"]),
    ("RRULE:FREQ=DAILY;COUNT=-2", ["rule-invalid"]), ("RRULE:RRULE;FREQ=DAILY", ["rule-invalid"]),
    ("DTEND:20260105T240001", ["value-ignored"]), ("DTEND:99991231T240000", ["value-ignored"]),
    ("RRULE:FREQ=DAILY;UNTIL=99991231T240000", ["rule-invalid"]),
  ])
  func `other lines are not corrected`(line: String, codes: [String]) throws {
    #expect(try read(event(line)).codes.filter { $0 != "value-ignored" || !codes.isEmpty } == codes)
  }

  @Test func `a UID keeps its bytes`() throws {
    let document = try read(event("").replacing("UID:event", with: "UID:UID:event"))
    #expect(document.components.map(\.uid) == ["UID:event@example.org"])
    #expect(document.codes.isEmpty)
  }

  @Test func `a message quotes the text of the file`() throws {
    let lines = """
      RRULE:freq=daily; until=NaNNaN
      RRULE:FREQ=WEEKLY;UNTIL=2026-02-01
      EXDATE:99991231T240000
      """
    let messages = try read(event(lines)).diagnostics.map(\.message)
    try #require(messages.count == 3)
    #expect(messages[0].hasPrefix("UNTIL=NaNNaN is not "))
    #expect(messages[1].hasPrefix("UNTIL=2026-02-01 is not "))
    #expect(messages[2].hasPrefix("EXDATE \"99991231T240000\" can't be read"))
  }

  @Test func `several rules and two ends of a rule get one note each`() throws {
    let rules = ["WEEKLY;COUNT=9;UNTIL=20260301T080000", "MONTHLY", "YEARLY"]
    let document = try read(event(rules.map { "RRULE:FREQ=\($0)" }.joined(separator: "\n")))
    #expect(document.findings == ["rule-ends-twice@6", "rules-united@7"])
    #expect(document.diagnostics.allSatisfy { $0.severity == .note })
    #expect(
      document.diagnostics.last?.message
        == "the event has 3 RRULEs, which RFC 5545 leaves undefined; the dates of all are used, "
        + "also those of FREQ=MONTHLY")
  }

  // The name of the property, the text that is repeated behind it, and the number of corrections.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("RRULE", "RRULE:", 1), ("DTSTART", "DTSTART:VALUE=DATE:", 1),
      ("EXDATE", "EXDATE;VALUE=DATE:", 1), ("EXDATE", "20260106T240000/PT1H,", 1_000),
      ("EXDATE", "20260106T080000;", 1), ("DTEND", "DTEND:\"", 1),
    ])
  func `a hundred thousand repetitions take linear time and are reported in bounded number`(
    name: String, text: String, count: Int
  ) throws {
    let line = "\(name):" + String(repeating: text, count: 100_000) + "20260106"
    let codes = try read(event(line)).codes
    #expect(codes.count { $0 == "value-forgiven" } == count)
    #expect(codes.count { $0 == "corrections-cut" } == (count == 1_000 ? 1 : 0))
    #expect(codes.count <= 1_002)
  }

  @Test func `a hundred thousand corrected lines take linear time`() throws {
    let line = "EXDATE:EXDATE:20260106T080000/PT1H\n"
    let clock = ContinuousClock()
    let start = clock.now
    let document = try read(event(String(repeating: line, count: 100_000)))
    #expect(document.components.first?.exceptionDates.count == 100_000)
    // A copy of the component for each line takes minutes.
    #expect(clock.now - start < .seconds(20))
  }

  @Test func `the first correction that is not reported is named`() throws {
    let line = "EXDATE:20260106T080000/PT1H\n"
    let all = try read(event(String(repeating: line, count: 1_000)))
    #expect(all.codes == Array(repeating: "value-forgiven", count: 1_000))
    let cut = try read(event(String(repeating: line, count: 1_002)))
    #expect(cut.codes.dropLast() == all.codes[...])
    #expect(cut.findings.last == "corrections-cut@1006")
    #expect(cut.components.first?.exceptionDates.count == 1_002)
  }
}
