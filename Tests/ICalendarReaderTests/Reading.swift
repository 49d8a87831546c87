import CivilTime
import ICalendar
import ICalendarReader
import Libical
import Testing

/// One database for all tests: walking a zone of Foundation's takes longest.
let database = ZoneDatabase()

/// Reads a text as one file, with all of its components.
func read(
  _ text: String, options: ReadingOptions = ReadingOptions(includesComponentsWithoutAlarms: true)
) throws -> CalendarDocument {
  try read([text], options: options)[0]
}

/// Reads texts as files called 1.ics, 2.ics and so on.
func read(_ texts: [String], options: ReadingOptions) throws -> [CalendarDocument] {
  let reader = CalendarReader(zones: database, options: options)
  let scans = try texts.enumerated().map { index, text in
    try reader.scan(Array(text.utf8), file: "\(index + 1).ics")
  }
  let documents = reader.documents(selecting: scans)
  // Whatever a test reads, both grammars read alike.
  let checked = CalendarReader(
    zones: database, options: options, grammar: CheckedGrammar.init)
  #expect(checked.documents(selecting: scans) == documents)
  return documents
}

/// A calendar around some lines.
func calendar(_ content: String) -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines(content) + "END:VCALENDAR\r\n"
}

/// A calendar with one event that has a UID, a start on 2026-01-05 08:00 floating unless the lines
/// give one, and an alarm unless they give one.
func event(_ content: String, alarm: String = "TRIGGER:-PT15M") -> String {
  let start = content.uppercased().contains("DTSTART") ? "" : "DTSTART:20260105T080000\n"
  let alarmLines =
    content.contains("VALARM") || alarm.isEmpty
    ? "" : "BEGIN:VALARM\nACTION:DISPLAY\n\(alarm)\nEND:VALARM\n"
  return calendar(
    "BEGIN:VEVENT\nUID:event@example.org\n\(start)\(lines(content))\(alarmLines)END:VEVENT")
}

/// Lines with CRLF at their ends.
private func lines(_ text: String) -> String {
  if text.isEmpty { return "" }
  let separated = text.replacing("\r\n", with: "\n")
  return (separated.hasSuffix("\n") ? separated : separated + "\n").replacing("\n", with: "\r\n")
}

/// The instant of an ISO 8601 text; the epoch where a test has a typing error.
func instant(_ text: String) -> Instant {
  Instant(iso8601: text) ?? Instant(secondsSince1970: 0)
}

extension CalendarDocument {
  /// The codes of the diagnostics.
  var codes: [String] { diagnostics.map(\.code) }

  /// `code@line` for each diagnostic.
  var findings: [String] {
    diagnostics.map { "\($0.code)@\($0.location?.line ?? 0)" }
  }
}

extension CalendarTime {
  /// The time and its reference in one text, for tables.
  var text: String {
    if isDate { return String(civil.description.prefix(10)) }
    return switch reference {
    case .floating: "\(civil)"
    case .utc: "\(civil)Z"
    case .zone(let zone): "\(civil) \(zone.identifier)"
    }
  }
}
