public import CivilTime
package import ReminderExpansion
import ReminderOptions

/// The fires of one reminder that a plan does not answer, for one reason.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var few = options
/// few.limit = 3
/// for dropped in Compilation(of: [standUp], few).plan.dropped {
///   print(dropped.uid, dropped.reason, dropped.count)  // standup@example.org limit 104
/// }
/// ```
public struct DroppedFires: Hashable, Sendable {
  /// The reason why fires are not answered.
  public enum Reason: String, Codable, Hashable, Sendable {
    /// There are not enough slots for all first alerts.
    case limit
    /// There are not enough slots for all repeats.
    case repeatLimit = "repeat-limit"
    /// The fire is due at the instant at which the requests are added.
    case dueNow = "due-now"
  }
  package let reminder: Reminder.ID
  /// The UID of the series.
  public var uid: String { reminder.uid }
  /// The index of the alarm in the series, from 0.
  public var alarm: Int { reminder.alarm }
  /// The title of the first fire.
  public let title: String
  /// The reason why the fires are not answered.
  public let reason: Reason
  /// The number of fires before the horizon.
  public let count: Int
  /// The number of fires before the next renewal.
  public let countBeforeRenewal: Int
  /// The first fire.
  public let first: Instant
  /// The last fire before the horizon.
  public let last: Instant
}

extension DroppedFires {
  /// Summarizes instants, which may be in any order; nil for an empty array.
  package init?(
    _ reminder: Reminder.ID, reason: Reason, instants: [Instant], title: String,
    renewal: Instant
  ) {
    guard let first = instants.min(), let last = instants.max() else { return nil }
    self.init(
      reminder: reminder, title: title, reason: reason, count: instants.count,
      countBeforeRenewal: instants.count { $0 < renewal }, first: first, last: last)
  }
}

extension [DroppedFires] {
  /// Sorts the fires by UID, alarm and reason, as a plan lists them.
  package mutating func putInOrder() {
    sort { ($0.uid, $0.alarm, $0.reason.rawValue) < ($1.uid, $1.alarm, $1.reason.rawValue) }
  }
}

/// The JSON form is an element of a plan's `dropped`.
extension DroppedFires: Codable {
  private enum CodingKeys: String, CodingKey {
    case uid, alarm, title, reason, count, countBeforeRenewal, first, last
  }

  /// Decodes dropped fires; throws if a value is out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    reminder = Reminder.ID(
      uid: try container.decode(String.self, forKey: .uid),
      alarm: try container.decode(0...Int.max, forKey: .alarm))
    title = try container.decodeIfPresent(String.self, forKey: .title) ?? ""
    reason = try container.decode(Reason.self, forKey: .reason)
    count = try container.decode(1...Int(UInt32.max), forKey: .count)
    countBeforeRenewal = try container.decode(0...count, forKey: .countBeforeRenewal)
    first = try container.decode(Instant.self, forKey: .first)
    last = try container.decode(Instant.self, forKey: .last)
    try container.require(first <= last, key: .last, fault: "is before the first")
  }

  /// Encodes the fires.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uid, forKey: .uid)
    try container.encode(alarm, forKey: .alarm)
    try container.encode(title, forKey: .title)
    try container.encode(reason, forKey: .reason)
    try container.encode(count, forKey: .count)
    try container.encode(countBeforeRenewal, forKey: .countBeforeRenewal)
    try container.encode(first, forKey: .first)
    try container.encode(last, forKey: .last)
  }
}
