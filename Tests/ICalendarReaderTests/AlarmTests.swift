import CivilTime
import ICalendar
import ICalendarReader
import Testing

@Suite struct AlarmTests {
  struct Row: CustomTestStringConvertible {
    let content: String
    let alarm: Alarm?
    let codes: [String]

    init(_ content: String, _ alarm: Alarm?, codes: [String] = []) {
      self.content = content
      self.alarm = alarm
      self.codes = codes
    }

    var testDescription: String { content.replacing("\n", with: " ") }
  }

  private static let before = Alarm(.relative(CalendarDuration(seconds: -900), to: .start))
  private static let christmas = Alarm(.absolute(instant("2026-12-24T08:00:00Z")))

  private static func before(
    count: Int = 0, interval: CalendarDuration = .zero, acknowledged: String? = nil,
    text: String? = nil, action: Alarm.Action = .display, uid: String? = nil
  ) -> Alarm {
    var alarm = Alarm(
      before.trigger, repeatCount: count, repeatInterval: interval,
      acknowledged: acknowledged.map(instant), text: text)
    alarm.action = action
    alarm.uid = uid
    return alarm
  }

  @Test(arguments: [
    Row("ACTION:DISPLAY\nTRIGGER:-PT15M", before),
    Row("action:audio\ntrigger:-pt15m", before(action: .audio)),
    Row("TRIGGER:-PT15M", before),
    Row("ACTION:NONE\nTRIGGER:-PT15M", nil),
    Row("ACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nX-APPLE-DEFAULT-ALARM:TRUE", nil),
    Row("ACTION:X-LAUNCH\nTRIGGER:-PT15M", nil, codes: ["action-unsupported"]),
    Row("TRIGGER:-PT15M\nX-KDE-KCALCORE-ENABLED:FALSE", nil, codes: ["alarms-off"]),
    Row("X-KDE-KCALCORE-ENABLED: false\nTRIGGER:-PT15M", nil, codes: ["alarms-off"]),
    Row("TRIGGER:-PT15M\nX-KDE-KCALCORE-ENABLED:TRUE", before),
    Row("ACTION:DISPLAY", nil, codes: ["trigger-missing"]),
    Row("TRIGGER:", nil, codes: ["trigger-missing"]),
    Row("TRIGGER:soon", nil, codes: ["trigger-invalid"]),
    Row("TRIGGER:-PT15", nil, codes: ["trigger-invalid"]),
    Row("TRIGGER;RELATED:-PT15M", nil, codes: ["line-unreadable"]),
    Row("TRIGGER;RELATED=START:-PT15M", before),
    Row(
      "TRIGGER;VALUE=DURATION;RELATED=END:P1W",
      Alarm(.relative(CalendarDuration(days: 7), to: .end))),
    Row(
      "TRIGGER;related=end:-P1DT2H",
      Alarm(.relative(CalendarDuration(days: -1, seconds: -7_200), to: .end))),
    Row("TRIGGER;VALUE=DATE-TIME:20261224T080000Z", christmas),
    Row("TRIGGER:20261224T080000Z", christmas),
    Row("TRIGGER;VALUE=DATE-TIME:-PT15M", before),
    Row(
      "TRIGGER:-PT15M\nREPEAT:3\nDURATION:PT5M",
      before(count: 3, interval: CalendarDuration(seconds: 300))),
    Row(
      "TRIGGER:-PT15M\nREPEAT:2147483647\nDURATION:P1D",
      before(count: 2_147_483_647, interval: CalendarDuration(days: 1))),
    Row("TRIGGER:-PT15M\nREPEAT:0", before),
    Row("TRIGGER:-PT15M\nREPEAT:3", before, codes: ["repeat-incomplete"]),
    Row("TRIGGER:-PT15M\nDURATION:PT5M", before, codes: ["repeat-incomplete"]),
    Row("TRIGGER:-PT15M\nREPEAT:2147483648\nDURATION:PT5M", before, codes: ["number-invalid"]),
    Row("TRIGGER:-PT15M\nREPEAT:-1\nDURATION:PT5M", before, codes: ["number-invalid"]),
    Row("TRIGGER:-PT15M\nREPEAT:1\nDURATION:PT0S", before, codes: ["duration-invalid"]),
    Row("TRIGGER:-PT15M\nREPEAT:1\nDURATION:-PT5M", before, codes: ["duration-invalid"]),
    Row(
      "TRIGGER:-PT15M\nACKNOWLEDGED:20260105T074500Z", before(acknowledged: "2026-01-05T07:45:00Z")),
    Row(
      "TRIGGER:-PT15M\nX-MOZ-LASTACK:20260105T074500Z", before(acknowledged: "2026-01-05T07:45:00Z")
    ),
    // RFC 5545 (3.3.6) doesn't define months in durations, so M means minutes.
    Row(
      "TRIGGER:-PT15M\nREPEAT:1\nDURATION:P1M",
      before(count: 1, interval: CalendarDuration(seconds: 60)), codes: ["duration-forgiven"]),
    Row("TRIGGER:-PT15M\nREPEAT:1\nDURATION:P1MT5M", before, codes: ["duration-invalid"]),
    Row("TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20261224T090000", christmas),
    Row("TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20261224T080000Z", christmas),
    Row("TRIGGER:-PT15M\nACKNOWLEDGED:yes", before, codes: ["value-ignored"]),
    Row("TRIGGER:-PT15M\nPROXIMITY:ARRIVE", nil, codes: ["proximity-unsupported"]),
    Row("TRIGGER:PT0S\nX-APPLE-PROXIMITY:ARRIVE", nil, codes: ["proximity-unsupported"]),
    Row("TRIGGER:-PT15M\nTRIGGER:-PT5M", before, codes: ["property-repeated"]),
    Row("TRIGGER:-PT15M\nUID:x\nRELATED-TO;RELTYPE=SNOOZE:y", before(uid: "x")),
    Row("TRIGGER:-PT15M\nDESCRIPTION:a\\, b", before(text: "a, b")),
    Row("TRIGGER:-PT15M\nDESCRIPTION:\nSUMMARY:s", before(text: "s")),
    Row(
      "ACTION:EMAIL\nTRIGGER:-PT15M\nDESCRIPTION:body\nSUMMARY:subject",
      before(text: "subject", action: .email)),
    Row("TRIGGER:-PT15M\nBEGIN:VLOCATION\nUID:l\nTRIGGER:-P1D\nEND:VLOCATION", before),
  ])
  func `an alarm is read, ignored on purpose, or rejected without its component`(_ row: Row) throws
  {
    let document = try read(event("BEGIN:VALARM\n\(row.content)\nEND:VALARM"))
    #expect(document.components.map(\.alarms) == [[row.alarm]])
    #expect(document.codes == row.codes)
  }

  @Test func `a rejected alarm keeps its index`() throws {
    let document = try read(
      event(
        """
        BEGIN:VALARM
        TRIGGER:never
        END:VALARM
        BEGIN:VALARM
        TRIGGER:-PT15M
        END:VALARM
        SUMMARY:after the alarms
        """))
    #expect(document.components.map(\.alarms) == [[nil, Self.before]])
    #expect(document.components.map(\.title) == ["after the alarms"])
    #expect(document.findings == ["trigger-invalid@7"])
  }

  @Test func `the next alarm or the end of the event closes an alarm`() throws {
    let document = try read(
      event("BEGIN:VALARM\nTRIGGER:-PT5M\nBEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM"))
    let early = Alarm(.relative(CalendarDuration(seconds: -300), to: .start))
    #expect(document.components.map(\.alarms) == [[early, Self.before]])
    #expect(document.findings == ["component-closed@6"])
    #expect(
      document.diagnostics.map(\.message) == [
        "END:VALARM is missing; the component ends before line 8"
      ])
    let last = try read(event("BEGIN:VALARM\nTRIGGER:-PT5M"))
    #expect(last.components.map(\.alarms) == [[early]])
    #expect(last.codes == ["component-closed"])
  }

  @Test func `a property of an event closes an alarm`() throws {
    let document = try read(
      event("BEGIN:VALARM\nTRIGGER:-PT15M\nDTSTART:20260106T090000\nRRULE:FREQ=DAILY\nSUMMARY:s"))
    let component = try #require(document.components.first)
    #expect(component.alarms == [Self.before])
    #expect(component.start?.text == "2026-01-06T09:00:00")
    #expect(component.rules.map(\.description) == ["FREQ=DAILY"])
    #expect(component.title == "s")
    #expect(document.codes == ["component-closed"])
  }

  struct UnendedRow: CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let alarm: Alarm
    /// The first line behind the alarm.
    let end: Int
  }

  // RFC 5545, 3.6.1 and 3.6.6, and RFC 9074, 4: UID, SUMMARY and DESCRIPTION occur at most once.
  @Test(arguments: [
    UnendedRow(
      testDescription: "the UID of the event",
      lines: [
        "BEGIN:VALARM", "TRIGGER:-PT15M", "ACTION:DISPLAY", "UID:a", "SUMMARY:s",
        "DTSTART:20260106T090000",
      ], alarm: before(), end: 7),
    UnendedRow(
      testDescription: "the SUMMARY of the event",
      lines: [
        "UID:a", "DTSTART:20260106T090000", "BEGIN:VALARM", "TRIGGER:-PT15M", "DESCRIPTION:d",
        "SUMMARY:s",
      ], alarm: before(text: "d"), end: 9),
    UnendedRow(
      testDescription: "a second UID",
      lines: [
        "BEGIN:VALARM", "UID:b", "TRIGGER:-PT15M", "UID:a", "SUMMARY:s", "DTSTART:20260106T090000",
      ], alarm: before(uid: "b"), end: 7),
    UnendedRow(
      testDescription: "a second DESCRIPTION",
      lines: [
        "UID:a", "SUMMARY:s", "DTSTART:20260106T090000", "BEGIN:VALARM", "TRIGGER:-PT15M", "UID:b",
        "DESCRIPTION:d", "SUMMARY:x", "DESCRIPTION:e",
      ], alarm: before(text: "d", uid: "b"), end: 12),
  ])
  func `an alarm without an end leaves the event its UID and texts`(_ row: UnendedRow) throws {
    let lines = ["BEGIN:VEVENT"] + row.lines + ["END:VEVENT"]
    let document = try read(calendar(lines.joined(separator: "\n")))
    let component = try #require(document.components.first)
    #expect(component.uid == "a" && component.title == "s")
    #expect(component.start?.text == "2026-01-06T09:00:00")
    #expect(component.alarms == [row.alarm])
    #expect(
      document.diagnostics.map(\.message) == [
        "END:VALARM is missing; the component ends before line \(row.end)"
      ])
  }

  @Test(arguments: [
    ("BEGIN:X-BOX\nNAME:inside", true, "component-closed"),
    ("BEGIN:X-BOX\nRRULE:FREQ=DAILY", false, "component-unended"),
    ("BEGIN:X-BOX\nBEGIN:VALARM\nEND:VALARM", false, "component-unended"),
  ])
  func `an unknown component without an end rejects its event only if it may have its lines`(
    content: String, isRead: Bool, code: String
  ) throws {
    let document = try read(event(content, alarm: ""))
    #expect(document.components.count == (isRead ? 1 : 0))
    #expect(document.codes == [code])
  }

  @Test(arguments: [
    ("ACTION:PROCEDURE\nTRIGGER:-PT5M", "", ["action-unsupported"]),
    ("ACTION:PROCEDURE\nTRIGGER:-PT5M", "STATUS:CANCELLED\n", []),
    ("ACTION:NONE\nTRIGGER:-PT5M", "", []),
    ("ACTION:PROCEDURE\nTRIGGER:-PT5M\nEND:VALARM\nBEGIN:VALARM\nTRIGGER:-PT15M", "", []),
  ])
  func `an unknown action gets a note if no other alarm rings`(
    alarm: String, lines: String, codes: [String]
  ) throws {
    let document = try read(event("\(lines)BEGIN:VALARM\n\(alarm)\nEND:VALARM"))
    #expect(document.codes == codes)
    #expect(document.diagnostics.allSatisfy { $0.message.hasPrefix("ACTION:PROCEDURE ") })
  }
  @Test func `an alarm that is off is no other alarm, and gets one note`() throws {
    let procedure = "BEGIN:VALARM\nACTION:PROCEDURE\nTRIGGER:-PT5M\n"
    let off = "X-KDE-KCALCORE-ENABLED:FALSE\nEND:VALARM\n"
    let document = try read(
      event("BEGIN:VALARM\nTRIGGER:-PT5M\n\(off)\(procedure)END:VALARM"))
    #expect(document.findings == ["alarms-off@6", "action-unsupported@11"])
    #expect(
      document.diagnostics.last?.message
        == "ACTION:PROCEDURE is not supported, and the event has no other alarm that rings; it "
        + "does not ring")
    #expect(try read(event(procedure + off)).findings == ["alarms-off@6"])
  }
}
