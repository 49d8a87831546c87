import CivilTime
import NotificationTriggers

/// Single fires as triggers, simulated like all others.
struct OneShots: Sendable {
  /// The zones whose wall clocks can be named, the first one that is exact.
  private let zones: [Zone]
  private let options: NotificationOptions

  /// Makes one-shots in a zone.
  ///
  /// - Parameters:
  ///   - zone: The zone whose wall clock is named where that is exact and may be named.
  ///   - options: The instant at which the requests are added, and the device.
  init(in zone: Zone, _ options: NotificationOptions) {
    self.options = options
    let own = options.capabilities.namesZones ? zone : options.deviceZone
    let found = own.isSearchable(from: options.now) ? [own] : []
    zones = found + (options.capabilities.namesZones ? [.gmt] : [])
  }

  /// The one-shot of a fire: a full date in the series' zone, or in GMT where only that is exact.
  ///
  /// - Parameter fire: The fire.
  /// - Returns: The proven trigger; nil where no date says the instant.
  func proven(at fire: Instant) -> ProvenTrigger? {
    for zone in zones where zone == .gmt || !zone.isSecondPass(fire) {
      let civil = zone.civil(at: fire)
      guard let pattern = CalendarPattern(.once(civil.date), .time(civil.time)),
        let trigger = options.capabilities.trigger(pattern, in: zone, isFloating: false),
        trigger.nextFire(after: options.now, deviceZone: options.deviceZone) == fire
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
