import CivilTime
import NotificationTriggers

/// Single fires as triggers, simulated like all others.
struct OneShots: Sendable {
  private let zone: Zone
  private let now: Instant
  private let deviceZone: Zone

  /// Makes one-shots for a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - now: The instant at which the requests are added.
  ///   - deviceZone: The zone of the device.
  init(_ group: FireGroup, now: Instant, deviceZone: Zone) {
    self.init(in: group.zone, now: now, deviceZone: deviceZone)
  }

  /// Makes one-shots in a zone.
  ///
  /// - Parameters:
  ///   - zone: The zone whose wall clock is named where that is exact.
  ///   - now: The instant at which the requests are added.
  ///   - deviceZone: The zone of the device.
  init(in zone: Zone, now: Instant, deviceZone: Zone) {
    self.zone = zone
    self.now = now
    self.deviceZone = deviceZone
  }

  /// The one-shot of a fire: a full date in the series' zone, or in GMT where only that is exact.
  ///
  /// - Parameter fire: The fire.
  /// - Returns: The proven trigger; nil where no date says the instant.
  func proven(at fire: Instant) -> ProvenTrigger? {
    let zones: [Zone] = zone.isSearchable(from: now) ? [zone, .gmt] : [.gmt]
    for zone in zones where zone == .gmt || !zone.isSecondPass(fire) {
      let civil = zone.civil(at: fire)
      guard
        let pattern = CalendarPattern(
          .once(civil.date), .time(civil.time)),
        let trigger = CalendarTrigger(pattern: pattern, zone: .pinned(zone)),
        trigger.nextFire(after: now, deviceZone: deviceZone) == fire
      else { continue }
      return ProvenTrigger(
        provingThat: trigger, provenUntil: .endOfProof, removeBy: nil, nextFire: fire,
        form: fire.basicFormat)
    }
    return nil
  }
}

extension Zone {
  /// Whether the system finds dates in the zone from an instant on.
  ///
  /// Foundation's search goes by full minutes and hours of UTC: where an offset has seconds, it
  /// answers nil for many dates that there are, and can't be relied on for the others.
  func isSearchable(from now: Instant) -> Bool {
    isIANA && wholeMinutesStart.map { $0 <= now } ?? false
  }
}
