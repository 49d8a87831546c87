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
        ? "DTSTART and DUE are missing, so the alarms have no time" : "DTSTART is missing")
  }

  /// A property that stands more than once where one is allowed.
  package static func propertyRepeated(name: String) -> Finding {
    Finding(
      "property-repeated", .warning, property: name, section: "RFC 5545, 3.6.1",
      message: "\(name) appears more than once; the first one is used")
  }

  /// A value that is no DATE or DATE-TIME.
  package static func dateTimeInvalid(property: String, value: String) -> Finding {
    Finding(
      "date-time-invalid", .error, property: property, section: "RFC 5545, 3.3.5",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a DATE or DATE-TIME")
  }

  /// A value that is no DURATION.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: Its value.
  ///   - suggestion: The value that was probably meant; nil if that is unclear.
  /// - Returns: The error, without its consequence.
  package static func durationInvalid(
    property: String, value: String, suggestion: String? = nil
  ) -> Finding {
    Finding(
      "duration-invalid", .error, property: property, section: "RFC 5545, 3.3.6",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a DURATION"
        + (suggestion.map { " (did you mean \($0)?)" } ?? ""))
  }

  /// A malformed DURATION that has only one meaning.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: Its value.
  ///   - meaning: The duration that it was read as.
  /// - Returns: The warning.
  package static func durationForgiven(
    property: String, value: String, meaning: String
  ) -> Finding {
    Finding(
      "duration-forgiven", .warning, property: property, section: "RFC 5545, 3.3.6",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a DURATION; read as \(meaning)")
  }

  /// A value that is no INTEGER of the property.
  package static func numberInvalid(property: String, value: String) -> Finding {
    Finding(
      "number-invalid", .warning, property: property, section: "RFC 5545, 3.3.8",
      offendingText: value,
      message: "\(property) \"\(value)\" is not a number that \(property) can have")
  }

  /// A value that can't be read, and without which the rest of the component is used.
  package static func valueIgnored(property: String, value: String) -> Finding {
    Finding(
      "value-ignored", .warning, property: property, offendingText: value,
      message: "\(property) \"\(value)\" can't be read; the value is skipped")
  }

  /// An end that is before DTSTART, or an all-day event that ends as it starts.
  ///
  /// - Parameters:
  ///   - property: The property of the end, or DURATION.
  ///   - isBeforeStart: Whether the end is before the start.
  ///   - isDay: Whether it is that of an all-day event.
  /// - Returns: The warning.
  package static func endForgiven(
    property: String, isBeforeStart: Bool, isDay: Bool
  ) -> Finding {
    let isDuration = property == "DURATION"
    let consequence =
      isDay ? "the all-day event lasts one day" : "the end is taken to be the start"
    guard isBeforeStart else {
      return Finding(
        "end-is-start", .warning, property: property, section: "RFC 5545, 3.8.2.2",
        message: (isDuration ? "DURATION is zero" : "\(property) equals DTSTART")
          + "; \(consequence)")
    }
    return Finding(
      "end-before-start", .warning, property: property, section: "RFC 5545, 3.8.2.2",
      message: (isDuration ? "DURATION is negative" : "\(property) is before DTSTART")
        + "; \(consequence)")
  }

  /// A DATE-TIME of a series of whole days.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: Its value.
  ///   - meaning: The day that it was read as.
  /// - Returns: The warning.
  package static func dateForgiven(property: String, value: String, meaning: String) -> Finding {
    Finding(
      "date-forgiven", .warning, property: property, section: "RFC 5545, 3.8.5.1",
      offendingText: value,
      message: "\(property) \(value) is not a DATE, as DTSTART is; read as \(meaning)")
  }

  /// A quoted-printable text in an unknown character set.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: The value of CHARSET.
  /// - Returns: The warning.
  package static func charsetUnknown(property: String, name: String) -> Finding {
    Finding(
      "charset-unknown", .warning, property: property, offendingText: name,
      message: "the CHARSET \"\(name)\" is unknown; \(property) is not decoded")
  }
}
