import CivilTime
import ICalendar
import ICalendarReader
import Testing

/// The zone that a TZID means.
@Suite struct ZoneTests {
  /// A VTIMEZONE with STANDARD and DAYLIGHT, or with STANDARD only.
  static func definition(
    _ name: String, extra: String = "", standard: String = "+0100", daylight: String? = "+0200",
    summer: String = "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
    winter: String = "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"
  ) -> String {
    let from = daylight ?? standard
    return """
      BEGIN:VTIMEZONE
      TZID:\(name)
      \(extra)
      BEGIN:STANDARD
      DTSTART:19701025T030000
      TZOFFSETFROM:\(from)
      TZOFFSETTO:\(standard)
      \(daylight == nil ? "" : "RRULE:" + winter)
      END:STANDARD

      """
        + (daylight.map { daylight in
          """
          BEGIN:DAYLIGHT
          DTSTART:19700329T020000
          TZOFFSETFROM:\(standard)
          TZOFFSETTO:\(daylight)
          RRULE:\(summer)
          END:DAYLIGHT

          """
        } ?? "") + "END:VTIMEZONE\n"
  }

  static func text(_ name: String, _ definition: String = "") -> String {
    let quoted = name.contains(where: { ":,;".contains($0) }) ? "\"\(name)\"" : name
    return calendar(
      definition
        + "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=\(quoted):20260705T080000\nEND:VEVENT\n")
  }

  struct Row: CustomTestStringConvertible {
    let name: String
    let definition: String
    /// The zone's identifier; nil for a floating time.
    let identifier: String?
    let isIANA: Bool
    let codes: [String]

    init(
      _ name: String, _ definition: String = "", is identifier: String?, isIANA: Bool = true,
      codes: [String] = []
    ) {
      self.name = name
      self.definition = definition
      self.identifier = identifier
      self.isIANA = isIANA
      self.codes = codes
    }

    var testDescription: String { name }
  }

  @Test(arguments: [
    Row("Europe/Berlin", is: "Europe/Berlin"),
    Row("europe/BERLIN", is: "Europe/Berlin"),
    Row("America/New York", is: "America/New_York"),
    Row("US/Eastern", is: "US/Eastern"),
    Row("US-Eastern", is: "US/Eastern"),
    Row("/mozilla.org/20050126_1/Europe/Berlin", is: "Europe/Berlin"),
    Row("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", is: "Europe/Berlin"),
    Row(
      "/softwarestudio.org/Olson_20011030_5/America/Argentina/Buenos_Aires",
      is: "America/Argentina/Buenos_Aires"),
    Row("/citadel.org/20210210_1/Asia/Tokyo", is: "Asia/Tokyo"),
    Row("W. Europe Standard Time", is: "Europe/Berlin"),
    Row("w. europe standard time", is: "Europe/Berlin"),
    Row("Tokyo Standard Time", is: "Asia/Tokyo"),
    Row("UTC+02", is: "Etc/GMT-2"),
    Row("Nowhere/Else", is: nil, codes: ["zone-unknown"]),
    Row("Home\\nAway", is: nil, codes: ["zone-unknown"]),
    Row("Office", definition("Office", extra: "X-LIC-LOCATION:Europe/Berlin"), is: "Europe/Berlin"),
    Row("Office", definition("Office", extra: "TZID-ALIAS-OF:Europe/Paris"), is: "Europe/Paris"),
    Row(
      "Office", definition("Office", extra: "TZURL:http://tzurl.org/zoneinfo/Europe/Rome"),
      is: "Europe/Rome"),
    // Equivalent to many zones; the zone whose city is named is used.
    Row(
      "(UTC+01:00) Amsterdam, Berlin, Bern, Rome",
      definition("(UTC+01:00) Amsterdam, Berlin, Bern, Rome"), is: "Europe/Amsterdam"),
    Row(
      "Eastern",
      definition(
        "Eastern", standard: "-0500", daylight: "-0400",
        summer: "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", winter: "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
      // The clocks change at 02:00 and 03:00 here, an hour later in autumn than by law.
      is: "America/New_York"),
    // PyPI vobject names zones after their winter time, and changes the clocks an hour too late.
    Row("GMT", definition("GMT", standard: "+0000", daylight: "+0100"), is: "Europe/London"),
    Row(
      "EST",
      definition(
        "EST", standard: "-0500", daylight: "-0400",
        summer: "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", winter: "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
      is: "America/New_York"),
    // X-LIC-LOCATION comes before the offsets.
    Row(
      "EST",
      definition(
        "EST", extra: "X-LIC-LOCATION:America/Toronto", standard: "-0500", daylight: "-0400",
        summer: "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", winter: "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
      is: "America/Toronto"),
    Row("MST", definition("MST", standard: "-0700", daylight: nil), is: "MST"),
    Row("CET", definition("CET"), is: "CET"),
    Row("EST", is: "EST"),
    Row(
      "/example.org/2026_1/HST",
      definition(
        "/example.org/2026_1/HST", standard: "-1000", daylight: "-0900",
        summer: "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", winter: "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
      is: "America/Adak"),
    Row(
      "Colony", definition("Colony", standard: "+0137", daylight: nil), is: "Colony", isIANA: false),
    Row(
      "Europe/Berlin", definition("Europe/Berlin", standard: "+0900", daylight: nil),
      is: "Europe/Berlin", codes: ["zone-contradicted"]),
    Row(
      "Europe/Berlin", definition("Europe/Berlin", summer: "FREQ=YEARLY;BYMONTH=8;BYDAY=1SU"),
      is: "Europe/Berlin", codes: ["zone-contradicted"]),
    // On 5 July both definitions have summer time.
    Row(
      "Europe/Berlin", definition("Europe/Berlin", summer: "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"),
      is: "Europe/Berlin"),
    Row("Europe/Berlin", definition("Europe/Berlin"), is: "Europe/Berlin"),
    // The last onset of rules that end applies without an end.
    Row(
      "Europe/Berlin",
      definition(
        "Europe/Berlin", summer: "FREQ=YEARLY;UNTIL=20060326T010000Z;BYMONTH=3;BYDAY=-1SU",
        winter: "FREQ=YEARLY;UNTIL=20061029T010000Z;BYMONTH=10;BYDAY=-1SU"), is: "Europe/Berlin",
      codes: ["zone-contradicted"]),
    // A single onset applies without an end.
    Row(
      "Europe/Berlin", definition("Europe/Berlin", daylight: nil), is: "Europe/Berlin",
      codes: ["zone-contradicted"]),
    Row(
      "Odd", definition("Odd").replacing("TZOFFSETTO:+0200", with: "TZOFFSETTO:later"), is: nil,
      codes: ["zone-invalid"]),
    Row(
      "Europe/Berlin", definition("Europe/Berlin").replacing("+0200", with: "west"),
      is: "Europe/Berlin", codes: ["zone-replaced"]),
    Row(
      "Fast", definition("Fast", summer: "FREQ=SECONDLY"), is: nil, codes: ["zone-invalid"]),
    Row(
      "Daily", definition("Daily", summer: "FREQ=DAILY"), is: nil, codes: ["zone-invalid"]),
    Row("Other", definition("Europe/Berlin"), is: nil, codes: ["zone-unknown"]),
  ])
  func `a TZID is matched to a zone by name, city or behaviour`(_ row: Row) throws {
    let document = try read(Self.text(row.name, row.definition))
    let start = try #require(document.components.first?.start)
    if let identifier = row.identifier {
      guard case .zone(let zone) = start.reference else {
        Issue.record("\(start.text)")
        return
      }
      #expect(zone.identifier == identifier)
      #expect(zone.isIANA == row.isIANA)
    } else {
      #expect(start.reference == .floating)
    }
    #expect(document.codes == row.codes)
  }

  @Test func `a zone with custom rules has their offsets`() throws {
    let definition = Self.definition("Colony", standard: "+0137", daylight: "+0237")
    let start = try read(Self.text("Colony", definition)).components.first?.start
    guard case .zone(let zone) = start?.reference else {
      Issue.record("no zone")
      return
    }
    // 2026-03-29T02:00 and 2026-10-25T03:00, each on the clock before the change.
    #expect(zone.offset(at: instant("2026-03-29T00:22:59Z")) == 5_820)
    #expect(zone.offset(at: instant("2026-03-29T00:23:00Z")) == 9_420)
    #expect(zone.offset(at: instant("2026-10-25T00:22:59Z")) == 9_420)
    #expect(zone.offset(at: instant("2026-10-25T00:23:00Z")) == 5_820)
  }

  @Test func `a summer time with the right start is recognised by its behaviour`()
    throws
  {
    // New York's clock goes back at 02:00, so the definition's 03:00 is replaced.
    let definition = Self.definition(
      "Eastern", standard: "-0500", daylight: "-0400", summer: "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
      winter: "FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"
    ).replacing("19701025T030000", with: "19701025T020000")
    let start = try read(Self.text("Eastern", definition)).components.first?.start
    #expect(start?.text == "2026-07-05T08:00:00 America/New_York")
  }

  @Test func `iCloud's local mean time doesn't prevent a match`() throws {
    let definition = Self.definition("Home").replacing(
      "END:VTIMEZONE",
      with: "BEGIN:STANDARD\nDTSTART:18930401T000000\nTZOFFSETFROM:+5328\nTZOFFSETTO:+0100\n"
        + "END:STANDARD\nEND:VTIMEZONE")
    let document = try read(Self.text("Home", definition))
    #expect(document.diagnostics.isEmpty)
    guard case .zone(let zone) = document.components.first?.start?.reference else {
      Issue.record("no zone")
      return
    }
    #expect(zone.isIANA)
  }

  @Test func `an error of a zone is reported once`() throws {
    let event =
      "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=No:20260705T080000\n"
      + "DTEND;TZID=No:20260705T090000\nEND:VEVENT\n"
    #expect(try read(calendar(event + event)).findings == ["zone-unknown@5"])
  }

  @Test func `a calendar's own definition has priority over others in the file`() throws {
    let one = Self.text("Here", Self.definition("Here", extra: "X-LIC-LOCATION:Asia/Tokyo"))
    let two = Self.text("Here", Self.definition("Here", extra: "X-LIC-LOCATION:Europe/Berlin"))
    let starts = try read(one + two + Self.text("Here")).components.map { $0.start?.text }
    #expect(
      starts == [
        "2026-07-05T08:00:00 Asia/Tokyo", "2026-07-05T08:00:00 Europe/Berlin",
        "2026-07-05T08:00:00 Asia/Tokyo",
      ])
  }
}
