import CivilTime
import ICalendar
import ICalendarReader
import Testing

/// When a VTIMEZONE that differs from the time zone data is reported.
@Suite struct ZoneContradictionTests {
  /// A VTIMEZONE for Europe/Berlin; each observance is the lines after its offsets.
  private static func berlin(daylight: String, standard: String) -> String {
    "BEGIN:VTIMEZONE\nTZID:Europe/Berlin\n"
      + "BEGIN:DAYLIGHT\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n\(daylight)\nEND:DAYLIGHT\n"
      + "BEGIN:STANDARD\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\n\(standard)\nEND:STANDARD\n"
      + "END:VTIMEZONE\n"
  }

  /// The clock changes of 2026 only.
  private static let single = berlin(
    daylight: "DTSTART:20260329T020000", standard: "DTSTART:20261025T030000")

  /// Summer time for ever from March 2027 on.
  private static let endless = berlin(
    daylight:
      "DTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20270328T010000Z",
    standard:
      "DTSTART:19701025T030000\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20261025T010000Z")

  struct Row: CustomTestStringConvertible {
    let definition: String
    /// The lines of the event from DTSTART's value on.
    let event: String
    let isReported: Bool

    var testDescription: String { event }
  }

  @Test(arguments: [
    Row(definition: single, event: "20270115T090000", isReported: false),
    Row(definition: single, event: "20270715T090000", isReported: true),
    // The end differs alone.
    Row(
      definition: single, event: "20270327T230000\nDTEND;TZID=Europe/Berlin:20270328T060000",
      isReported: true),
    // Before the first onset the VTIMEZONE says nothing; and what is past can't ring.
    Row(definition: single, event: "20250715T090000", isReported: false),
    Row(definition: endless, event: "20271201T090000", isReported: true),
    Row(definition: endless, event: "20261201T090000", isReported: false),
    Row(definition: endless, event: "20270701T090000", isReported: false),
    Row(
      definition: endless, event: "20261201T090000\nRRULE:FREQ=DAILY;UNTIL=20270920T090000Z",
      isReported: false),
    Row(definition: endless, event: "20261201T090000\nRRULE:FREQ=DAILY", isReported: true),
    Row(
      definition: endless,
      event: "20261201T090000\nRRULE:FREQ=DAILY;UNTIL=20261220T090000Z\n"
        + "RDATE;TZID=Europe/Berlin:20271201T090000", isReported: true),
    // A year after the last fire that matters.
    Row(definition: endless, event: "20291201T090000", isReported: false),
    Row(definition: endless, event: "20271201T090000\nSTATUS:CANCELLED", isReported: false),
  ])
  func `a contradiction is reported where an occurrence that can ring would differ`(
    _ row: Row
  ) throws {
    var options = ReadingOptions(
      includesComponentsWithoutAlarms: true, firesFrom: instant("2026-11-25T00:00:00Z"))
    options.firesUntil = instant("2028-11-25T00:00:00Z")
    let text = calendar(
      row.definition
        + "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Europe/Berlin:\(row.event)\nEND:VEVENT\n")
    #expect(
      try read([text], options: options)[0].codes == (row.isReported ? ["zone-contradicted"] : []))
  }

  @Test func `a contradiction is reported once, where it matters first`() throws {
    let events = ["20261201", "20271201", "20271202"].map {
      "BEGIN:VEVENT\nUID:\($0)\nDTSTART;TZID=Europe/Berlin:\($0)T090000\nEND:VEVENT\n"
    }
    let document = try read(calendar(Self.endless + events.joined()))
    // The VTIMEZONE has lines 3 to 17, and each event 4 lines with DTSTART as the third.
    #expect(document.findings == ["zone-contradicted@24"])
  }
}
