package import CivilTime
package import ICalendar

extension Finding {
  /// Alarms of a series with more fires than are looked at, or a rule that takes too many steps.
  ///
  /// - Parameters:
  ///   - alarms: Their numbers, ascending, one at least.
  ///   - limit: The most fires of each that are looked at.
  ///   - from: The first instant that is cut.
  /// - Returns: The finding.
  package static func firesCut(alarms: [Int], limit: Int, from: Instant) -> Finding {
    let message =
      alarms.count == 1
      ? "alarm \(alarms[0]) has more than \(limit) fires, or its rule takes too many steps; "
        + "fires from \(from) on are skipped"
      : "alarms \(alarms.namedByRuns) have more than \(limit) fires each, or their rule takes "
        + "too many steps; some fires from \(from) on are skipped"
    return Finding("fires-cut", .warning, property: "RRULE", message: message)
  }

  /// Fires in whose place equal ones are due.
  package static func firesEqual(count: Int) -> Finding {
    Finding(
      "fires-equal", .note,
      message: count == 1
        ? "1 fire shows the same as another one at the same instant; they ring once"
        : "\(count) fires show the same as others at the same instant; they ring once")
  }

  /// A trigger that was thought to be exact until it was simulated.
  package static func triggerRefused(alarm: Int, trigger: String, unasked: Instant) -> Finding {
    Finding(
      "trigger-refused", .warning,
      message: "alarm \(alarm): the trigger \(trigger) would fire unexpectedly at \(unasked); "
        + "one-shots are used instead")
  }

  /// An alarm at the instant of compilation.
  package static func dueNow(alarm: Int) -> Finding {
    Finding(
      "due-now", .note,
      message:
        "alarm \(alarm) is due now, and a trigger that is added now fires later; this fire is not "
        + "planned")
  }
}

extension [Int] {
  /// Ascending numbers by those that follow each other: `0 to 31`, `0, 1`, `0, 2, 5 to 7`.
  fileprivate var namedByRuns: String {
    var runs: [ClosedRange<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let named = runs.prefix(Self.mostRuns)
    let text = named.map {
      switch $0.count {
      case 1: "\($0.lowerBound)"
      case 2: "\($0.lowerBound), \($0.upperBound)"
      default: "\($0.lowerBound) to \($0.upperBound)"
      }
    }.joined(separator: ", ")
    let unnamed = count - named.reduce(0) { $0 + $1.count }
    return unnamed > 0 ? "\(text) and \(unnamed) more" : text
  }

  /// The most runs that are named: a line that can be read.
  private static let mostRuns = 8
}
