import CivilTime
import NotificationTriggers

/// Single fires as triggers, simulated like all others.
struct OneShots: Sendable {
  private let zone: Zone
  private let now: Instant
  private let deviceZone: Zone

  /// Makes one-shots for a stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - now: The instant at which the requests are added.
  ///   - deviceZone: The zone of the device.
  init(_ stream: FireStream, now: Instant, deviceZone: Zone) {
    self.init(in: stream.zone, now: now, deviceZone: deviceZone)
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
    let zones: [Zone] = zone.isIANA ? [zone, .gmt] : [.gmt]
    for zone in zones where zone == .gmt || !zone.isSecondPass(fire) {
      let civil = zone.civil(at: fire)
      guard
        let pattern = CalendarPattern(
          .once(civil.date), .time(secondOfDay: civil.secondOfDay)),
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
