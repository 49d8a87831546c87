public import CivilTime

/// Fires that a plan doesn't answer: those of one reminder, for one reason.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var few = options
/// few.limit = 3
/// for dropped in Compiler.plan(for: [standUp], few).dropped {
///   print(dropped.uid, dropped.reason, dropped.count)  // standup@example.org limit 104
/// }
/// ```
public struct DroppedFires: Hashable, Sendable {
  /// Why fires are not answered.
  public enum Reason: String, Codable, Hashable, Sendable {
    /// There are not enough slots for all first alerts.
    case limit
    /// There are not enough slots for all repeats.
    case repeatLimit = "repeat-limit"
    /// The fire is due at the very instant at which the requests are added.
    case dueNow = "due-now"
  }
  /// The reminder that asks for them.
  package let reminder: Reminder.ID
  /// The UID of the series.
  public var uid: String { reminder.uid }
  /// The alarm of the series, from 0.
  public var alarm: Int { reminder.alarm }
  /// The title of the first of them.
  public let title: String
  /// Why they are not answered.
  public let reason: Reason
  /// How many there are before the horizon.
  public let count: Int
  /// How many of them lie before the next renewal.
  public let countBeforeRenewal: Int
  /// The first of them.
  public let first: Instant
  /// The last of them before the horizon.
  public let last: Instant
}

extension DroppedFires {
  /// Sums up instants; nil where there are none.
  ///
  /// - Parameters:
  ///   - reminder: The reminder.
  ///   - reason: Why they are not answered.
  ///   - instants: The fires.
  ///   - title: The title of the first of them.
  ///   - renewal: The next renewal.
  package init?(
    _ reminder: Reminder.ID, _ reason: Reason, _ instants: [Instant], title: String,
    renewal: Instant
  ) {
    guard let first = instants.min(), let last = instants.max() else { return nil }
    self.init(
      reminder: reminder, title: title, reason: reason, count: instants.count,
      countBeforeRenewal: instants.count { $0 < renewal }, first: first, last: last)
  }
}

extension [DroppedFires] {
  /// Puts them in the order in which a plan lists them.
  package mutating func putInOrder() {
    sort { ($0.uid, $0.alarm, $0.reason.rawValue) < ($1.uid, $1.alarm, $1.reason.rawValue) }
  }
}
