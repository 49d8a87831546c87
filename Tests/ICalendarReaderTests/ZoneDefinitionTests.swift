import CivilTime
import ICalendar
import ICalendarReader
import Testing

@Suite struct ZoneDefinitionTests {
  /// A VTIMEZONE with one STANDARD, which begins on line 3 of the calendar.
  private static func lone(_ name: String, _ lines: String) -> String {
    "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\n\(lines)\nEND:STANDARD\nEND:VTIMEZONE\n"
  }

  private func zone(
    _ name: String, _ definition: String, options: ReadingOptions? = nil
  ) throws -> (zone: Zone?, diagnostics: [Diagnostic]) {
    let all = options ?? ReadingOptions(includesComponentsWithoutAlarms: true)
    let document = try read(ZoneTests.text(name, definition), options: all)
    guard case .zone(let zone) = document.components.first?.start?.reference else {
      return (nil, document.diagnostics)
    }
    return (zone, document.diagnostics)
  }

  @Test func `TZID of a VTIMEZONE is a TEXT`() throws {
    let definition = ZoneTests.definition(
      #"(UTC+01:37) Ys\, Thule\; Avalon"#, standard: "+0137", daylight: "+0237")
    for name in ["(UTC+01:37) Ys, Thule; Avalon", #"(UTC+01:37) Ys\, Thule\; Avalon"#] {
      let found = try zone(name, definition)
      #expect(found.zone?.offset(at: instant("2026-07-05T00:00:00Z")) == 9_420)
      #expect(found.diagnostics.isEmpty)
    }
  }

  @Test(arguments: [
    ("0137", 5_820), ("+01:37", 5_820), ("-01:37", -5_820), ("+1", 3_600), ("-5", -18_000),
    ("+137", 5_820), ("+10", 36_000), ("+0137", 5_820), ("-013700", -5_820), ("+5328", 3_208),
  ])
  func `an offset is read in all notations`(text: String, offset: Int) throws {
    let definition = Self.lone(
      "Colony", "DTSTART:19700101T000000\nTZOFFSETFROM:\(text)\nTZOFFSETTO:\(text)")
    // Any zone with this offset is accepted.
    let found = try zone("Colony", definition).zone
    #expect(found?.offset(at: instant("2026-07-05T00:00:00Z")) == offset)
  }

  @Test(arguments: [
    "TZOFFSETTO:+0137\nDTSTART:16010101T000000", "TZOFFSETTO:+0137",
    "TZOFFSETTO:+0137\nTZOFFSETFROM:\nDTSTART:",
    "TZOFFSETTO:+0137\nTZOFFSETFROM:+0237",
  ])
  func `a single observance needs only TZOFFSETTO`(_ lines: String) throws {
    let found = try zone("Colony", Self.lone("Colony", lines))
    #expect(found.zone?.offset(at: instant("2026-07-05T00:00:00Z")) == 5_820)
    #expect(found.diagnostics.isEmpty)
  }

  struct Fault: CustomTestStringConvertible {
    let lines: String
    let cause: String
    var testDescription: String { cause }
  }

  @Test(arguments: [
    Fault(
      lines: "BEGIN:STANDARD\nTZOFFSETTO:later\nEND:STANDARD\n",
      cause: "its TZOFFSETTO \"later\" can't be read"),
    Fault(
      lines: "BEGIN:STANDARD\nDTSTART:19700101T000000\nEND:STANDARD\n",
      cause: "a STANDARD or DAYLIGHT lacks TZOFFSETTO"),
    Fault(
      lines: "BEGIN:STANDARD\nTZOFFSETTO:+0100\nRRULE:FREQ=SECONDLY\nEND:STANDARD\n",
      cause: "its RRULE \"FREQ=SECONDLY\" can't be read"),
    Fault(
      lines: "BEGIN:STANDARD\nTZOFFSETTO:+0100\nEND:STANDARD\n"
        + "BEGIN:DAYLIGHT\nTZOFFSETTO:+0200\nEND:DAYLIGHT\n",
      cause: "a STANDARD or DAYLIGHT lacks TZOFFSETFROM"),
    Fault(lines: "", cause: "it lacks STANDARD and DAYLIGHT"),
  ])
  func `the message about a VTIMEZONE names the cause, the line and the zone that is used`(
    _ fault: Fault
  ) throws {
    for (name, verb, used) in [
      ("Colony", "can't be", "the device's time zone is used"),
      ("(UTC+05:30) Foo", "can't be", "its offset UTC+05:30 without daylight saving time is used"),
      (
        "Europe/Berlin", "is not",
        "Europe/Berlin of the time zone data is used, so nothing is lost"
      ),
    ] {
      let found = try zone(name, "BEGIN:VTIMEZONE\nTZID:\(name)\n\(fault.lines)END:VTIMEZONE\n")
      #expect(
        found.diagnostics.map(\.message) == [
          "the VTIMEZONE of \"\(name)\" in line 3 \(verb) used, since \(fault.cause); \(used)"
        ])
    }
  }

  @Test(arguments: [
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=", "value-forgiven"),
    ("RRULE:RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "value-forgiven"),
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=-1", "value-forgiven"),
    ("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;INTERVAL=0", "interval-forgiven"),
  ])
  func `a rule of a VTIMEZONE with only one meaning is read, with a warning in its line`(
    rule: String, code: String
  ) throws {
    let definition = """
      BEGIN:VTIMEZONE
      TZID:Office
      BEGIN:STANDARD
      DTSTART:19701025T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:19700329T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      \(rule)
      END:DAYLIGHT
      END:VTIMEZONE

      """
    let found = try zone("Office", definition)
    #expect(found.zone?.identifier == "Europe/Berlin")
    #expect(found.diagnostics.map(\.code) == [code])
    // The calendar has two lines before the VTIMEZONE.
    #expect(found.diagnostics.map(\.location?.line) == [15])
  }

  /// Kathmandu has had +05:45 since 1986, and the time zone data don't change it in 2031.
  @Test func `an observance that the data lacks applies from its onset on`() throws {
    let definition = Self.lone(
      "Asia/Kathmandu", "DTSTART:20310920T020000\nTZOFFSETFROM:+0545\nTZOFFSETTO:+0600")
    let found = try zone("Asia/Kathmandu", definition)
    #expect(found.diagnostics.map(\.code) == ["zone-newer"])
    let zone = try #require(found.zone)
    #expect(zone.identifier == "Asia/Kathmandu" && !zone.isIANA)
    // The onset is 02:00 on the clock before the change.
    #expect(zone.offset(at: instant("2031-09-19T20:14:59Z")) == 20_700)
    #expect(zone.offset(at: instant("2031-09-19T20:15:00Z")) == 21_600)
    #expect(zone.offset(at: instant("1980-01-01T00:00:00Z")) == 19_800)
  }

  @Test func `a last observance that keeps the offset abolishes clock changes of the data`() throws
  {
    let changes =
      "BEGIN:DAYLIGHT\nDTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\n"
      + "TZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT\n"
      + "BEGIN:STANDARD\nDTSTART:19701025T030000\n"
      + "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20301027T010000Z\n"
      + "TZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\n"
    func definition(_ last: String) -> String {
      "BEGIN:VTIMEZONE\nTZID:Europe/Berlin\n"
        + changes.replacing(
          "BYMONTH=3;BYDAY=-1SU", with: "BYMONTH=3;BYDAY=-1SU;UNTIL=20310330T010000Z")
        + "BEGIN:STANDARD\n\(last)\nEND:STANDARD\nEND:VTIMEZONE\n"
    }
    let abolished = try zone(
      "Europe/Berlin",
      definition("DTSTART:20311026T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0200"))
    #expect(abolished.diagnostics.map(\.code) == ["zone-newer"])
    #expect(
      abolished.diagnostics.map(\.message) == [
        "the VTIMEZONE of \"Europe/Berlin\" in line 3 differs from Europe/Berlin of the time zone "
          + "data from 2031-10-26T01:00:00Z on; the VTIMEZONE is used from then on"
      ])
    #expect(abolished.zone?.offset(at: instant("2032-01-01T00:00:00Z")) == 7_200)
    #expect(abolished.zone?.offset(at: instant("2030-01-01T00:00:00Z")) == 3_600)
    // On a day without a clock change it adds nothing.
    let idle = try zone(
      "Europe/Berlin",
      definition("DTSTART:20310901T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0200"))
    #expect(idle.zone?.isIANA == true)
  }

  @Test(arguments: [
    // Before any release of the data.
    ("DTSTART:20190920T020000\nTZOFFSETFROM:+0545\nTZOFFSETTO:+0600", "zone-contradicted"),
    // From another offset than that of the data.
    ("DTSTART:20310920T020000\nTZOFFSETFROM:+0530\nTZOFFSETTO:+0600", nil),
    // Written for the offset at the time of the event.
    ("DTSTART:20260101T000000\nTZOFFSETFROM:+0545\nTZOFFSETTO:+0545", nil),
    // The rule doesn't match DTSTART.
    (
      "DTSTART:20310901T020000\nRRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=2SU\nTZOFFSETFROM:+0545\n"
        + "TZOFFSETTO:+0600", nil
    ),
  ])
  func `an observance without newer knowledge doesn't change the zone`(
    lines: String, code: String?
  ) throws {
    let options = ReadingOptions(
      includesComponentsWithoutAlarms: true, firesFrom: instant("2026-01-01T00:00:00Z"))
    let found = try zone("Asia/Kathmandu", Self.lone("Asia/Kathmandu", lines), options: options)
    #expect(found.zone?.isIANA == true)
    #expect(found.diagnostics.map(\.code) == (code.map { [$0] } ?? []))
  }

  /// A program with old data continues an abolished rule.
  ///
  /// Samoa's clocks went forward on the last Sunday of September until 2020, and not since.
  @Test func `a change that the data have abolished is not newer knowledge`() throws {
    let definition = Self.lone(
      "Pacific/Apia", "DTSTART:20300929T030000\nTZOFFSETFROM:+1300\nTZOFFSETTO:+1400")
    let found = try zone("Pacific/Apia", definition)
    #expect(found.zone?.isIANA == true)
    #expect(!found.diagnostics.contains { $0.code == "zone-newer" })
  }

  @Test func `a clock change one hour before that of the data is not newer knowledge`() throws {
    // By law Berlin's clocks go back at 03:00.
    let definition = Self.lone(
      "Europe/Berlin", "DTSTART:20271031T020000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100")
    #expect(try zone("Europe/Berlin", definition).zone?.isIANA == true)
  }

  @Test func `a contradiction is reported only for times at which something can fire`() throws {
    // A zone without daylight saving time has the same offset in winter.
    let definition = ZoneTests.definition("Europe/Berlin", daylight: nil)
    for (from, until, codes) in [
      ("2026-11-25T00:00:00Z", "2026-12-25T00:00:00Z", []),
      ("2026-11-25T00:00:00Z", "2027-04-25T00:00:00Z", ["zone-contradicted"]),
      ("2026-06-25T00:00:00Z", "2026-07-25T00:00:00Z", ["zone-contradicted"]),
    ] {
      var options = ReadingOptions(
        includesComponentsWithoutAlarms: true, firesFrom: instant(from))
      options.firesUntil = instant(until)
      let text = ZoneTests.text("Europe/Berlin", definition)
        .replacing("20260705T080000\r\n", with: "20260705T080000\r\nRRULE:FREQ=DAILY\r\n")
      #expect(try read([text], options: options)[0].codes == codes, "\(from)")
    }
  }
}

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

  /// Summer time from March 2027 on, without an end.
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
    var code = "zone-contradicted"

    var testDescription: String { event }
  }

  @Test(arguments: [
    Row(definition: single, event: "20270115T090000", isReported: false),
    Row(
      definition: single, event: "20270715T090000", isReported: true, code: "zone-replaced"),
    // Only the end of the event differs.
    Row(
      definition: single, event: "20270327T230000\nDTEND;TZID=Europe/Berlin:20270328T060000",
      isReported: true, code: "zone-replaced"),
    // The VTIMEZONE doesn't apply before its first onset, and a past event doesn't fire.
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
    // More than a year after the last relevant fire date.
    Row(definition: endless, event: "20291201T090000", isReported: false),
    Row(definition: endless, event: "20271201T090000\nSTATUS:CANCELLED", isReported: false),
  ])
  func `a contradiction is reported if it changes an occurrence that can fire`(
    _ row: Row
  ) throws {
    var options = ReadingOptions(
      includesComponentsWithoutAlarms: true, firesFrom: instant("2026-11-25T00:00:00Z"))
    options.firesUntil = instant("2028-11-25T00:00:00Z")
    let text = calendar(
      row.definition
        + "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Europe/Berlin:\(row.event)\nEND:VEVENT\n")
    #expect(
      try read([text], options: options)[0].codes == (row.isReported ? [row.code] : []))
  }

  @Test func `a contradiction is reported once, at the first affected line`() throws {
    let events = ["20261201", "20271201", "20271202"].map {
      "BEGIN:VEVENT\nUID:\($0)\nDTSTART;TZID=Europe/Berlin:\($0)T090000\nEND:VEVENT\n"
    }
    let document = try read(calendar(Self.endless + events.joined()))
    // The VTIMEZONE is on lines 3 to 17; each event has 4 lines, the third of which is DTSTART.
    #expect(document.findings == ["zone-contradicted@24"])
  }
}
