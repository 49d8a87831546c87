public import CivilTime

/// What is missed before the next renewal, in words for a person: how much, and of what.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var few = options
/// few.limit = 3
/// let missed = MissedSoon(Compiler.plan(for: [standUp], few), zone: few.deviceZone)
/// print(missed.isNothing)  // false
/// print(missed.text.hasPrefix("2 first alerts of 1 reminder missed"))  // true
/// ```
public struct MissedSoon {
  private let dropped: [DroppedFires]
  private let renewal: LocalTime

  /// The most titles that are named.
  private static let maximumTitles = 3

  /// Looks at what a plan leaves out.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - zone: The zone of local times.
  public init(_ plan: Plan, zone: Zone) {
    self.init(plan.dropped, renewal: plan.renewal, zone: zone)
  }

  /// Looks at what is left out.
  ///
  /// - Parameters:
  ///   - dropped: What is left out.
  ///   - renewal: The next renewal.
  ///   - zone: The zone of local times.
  package init(_ dropped: [DroppedFires], renewal: Instant, zone: Zone) {
    // What is due now is told by itself.
    self.dropped = dropped.filter { $0.reason != .dueNow && $0.countBeforeRenewal > 0 }
      .sorted { ($0.first, $0.uid, $0.alarm) < ($1.first, $1.uid, $1.alarm) }
    self.renewal = LocalTime(renewal, in: zone)
  }

  /// Whether nothing is.
  public var isNothing: Bool { dropped.isEmpty }

  /// How much is missed, of how many reminders, and the titles of the first of these.
  public var text: String {
    let before = "before the next renewal (\(renewal))"
    let alerts = dropped.filter { $0.reason == .limit }
    let repeats = dropped.filter { $0.reason == .repeatLimit }
    guard !alerts.isEmpty else {
      guard !repeats.isEmpty else { return "nothing missed \(before)" }
      return "no first alert but \(MissedSoon.sum(repeats, "repeat")) missed \(before): "
        + MissedSoon.titles(of: repeats)
    }
    let more = repeats.isEmpty ? "" : " and \(MissedSoon.sum(repeats, "repeat"))"
    return "\(MissedSoon.sum(alerts, "first alert"))\(more) missed \(before): "
      + MissedSoon.titles(of: alerts)
  }

  /// How many fires there are, and of how many reminders.
  private static func sum(_ dropped: [DroppedFires], _ noun: String) -> String {
    let reminders = Set(dropped.map(\.reminder)).count
    return EnglishNames.count(dropped.reduce(0) { $0 + $1.countBeforeRenewal }, noun) + " of "
      + EnglishNames.count(reminders, "reminder")
  }

  /// The first titles, each once and in quotation marks, since any text can be one.
  private static func titles(of dropped: [DroppedFires]) -> String {
    var titles: [String] = []
    for entry in dropped {
      let title = ShownTitle(entry.title).description
      guard !titles.contains(title) else { continue }
      guard titles.count < maximumTitles else {
        return titles.joined(separator: ", ") + " and others"
      }
      titles.append(title)
    }
    return titles.joined(separator: ", ")
  }
}
