/// Texts of calendars.
enum Calendars {
  /// Returns a calendar with components.
  static func calendar(_ components: String...) -> String {
    crlf(
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//tests//EN\n"
        + components.joined() + "END:VCALENDAR\n")
  }

  /// Returns a calendar with one event.
  static func one(_ uid: String) -> String { calendar(event(uid)) }

  /// Returns an event, by default on 5 January 2026 at 09:00 UTC with an alarm at its start.
  ///
  /// The default title contains the UID, because identical alarms are merged.
  static func event(
    _ uid: String = "event@example.org", start: String = "DTSTART:20260105T090000Z",
    rule: String? = nil, title: String? = nil, alarm: String? = "PT0S"
  ) -> String {
    let title = title ?? (uid == "event@example.org" ? "Title" : "Title of \(uid)")
    let rule = rule.map { "RRULE:\($0)\n" } ?? ""
    let alarm =
      alarm.map {
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:Alarm\nTRIGGER:\($0)\nEND:VALARM\n"
      } ?? ""
    return "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(start)\n\(rule)"
      + "SUMMARY:\(title)\n\(alarm)END:VEVENT\n"
  }

  /// A daily meeting with an alarm.
  static let daily = calendar(event(start: "DTSTART:20260101T090000Z", rule: "FREQ=DAILY"))

  static func crlf(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}
