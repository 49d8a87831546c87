package import ICalendar

extension Finding {
  /// A component, by its name, outside of any VCALENDAR.
  package static func calendarMissing(name: String) -> Finding {
    Finding(
      "calendar-missing", .warning, section: "RFC 5545, 3.4",
      message: "\(name) is outside of any VCALENDAR; it is read anyway")
  }

  /// A calendar in the format before iCalendar.
  package static let vCalendarUnsupported = Finding(
    "vcalendar-unsupported", .error, property: "VERSION", section: "RFC 5545, 3.7.4",
    message: "VERSION:1.0 is vCalendar, which is not supported; the calendar is skipped, export it "
      + "as iCalendar 2.0")

  /// A VCALENDAR that doesn't end.
  package static let calendarUnended = Finding(
    "calendar-unended", .warning, section: "RFC 5545, 3.4",
    message: "END:VCALENDAR is missing; the complete components are used")

  /// A calendar whose METHOD says that it is a message about events.
  package static func methodIgnored(_ method: String) -> Finding {
    Finding(
      "method-ignored", .note, property: "METHOD", section: "RFC 5546, 1.4",
      message: "METHOD:\(method) changes no event; the calendar is ignored")
  }

  /// A component, by its name, that doesn't end.
  package static func componentUnended(name: String) -> Finding {
    Finding(
      "component-unended", .error, section: "RFC 5545, 3.6",
      message: "END:\(name) is missing, so the component may be incomplete")
  }

  /// A component, by its name, within one that can't hold it.
  package static func componentMisplaced(name: String) -> Finding {
    Finding(
      "component-misplaced", .warning, section: "RFC 5545, 3.6",
      message: "\(name) is misplaced; it is ignored")
  }
}
