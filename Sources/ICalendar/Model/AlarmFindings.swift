extension Finding {
  /// An alarm without TRIGGER.
  package static let triggerMissing = Finding(
    "trigger-missing", .error, property: "TRIGGER", section: "RFC 5545, 3.6.6",
    message: "the alarm has no TRIGGER")

  /// A TRIGGER that can't be read.
  package static func triggerInvalid(value: String) -> Finding {
    Finding(
      "trigger-invalid", .error, property: "TRIGGER", section: "RFC 5545, 3.8.6.3",
      offendingText: value,
      message: "TRIGGER \"\(value)\" is neither a DURATION nor a DATE-TIME")
  }

  /// One of REPEAT and DURATION without the other.
  package static let repeatIncomplete = Finding(
    "repeat-incomplete", .warning, property: "REPEAT", section: "RFC 5545, 3.6.6",
    message: "REPEAT needs DURATION and the reverse; the alarm fires once")

  /// An alarm that is due where somebody is.
  package static let proximityUnsupported = Finding(
    "proximity-unsupported", .error, property: "PROXIMITY", section: "RFC 9074, 8.1",
    message: "an alarm by place can't be turned into one by time")
}
