import CivilTime

/// When a fire is seen that a device keeps for later: `(seen 18:00)`, with the day where that is
/// another one, and what it is too late for: `(seen 18:00, too late for 09:00)`.
struct SeenPhrase: CustomStringConvertible {
  let description: String

  /// Puts a fire into words that is seen later.
  ///
  /// - Parameters:
  ///   - instant: When it is due.
  ///   - seen: When it is seen.
  ///   - missed: What it is too late for; nil for nothing.
  ///   - zone: The zone of local times.
  init(_ instant: Instant, seenAt seen: Instant, tooLateFor missed: Instant?, in zone: Zone) {
    let day = zone.civil(at: instant).dayNumber
    func phrase(_ instant: Instant) -> String {
      let civil = zone.civil(at: instant)
      return civil.dayNumber == day ? "\(civil.time)" : "\(LocalTime(instant, in: zone))"
    }
    let late = missed.map { ", too late for \(phrase($0))" } ?? ""
    description = "(seen \(phrase(seen))\(late))"
  }
}
