package import ICalendar

extension Finding {
  /// A component, by its name, with more bytes than are read.
  package static func componentTooLarge(name: String, limit: Int) -> Finding {
    Finding(
      "component-too-large", .error,
      message: "\(name) is larger than \(limit) bytes")
  }

  /// A component that is needed after all, of a file that another program has changed meanwhile.
  package static let componentChanged = Finding(
    "component-changed", .error,
    message: "the file changed while it was read; this component is skipped")

  /// A component with more alarms than are read.
  package static func alarmsCut(limit: Int) -> Finding {
    Finding(
      "alarms-cut", .error, property: "VALARM",
      message:
        "the component has more than \(limit) alarms; this alarm and the later ones are skipped"
    )
  }

  /// A property that can't be read.
  package static func lineUnreadable(name: String, reason: String) -> Finding {
    Finding(
      "line-unreadable", .error, property: name, section: "RFC 5545, 3.1",
      message: "\(name) can't be read: \(reason)")
  }

  /// A line that is no property.
  package static let lineIgnored = Finding(
    "line-ignored", .warning, section: "RFC 5545, 3.1",
    message: "the line has no colon; it is ignored")
}
