package import CivilTime

/// A time-interval trigger (`UNTimeIntervalNotificationTrigger`).
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

  /// All fires of a request that is added at one instant, before another; lazy.
  package func fires(addedAt start: Instant, until end: Instant) -> some Sequence<Instant> {
    let last = repeats ? end.secondsSince1970 : min(end - 1, start + interval).secondsSince1970 + 1
    return stride(from: (start + interval).secondsSince1970, to: last, by: interval)
      .lazy.map(Instant.init(secondsSince1970:))
  }

  /// The first fire strictly after an instant, of a request that was added at another.
  ///
  /// - Returns: Nil where there is none any more.
  package func nextFire(after instant: Instant, addedAt start: Instant) -> Instant? {
    let first = start + interval
    if instant < first { return first }
    return repeats ? first + ((instant - first) / interval + 1) * interval : nil
  }
}
