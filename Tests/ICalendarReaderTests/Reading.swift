import CivilTime
import ICalendar
import ICalendarReader
import Libical
import Testing

/// A shared database, because reading Foundation's zones takes most of the time.
let database = ZoneDatabase()

/// Reads a text as one file; by default with components that lack alarms.
func read(
  _ text: String, options: ReadingOptions = ReadingOptions(includesComponentsWithoutAlarms: true)
) throws -> CalendarDocument {
  try read([text], options: options)[0]
}

/// Reads texts as files named 1.ics, 2.ics and so on.
func read(_ texts: [String], options: ReadingOptions) throws -> [CalendarDocument] {
  let reader = CalendarReader(zones: database, options: options)
  let scans = try texts.enumerated().map { index, text in
    try reader.scan(Array(text.utf8), file: "\(index + 1).ics")
  }
  let documents = reader.documents(selecting: scans)
  // Every test also checks that both grammars agree.
  let checked = CalendarReader(
    zones: database, options: options, grammar: CheckedGrammar.init)
  #expect(checked.documents(selecting: scans) == documents)
  return documents
}

/// A VCALENDAR that contains the lines.
func calendar(_ content: String) -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines(content) + "END:VCALENDAR\r\n"
}

/// A calendar with one event, with defaults for the missing lines.
///
/// The event has a UID, a floating start on 2026-01-05 at 08:00 unless the lines have one, and an
/// alarm unless they have one.
func event(_ content: String, alarm: String = "TRIGGER:-PT15M") -> String {
  let start = content.uppercased().contains("DTSTART") ? "" : "DTSTART:20260105T080000\n"
  let alarmLines =
    content.contains("VALARM") || alarm.isEmpty
    ? "" : "BEGIN:VALARM\nACTION:DISPLAY\n\(alarm)\nEND:VALARM\n"
  return calendar(
    "BEGIN:VEVENT\nUID:event@example.org\n\(start)\(lines(content))\(alarmLines)END:VEVENT")
}

/// The lines with CRLF ends.
private func lines(_ text: String) -> String {
  if text.isEmpty { return "" }
  let separated = text.replacing("\r\n", with: "\n")
  return (separated.hasSuffix("\n") ? separated : separated + "\n").replacing("\n", with: "\r\n")
}

/// The instant of an ISO 8601 text; the epoch if the text is invalid.
func instant(_ text: String) -> Instant {
  Instant(iso8601: text) ?? Instant(secondsSince1970: 0)
}

extension CalendarDocument {
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
