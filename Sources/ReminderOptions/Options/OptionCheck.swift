package import CivilTime
package import ICalendar

extension CompilerOptions {
  /// The invalid options, each as a diagnostic.
  ///
  /// The command line rejects invalid options with its own messages. Apps find the diagnostics in
  /// the plan.
  package var faults: [Diagnostic] {
    var check = OptionCheck()
    check(
      isNowKnown, option: "now", value: "\(now.secondsSince1970) s since 1970",
      expected: "between the years 1900 and 2399")
    check(horizon.isForward, option: "horizon", value: horizon, expected: "a positive duration")
    check(
      renewWithin.isForward, option: "renewWithin", value: renewWithin,
      expected: "a positive duration")
    return check.diagnostics
  }

  /// The options with invalid values replaced by the nearest valid ones.
  package var corrected: CompilerOptions {
    var options = self
    let instants = CompilerOptions.knownInstants
    options.now = min(max(now, instants.lowerBound), instants.upperBound + -1)
    if !horizon.isForward { options.horizon = .zero }
    if !renewWithin.isForward { options.renewWithin = .zero }
    return options
  }

  /// Whether plans are possible for `now`.
  package var isNowKnown: Bool { CompilerOptions.knownInstants.contains(now) }

  /// The instants for which plans are possible: 1900-01-01T00:00:00Z up to 2400-01-01T00:00:00Z,
  /// where rules and zone tables end.
  package static let knownInstants =
    Instant(secondsSince1970: -2_208_988_800)..<ZoneDatabase.end
}

extension NotificationOptions {
  /// The invalid options of the device, each as a diagnostic.
  package var deviceFaults: [Diagnostic] {
    var check = OptionCheck()
    let most = NotificationOptions.largestLimit(on: layer)
    check(limit >= 0, option: "limit", value: limit, expected: "0 or more")
    check(limit <= most, option: "limit", value: limit, expected: "at most \(most)")
    check(reserve >= 0, option: "reserve", value: reserve, expected: "0 or more")
    return check.diagnostics
  }

  package var corrected: NotificationOptions {
    var options = self
    options.compiler = compiler.corrected
    options.limit = min(max(limit, 0), NotificationOptions.largestLimit(on: layer))
    // A negative reserve would give more slots than the system has.
    options.reserve = min(max(reserve, 0), options.limit)
    return options
  }
}

/// Collects diagnostics for invalid options.
package struct OptionCheck {
  package private(set) var diagnostics: [Diagnostic] = []

  package init() {}

  /// Adds a diagnostic if an option is not right.
  package mutating func callAsFunction(
    _ isRight: Bool, option: String, value: Any, expected: String
  ) {
    guard !isRight else { return }
    diagnostics.append(
      Diagnostic(.optionInvalid(option: option, value: "\(value)", expected: expected)))
  }
}

extension Finding {
  package static func optionInvalid(option: String, value: String, expected: String) -> Finding {
    Finding(
      "option-invalid", .error,
      message:
        "the option \(option) is \(value), which is not \(expected); the nearest valid value "
        + "is used, if there is one")
  }

  package static func ruleUnknown(_ template: String, property: String) -> Finding {
    Finding(
      "rule-unknown", .warning,
      message: "--body \(template) is shown unchanged: rules don't have the property \(property)")
  }

  package static func addressUnknown(_ addresses: [String], invitations: Int) -> Finding {
    let count =
      invitations == 1
      ? "the only invitation doesn't name" : "none of \(invitations) invitations names"
    return Finding(
      "address-unknown", .warning,
      message: "--me has no effect: \(count) \(addresses.joined(separator: " or "))")
  }

  package static func ruleImpossible(_ option: String, reason: String) -> Finding {
    Finding(
      "rule-impossible", .warning,
      message: "\(option) never matches, so it "
        + (option.hasPrefix("--only ") ? "selects no reminder" : "has no effect") + ": \(reason)")
  }
}
