import CivilTime
import ICalendar

extension CompilerOptions {
  /// What options can't be, each as a diagnostic.
  ///
  /// The command line refuses it with a message of its own; an app finds it in the plan.
  var faults: [Diagnostic] {
    var found: [Finding] = []
    func check(_ isRight: Bool, _ option: String, _ value: Any, _ expected: String) {
      guard !isRight else { return }
      found.append(.optionInvalid(option: option, value: "\(value)", expected: expected))
    }
    check(
      isNowKnown, "now", "\(now.secondsSince1970) s since 1970",
      "between the years 1900 and 2399")
    check(limit >= 0, "limit", limit, "0 or more")
    check(
      limit <= CompilerOptions.largestLimit, "limit", limit,
      "at most \(CompilerOptions.largestLimit)")
    check(reserve >= 0, "reserve", reserve, "0 or more")
    check(horizon.isForward, "horizon", horizon, "a time to come")
    check(renewWithin.isForward, "renewWithin", renewWithin, "a time to come")
    if let allDayAlarm {
      check(
        (0..<86_400).contains(allDayAlarm), "allDayAlarm", allDayAlarm,
        "a number of seconds from 0 to 86399")
    }
    return found.map { Diagnostic($0) }
  }

  /// The nearest options that there are.
  var corrected: CompilerOptions {
    var options = self
    let instants = CompilerOptions.knownInstants
    options.now = min(max(now, instants.lowerBound), instants.upperBound + -1)
    options.limit = min(max(limit, 0), CompilerOptions.largestLimit)
    // A reserve below nothing would be more slots than the system has.
    options.reserve = min(max(reserve, 0), options.limit)
    if !horizon.isForward { options.horizon = .zero }
    if !renewWithin.isForward { options.renewWithin = .zero }
    if let allDayAlarm, !(0..<86_400).contains(allDayAlarm) { options.allDayAlarm = nil }
    return options
  }

  /// Whether there are plans for the instant: rules and tables say something about it.
  var isNowKnown: Bool { CompilerOptions.knownInstants.contains(now) }

  /// The most slots that are filled: more than any system keeps, and twice what a systemd manager
  /// reloads without delay.
  public static let largestLimit = 4_096

  /// The instants for which there are plans: 1900-01-01T00:00:00Z up to 2400-01-01T00:00:00Z, where
  /// rules and the zones' tables end.
  static let knownInstants =
    Instant(secondsSince1970: -2_208_988_800)..<Instant(secondsSince1970: 13_569_465_600)
}
