/// Texts of calendars in the syntax of RFC 5545, for tests of the program.
package enum CalendarText {
  /// Returns a calendar with components.
  package static func calendar(_ components: String...) -> String { calendar(components) }

  /// Returns a calendar with components.
  package static func calendar(_ components: [String]) -> String {
    crlf(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//tests//EN\n"
        + components.joined() + "END:VCALENDAR\n")
  }

  /// Returns a calendar with one event.
  package static func one(_ uid: String) -> String { calendar(event(uid)) }

  /// Returns an event, by default on 5 January 2026 at 09:00 UTC with an alarm at its start.
  ///
  /// The default title contains the UID, because identical alarms are merged.
  ///
  /// - Parameters:
  ///   - uid: Its UID.
  ///   - start: The line of its start.
  ///   - rule: Its rule; nil for none.
  ///   - title: Its title.
  ///   - lines: Further lines.
  ///   - alarm: The trigger of its alarm, perhaps with further lines; nil for no alarm.
  /// - Returns: The lines of the component.
  package static func event(
    _ uid: String = "event@example.org", start: String = "DTSTART:20260105T090000Z",
    rule: String? = nil, title: String? = nil, lines: [String] = [], alarm: String? = "PT0S"
  ) -> String {
    let title = title ?? (uid == "event@example.org" ? "Title" : "Title of \(uid)")
    let more = (rule.map { ["RRULE:\($0)"] } ?? []) + lines
    let alarm =
      alarm.map {
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Alarm\nTRIGGER:\($0)\nEND:VALARM\n"
      } ?? ""
    return "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(start)\n"
      + more.map { "\($0)\n" }.joined() + "SUMMARY:\(title)\n\(alarm)END:VEVENT\n"
  }

  /// A daily meeting with an alarm.
  package static let daily = calendar(event(start: "DTSTART:20260101T090000Z", rule: "FREQ=DAILY"))

  /// Returns a text with the line ends of a calendar.
  package static func crlf(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}
