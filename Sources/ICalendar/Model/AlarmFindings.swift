extension Finding {
  /// An alarm without TRIGGER.
  package static let triggerMissing = Finding(
    "trigger-missing", .error, property: "TRIGGER", section: "RFC 5545, 3.6.6",
    message: "the alarm has no TRIGGER")

  /// A TRIGGER that can't be read.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - suggestion: The value that was probably meant; nil if that is unclear.
  /// - Returns: The error, without its consequence.
  package static func triggerInvalid(value: String, suggestion: String? = nil) -> Finding {
    Finding(
      "trigger-invalid", .error, property: "TRIGGER", section: "RFC 5545, 3.8.6.3",
      offendingText: value,
      message: "TRIGGER \"\(value)\" is neither a DURATION nor a DATE-TIME"
        + (suggestion.map { " (did you mean \($0)?)" } ?? ""))
  }

  /// A TRIGGER at a time that is not in UTC.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - zone: The zone in which it was read, in words.
  ///   - instant: The instant that it was read as.
  /// - Returns: The warning.
  package static func triggerTimeForgiven(value: String, zone: String, instant: String) -> Finding {
    Finding(
      "trigger-time-forgiven", .warning, property: "TRIGGER", section: "RFC 5545, 3.8.6.3",
      offendingText: value,
      message: "TRIGGER \"\(value)\" is not a DATE-TIME in UTC; read in \(zone), as \(instant)")
  }

  /// An absolute TRIGGER of a component that recurs.
  ///
  /// - Parameter component: The component, in words.
  /// - Returns: The note.
  package static func triggerOnce(component: String) -> Finding {
    Finding(
      "trigger-once", .note, property: "TRIGGER", section: "RFC 5545, 3.8.6.3",
      message: "TRIGGER is an instant; the alarm fires once, although the \(component) recurs")
  }

  /// One of REPEAT and DURATION without the other.
  package static let repeatIncomplete = Finding(
    "repeat-incomplete", .warning, property: "REPEAT", section: "RFC 5545, 3.6.6",
    message: "REPEAT and DURATION need each other; the alarm fires once")

  /// An alarm that is due where somebody is.
  package static let proximityUnsupported = Finding(
    "proximity-unsupported", .error, property: "PROXIMITY", section: "RFC 9074, 8.1",
    message: "alarms by place are not supported")
}
