package import ICalendar

extension Finding {
  /// A TZID that means nothing.
  package static func zoneUnknown(name: String) -> Finding {
    Finding(
      "zone-unknown", .warning, property: "TZID", section: "RFC 5545, 3.2.19", offendingText: name,
      message: "the time zone \"\(name)\" is unknown and has no whole VTIMEZONE; the device's zone "
        + "is used")
  }

  /// A VTIMEZONE that is not what its name says.
  package static func zoneContradicted(name: String, identifier: String) -> Finding {
    Finding(
      "zone-contradicted", .warning, property: "TZID", section: "RFC 5545, 3.6.5",
      offendingText: name,
      message: "the VTIMEZONE of \"\(name)\" contradicts \(identifier), which is used")
  }

  /// A VTIMEZONE that can't be read.
  package static func zoneInvalid(name: String) -> Finding {
    Finding(
      "zone-invalid", .warning, property: "TZID", section: "RFC 5545, 3.6.5",
      message: "the VTIMEZONE of \"\(name)\" can't be used: a part of it can't be read, or it has "
        + "more than \(TimeZoneDefinition.maximumRules) rules, "
        + "\(TimeZoneDefinition.maximumOnsets) onsets or \(TimeZoneDefinition.maximumSize >> 10) KiB"
    )
  }
}
