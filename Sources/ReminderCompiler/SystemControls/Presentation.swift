public import CivilTime
public import NotificationTriggers

/// When a fire is seen on a device that keeps notifications for later.
///
/// With `options` of the example of ``Compiler``:
///
/// ```swift
/// let controls = SystemControls(summary: SummarySchedule("18:00"))!
/// let seen = controls.presentation(of: .passive, at: options.now, in: options.deviceZone)
/// print(seen.level, seen.seenAt, seen.delayedBy!)  // passive 2028-01-03T17:00:00Z summary
/// ```
public struct Presentation: Hashable, Sendable {
  /// What a notification waits for.
  public enum Delay: String, Codable, Sendable {
    /// The next scheduled summary.
    case summary
    /// The end of a Focus.
    case focus
  }

  /// How much the notification may interrupt.
  public let level: InterruptionLevel
  /// When it is seen: when it is due, or what it waits for is over.
  public private(set) var seenAt: Instant
  /// What it waits for at last; nil for nothing.
  public private(set) var delayedBy: Delay?
  /// When that has happened which it reminds of, of whole days the end of the first one, where it is
  /// seen only after that and would have been in time; nil otherwise.
  public internal(set) var tooLateFor: Instant?

  /// Whether it is seen later than it is due.
  public var isDelayed: Bool { delayedBy != nil }

  /// Makes what is seen as soon as it is due.
  init(level: InterruptionLevel, seenAt: Instant) {
    self.level = level
    self.seenAt = seenAt
  }

  /// Makes what a line says.
  init(level: InterruptionLevel, seenAt: Instant, delayedBy: Delay?, tooLateFor: Instant?) {
    self.init(level: level, seenAt: seenAt)
    self.delayedBy = delayedBy
    self.tooLateFor = tooLateFor
  }

  /// Puts it off.
  mutating func wait(until instant: Instant, for delay: Delay) {
    seenAt = instant
    delayedBy = delay
  }
}
