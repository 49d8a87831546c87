/// A time-interval trigger (`UNTimeIntervalNotificationTrigger`).
///
/// ```swift
/// print(TimeIntervalTrigger(interval: 300, repeats: true)!.interval)  // 300
/// // The system throws an exception for a shorter one that repeats.
/// print(TimeIntervalTrigger(interval: 59, repeats: true) == nil)  // true
/// ```
public struct TimeIntervalTrigger: Hashable, Sendable {
  /// Seconds from the instant of adding to the first fire, and between fires.
  public let interval: Int
  /// Whether it fires again and again, until it is removed.
  public let repeats: Bool

  /// The shortest interval that the system lets repeat, in seconds; it throws an exception below.
  public static let shortestRepeat = 60

  /// Makes a trigger; nil where the system would throw an exception.
  ///
  /// - Parameters:
  ///   - interval: Seconds, at least 1; at least 60 where it repeats.
  ///   - repeats: Whether it fires again and again.
  public init?(interval: Int, repeats: Bool) {
    guard interval >= (repeats ? TimeIntervalTrigger.shortestRepeat : 1) else { return nil }
    self.interval = interval
    self.repeats = repeats
  }
}
