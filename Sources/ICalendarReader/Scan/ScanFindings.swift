package import ICalendar

extension Finding {
  /// A component, by its name, outside of any VCALENDAR.
  package static func calendarMissing(name: String) -> Finding {
    Finding(
      "calendar-missing", .warning, section: "RFC 5545, 3.4",
      message: "\(name) stands outside of any VCALENDAR; it is read all the same")
  }

  /// A VCALENDAR that doesn't end.
  package static let calendarUnended = Finding(
    "calendar-unended", .warning, section: "RFC 5545, 3.4", message: "END:VCALENDAR is missing")

  /// A calendar whose METHOD says that it is a message about events.
  package static func methodIgnored(_ method: String) -> Finding {
    Finding(
      "method-ignored", .note, property: "METHOD", section: "RFC 5546, 1.4",
      message: "METHOD:\(method) is about an event and changes none, so the calendar asks for "
        + "nothing")
  }

  /// A component, by its name, that doesn't end.
  package static func componentUnended(name: String) -> Finding {
    Finding(
      "component-unended", .error, section: "RFC 5545, 3.6",
      message: "END:\(name) is missing, so the component may be incomplete and is left out")
  }

  /// A component, by its name, within one that can't hold it.
  package static func componentMisplaced(name: String) -> Finding {
    Finding(
      "component-misplaced", .warning, section: "RFC 5545, 3.6",
      message: "\(name) stands where it has no meaning and is left out")
  }
}
