package import ICalendar

extension Finding {
  /// Two requests with one identifier.
  package static func identifierTaken(identifier: String) -> Finding {
    Finding(
      "identifier-taken", .error,
      message: "two requests have the identifier \(identifier), of which a device keeps one; the "
        + "other is left out")
  }
}
