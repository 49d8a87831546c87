package import ICalendar

extension Finding {
  /// An option with a value that it can't have.
  package static func optionInvalid(option: String, value: String, expected: String) -> Finding {
    Finding(
      "option-invalid", .error,
      message:
        "the option \(option) is \(value), which is not \(expected); the nearest possible value "
        + "is used, if there is one")
  }

  /// A text that looks like a template with a rule whose property there isn't.
  package static func ruleUnknown(_ template: String, property: String) -> Finding {
    Finding(
      "rule-unknown", .warning,
      message: "--body \(template) is shown as it stands: \(property) is no property of a rule")
  }

  /// A rule that no component or alarm can match.
  package static func ruleImpossible(_ option: String, reason: String) -> Finding {
    Finding(
      "rule-impossible", .warning,
      message: "\(option) never matches, so it has no effect: \(reason)")
  }
}
