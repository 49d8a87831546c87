import CivilTime
import ICalendar
import ICalendarReader
import Testing

@Suite struct FloatingZoneTests {
  /// An event at 08:00 without a zone, unless `lines` have a start.
  private static func text(_ zone: String, _ lines: String = "") -> String {
    event(lines).replacing(
      "VERSION:2.0", with: zone.isEmpty ? "VERSION:2.0" : "X-WR-TIMEZONE:\(zone)")
  }

  private func read(
    _ text: String, on device: String? = "America/New_York",
    floating: ReadingOptions.FloatingZone? = nil
  ) throws -> CalendarDocument {
    var options = ReadingOptions(firesFrom: instant("2026-01-01T00:00:00Z"))
    options.deviceZone = device.flatMap { database.zone(named: $0) }
    options.floatingZone = floating
    return try ICalendarReaderTests.read([text], options: options)[0]
  }

  @Test(arguments: [
    ("Europe/Madrid", "America/New_York", ["floating-calendar-zone@3"]),
    // Another name of a zone with the same offsets.
    ("US/Eastern", "America/New_York", []),
    ("Europe/Madrid", "Europe/Paris", []),
    ("W. Europe Standard Time", "Asia/Tokyo", ["floating-calendar-zone@3"]),
    ("Atlantis", "America/New_York", []),
    ("", "America/New_York", []),
  ])
  func `local times stay floating, and a note names the calendar's different zone`(
    zone: String, device: String, findings: [String]
  ) throws {
    let document = try read(Self.text(zone), on: device)
    #expect(document.components.first?.start?.text == "2026-01-05T08:00:00")
    #expect(document.findings == findings)
  }

  @Test(arguments: [
    "DTSTART:20260105T080000Z",
    "DTSTART;TZID=Europe/Paris:20260105T080000\nEXDATE:20260106T070000Z\nEXDATE;VALUE=DATE:20260107",
    "STATUS:CANCELLED", "DTSTART;VALUE=DATE:20260105\nSTATUS:CANCELLED",
    "BEGIN:VALARM\nACTION:NONE\nTRIGGER:-PT15M\nEND:VALARM",
  ])
  func `without a local time that fires, there is no note`(_ lines: String) throws {
    #expect(try read(Self.text("Europe/Madrid", lines)).findings.isEmpty)
  }

  @Test func `an unknown TZID is not a local time`() throws {
    let text = Self.text("Europe/Madrid", "DTSTART;TZID=Atlantis:20260105T080000")
    #expect(try read(text).findings == ["zone-unknown@5"])
  }

  @Test func `the note appears once for local times and once for days in each file`() throws {
    let text = Self.text("Europe/Madrid")
    let again = text.replacing("event@example.org", with: "other@example.org")
    #expect(try read(text + again).codes == ["floating-calendar-zone"])
    let day = Self.text("Europe/Madrid", "DTSTART;VALUE=DATE:20260105")
      .replacing("event@example.org", with: "day@example.org")
    let messages = try read(day + text + again + day).diagnostics.map(\.message)
    try #require(messages.count == 2)
    #expect(messages[0].hasPrefix("all-day events and to-dos count on the clock of the device"))
    #expect(messages[0].hasSuffix("give --time-zone Europe/Madrid"))
    #expect(messages[1].hasSuffix("--floating-zone calendar uses the latter"))
  }

  @Test(arguments: [
    ("Europe/Madrid", "America/New_York", 1), ("Europe/Madrid", "Europe/Paris", 0),
    ("Atlantis", "America/New_York", 0),
  ])
  func `an all-day event that rings has the note if the zones differ`(
    zone: String, device: String, count: Int
  ) throws {
    let document = try read(Self.text(zone, "DTSTART;VALUE=DATE:20260105"), on: device)
    #expect(document.codes == Array(repeating: "floating-calendar-zone", count: count))
  }

  @Test func `local times are in the chosen zone, and dates stay floating`() throws {
    let berlin = try #require(database.zone(named: "Europe/Berlin"))
    for (zone, floating, text) in [
      ("Europe/Madrid", .calendar, "2026-01-05T08:00:00 Europe/Madrid"),
      ("UTC", .calendar, "2026-01-05T08:00:00Z"),
      ("", .calendar, "2026-01-05T08:00:00"),
      ("Europe/Madrid", .zone(berlin), "2026-01-05T08:00:00 Europe/Berlin"),
      ("", .zone(berlin), "2026-01-05T08:00:00 Europe/Berlin"),
    ] as [(String, ReadingOptions.FloatingZone, String)] {
      let document = try read(Self.text(zone), floating: floating)
      #expect(document.components.first?.start?.text == text)
      #expect(document.findings.isEmpty)
      let day = try read(Self.text(zone, "DTSTART;VALUE=DATE:20260105"), floating: floating)
      #expect(day.components.first?.start?.text == "2026-01-05")
      #expect(day.codes == (zone.isEmpty ? [] : ["floating-calendar-zone"]))
    }
  }

  @Test func `EXDATE, RDATE and RECURRENCE-ID follow DTSTART`() throws {
    let lines = "RRULE:FREQ=DAILY\nEXDATE:20260106T080000\nRDATE:20260107T200000"
    let document = try read(Self.text("Asia/Tokyo", lines), floating: .calendar)
    let component = try #require(document.components.first)
    #expect(component.exceptionDates.map(\.text) == ["2026-01-06T08:00:00 Asia/Tokyo"])
    #expect(component.recurrenceDates.map(\.start.text) == ["2026-01-07T20:00:00 Asia/Tokyo"])
  }

  @Test func `the first X-WR-TIMEZONE applies, even if folded and after the events`() throws {
    let text = Self.text("").replacing(
      "END:VCALENDAR",
      with: "X-WR-TIMEZONE:Asia/\r\n Tokyo\r\nX-WR-TIMEZONE:Europe/Rome\r\nEND:VCALENDAR")
    let start = try read(text, floating: .calendar).components.first?.start
    #expect(start?.text == "2026-01-05T08:00:00 Asia/Tokyo")
  }
}
