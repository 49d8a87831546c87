extension Finding {
  /// A component without UID.
  package static let uidMissing = Finding(
    "uid-missing", .warning, property: "UID", section: "RFC 5545, 3.8.4.7",
    message: "UID is missing; one is made from the content")

  /// A component without a start, by its name.
  package static func startMissing(component: String) -> Finding {
    Finding(
      "start-missing", .error, property: "DTSTART", section: "RFC 5545, 3.8.2.4",
      message: component == "VTODO"
        ? "the to-do has neither DTSTART nor DUE, so its alarms have no time"
        : "DTSTART is missing, so the event has no time")
  }

  /// A property that stands more than once where one is allowed.
  package static func propertyRepeated(name: String) -> Finding {
    Finding(
      "property-repeated", .warning, property: name, section: "RFC 5545, 3.6.1",
      message: "\(name) stands more than once; the first one counts")
  }

  /// A value that is no DATE or DATE-TIME.
  package static func dateTimeInvalid(property: String, value: String) -> Finding {
    Finding(
      "date-time-invalid", .error, property: property, section: "RFC 5545, 3.3.5",
      offendingText: value,
      message: "\(property) \"\(value)\" is no DATE or DATE-TIME of the calendar")
  }

  /// A value that is no DURATION.
  package static func durationInvalid(property: String, value: String) -> Finding {
    Finding(
      "duration-invalid", .error, property: property, section: "RFC 5545, 3.3.6",
      offendingText: value, message: "\(property) \"\(value)\" is no DURATION")
  }

  /// A value that is no INTEGER of the property.
  package static func numberInvalid(property: String, value: String) -> Finding {
    Finding(
      "number-invalid", .warning, property: property, section: "RFC 5545, 3.3.8",
      offendingText: value, message: "\(property) \"\(value)\" is not a number it can have")
  }

  /// A value that can't be read, and without which the component means the same.
  package static func valueIgnored(property: String, value: String) -> Finding {
    Finding(
      "value-ignored", .warning, property: property, offendingText: value,
      message: "\(property) \"\(value)\" can't be read and is ignored")
  }

  /// An end, by its property, before DTSTART.
  package static func endBeforeStart(property: String) -> Finding {
    Finding(
      "end-before-start", .warning, property: property, section: "RFC 5545, 3.8.2.2",
      message: "\(property) lies before DTSTART; the event is taken to end at once")
  }
}
