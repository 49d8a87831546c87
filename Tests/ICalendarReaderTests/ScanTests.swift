import ICalendar
import ICalendarReader
import Testing

@Suite struct ScanTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let lines: [String]
    let uids: [String]
    let findings: [String]

    init(_ name: String, _ lines: [String], uids: [String], findings: [String] = []) {
      self.name = name
      self.lines = lines
      self.uids = uids
      self.findings = findings
    }

    var testDescription: String { name }
  }

  static let a = ["BEGIN:VEVENT", "UID:a", "DTSTART:20260105", "END:VEVENT"]
  static let b = ["BEGIN:VTODO", "UID:b", "DUE:20260105", "END:VTODO"]
  static let begin = ["BEGIN:VCALENDAR"]
  static let end = ["END:VCALENDAR"]

  @Test(arguments: [
    Row("two components", begin + a + b + end, uids: ["a", "b"]),
    Row("two calendars", begin + a + end + begin + b + end, uids: ["a", "b"]),
    Row(
      "two files joined, with the marks of their byte order",
      ["\u{FEFF}BEGIN:VCALENDAR"] + a + end + ["\u{FEFF}BEGIN:VCALENDAR"] + b + end,
      uids: ["a", "b"]),
    Row("a calendar inside another", begin + begin + a + end + b + end, uids: ["a", "b"]),
    Row("no end of the calendar", begin + a, uids: ["a"], findings: ["calendar-unended@5"]),
    Row(
      "no end of the first calendar", begin + a + begin + b + end, uids: ["a", "b"],
      findings: ["calendar-unended@11"]),
    Row(
      "vCalendar 1.0", begin + ["VERSION:1.0"] + a + end + begin + ["version: 1.0"] + b + end,
      uids: [], findings: ["vcalendar-unsupported@2"]),
    Row(
      "vCalendar 1.0 beside iCalendar",
      begin + a + ["VERSION:1.0"] + end + begin + ["VERSION:2.0"] + b + end,
      uids: ["b"], findings: ["vcalendar-unsupported@6"]),
    Row(
      "a wrong version before an alarm of iCalendar",
      begin + ["VERSION:1.0"] + a.dropLast() + ["BEGIN:VALARM", "TRIGGER:PT0S", "END:VALARM"]
        + a.suffix(1) + b + end, uids: ["a", "b"]),
    Row("no calendar", a + b, uids: ["a", "b"], findings: ["calendar-missing@1"]),
    Row(
      "no end of a component", begin + a.dropLast() + b + end, uids: ["a", "b"],
      findings: ["component-closed@2"]),
    Row(
      "no end of the last component", begin + a + b.dropLast() + end, uids: ["a", "b"],
      findings: ["component-closed@6"]),
    Row(
      "no ends at all", begin + a.dropLast() + b.dropLast(), uids: ["a", "b"],
      findings: ["component-closed@2", "component-closed@5", "calendar-unended@7"]),
    Row(
      "another calendar after a file cut off", begin + a.dropLast() + begin + b + end, uids: ["b"],
      findings: ["component-unended@2", "calendar-unended@10"]),
    Row(
      "a file cut off", begin + a + ["BEGIN:VEVENT", "UID:c", "DTSTART:2026"], uids: ["a"],
      findings: ["component-unended@6", "calendar-unended@8"]),
    Row(
      "an end without a beginning", begin + ["END:VEVENT"] + a + end, uids: ["a"],
      findings: ["component-misplaced@2"]),
    Row(
      "an alarm outside", begin + ["BEGIN:VALARM", "END:VALARM"] + a + end, uids: ["a"],
      findings: ["alarm-misplaced@2"]),
    Row(
      "a component of no known kind around", begin + ["BEGIN:X-BOX"] + a + ["END:X-BOX"] + b + end,
      uids: ["a", "b"]),
    Row(
      "a journal and a time zone between",
      begin + ["BEGIN:VJOURNAL", "UID:j", "END:VJOURNAL", "BEGIN:VTIMEZONE", "END:VTIMEZONE"] + a
        + end, uids: ["a"]),
    Row(
      "lower case",
      ["begin:vcalendar", "Begin:vEvent", "uid:a", "dtstart:20260105", "End:vevent"]
        + ["end:vcalendar"], uids: ["a"]),
    Row(
      "folded names",
      ["BEG", " IN:VCALENDAR", "BEGIN:VEV", "\tENT", "U", " ID:", " a", "DTST", " ART:20260105"]
        + ["E", " ND:VEVENT", "END:VCALENDAR"], uids: ["a"]),
    Row(
      "blanks behind names", ["BEGIN:VCALENDAR ", "BEGIN:VEVENT\t"] + a.dropFirst() + end,
      uids: ["a"]),
    Row(
      "blank lines and junk between", begin + ["", "junk", "\u{1}"] + a + ["more"] + end,
      uids: ["a"]),
  ])
  func `components have the right begin and end`(_ row: Row) throws {
    for separator in ["\r\n", "\n", "\r\r\n"] {
      let document = try read(row.lines.joined(separator: separator) + separator)
      #expect(document.components.map(\.uid) == row.uids)
      #expect(document.findings == row.findings)
    }
  }

  @Test func `the last component needs no line end`() throws {
    let document = try read((Self.begin + Self.a + Self.end).joined(separator: "\n"))
    #expect(document.components.map(\.uid) == ["a"])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `components and properties have their physical lines`() throws {
    let document = try read(
      calendar(
        """
        BEGIN:VEVENT
        UID:a
        SUMMARY:one
          two
         three
        DTSTART:20260105
        END:VEVENT
        BEGIN:VEVENT
        UID:b
        DTSTART:2026-13-05
        END:VEVENT
        """))
    #expect(document.components.map(\.location) == [SourceLocation(file: "1.ics", line: 3)])
    #expect(document.findings == ["date-time-invalid@12"])
    #expect(document.diagnostics.first?.uid == "b")
    #expect(document.components.first?.title == "one twothree")
  }

  @Test func `calendars beyond the limit are skipped`() throws {
    let calendar = (Self.begin + Self.end).joined(separator: "\n") + "\n"
    let full = String(repeating: calendar, count: 249_999)
    let last = [Self.a, Self.b, Self.a].flatMap { Self.begin + $0 + Self.end }
    let document = try read(full + last.joined(separator: "\n"))
    #expect(document.components.map(\.uid) == ["a"])
    #expect(document.findings == ["calendars-cut@500005"])
    #expect(document.componentCounts.components == 1)
  }

  @Test func `the scan counts components without alarms`() throws {
    let alarm = ["BEGIN:VALARM", "TRIGGER:-PT5M", "END:VALARM"]
    let withAlarm = Self.a.dropLast() + alarm + alarm + ["END:VEVENT"]
    let document = try read(
      (Self.begin + Self.a + withAlarm + Self.b + Self.end).joined(separator: "\n"),
      options: ReadingOptions())
    #expect(document.componentCounts.components == 3)
    #expect(document.componentCounts.componentsWithoutAlarms == 2)
    #expect(document.components.count == 2, "two share a UID, of which one has alarms")
    #expect(
      document.componentCounts.events == 1 && document.componentCounts.eventsWithoutAlarms == 0)
    #expect(document.componentCounts.toDos == 1 && document.componentCounts.toDosWithoutAlarms == 1)
  }
}
