package import ICalendar

extension Finding {
  /// An option with a value that it can't have.
  package static func optionInvalid(option: String, value: String, expected: String) -> Finding {
    Finding(
      "option-invalid", .error,
      message: "the option \(option) is \(value), which is not \(expected)")
  }
}
