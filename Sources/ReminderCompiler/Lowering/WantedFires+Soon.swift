import CivilTime
import NotificationTriggers

extension WantedFires {
  /// How much of the times of a pattern is looked at for a fire that isn't asked, in seconds.
  private static let soon = 2 * 86_400

  /// The first of a pattern's next fires that isn't asked, of as many as two days of its times
  /// have; nil where it lies farther ahead.
  ///
  /// A pattern of every hour or minute is wrong within hours nearly always, and has a thousand
  /// times of day to be looked at up to 2100 otherwise.
  func firstUnaskedSoon(_ pattern: CalendarPattern) -> Instant? {
    var last = now
    for _ in 0..<WantedFires.soon / pattern.time.period {
      guard let fire = pattern.nextFire(after: last, in: zone), fire < end else { return nil }
      if !allowed.contains(fire) { return fire }
      last = fire
    }
    return nil
  }
}
