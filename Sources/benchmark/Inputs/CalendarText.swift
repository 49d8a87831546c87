/// The text of a calendar file: content lines, folded, with CRLF (RFC 5545, 3.1).
struct CalendarText {
  private(set) var bytes: [UInt8] = []

  /// The zone of the times that have one.
  static let zone = "Europe/Berlin"

  /// The most octets of a line, without its end.
  private static let lineLength = 75

  /// Begins a calendar with the definition of its zone.
  init() {
    add(
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//ics2notify benchmark//EN",
      "BEGIN:VTIMEZONE", "TZID:\(CalendarText.zone)",
      "BEGIN:DAYLIGHT", "TZNAME:CEST", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
      "DTSTART:19810329T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
      "BEGIN:STANDARD", "TZNAME:CET", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
      "DTSTART:19961027T030000", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD",
      "END:VTIMEZONE")
  }

  /// Adds content lines.
  mutating func add(_ lines: String...) {
    for line in lines {
      // Cut before any octet but the second and later ones of a character.
      var length = 0
      for character in line.unicodeScalars {
        let width = UTF8.width(character)
        if length + width > CalendarText.lineLength {
          bytes += "\r\n ".utf8
          length = 1
        }
        bytes += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
        length += width
      }
      bytes += "\r\n".utf8
    }
  }

  /// What was added since the last time, for files that are written piece by piece.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// What is left of the file, with its end.
  var ended: [UInt8] { bytes + "END:VCALENDAR\r\n".utf8 }
}
