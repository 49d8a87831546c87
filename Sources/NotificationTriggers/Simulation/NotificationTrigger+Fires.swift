package import CivilTime

extension NotificationTrigger {
  /// The first fire strictly after an instant.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - start: The instant at which the request was added.
  ///   - deviceZone: The zone of the device.
  /// - Returns: Nil where there is none any more.
  package func nextFire(
    after instant: Instant, addedAt start: Instant, deviceZone: Zone
  ) -> Instant? {
    switch self {
    case .calendar(let trigger): trigger.nextFire(after: instant, deviceZone: deviceZone)
    case .timeInterval(let trigger): trigger.nextFire(after: instant, addedAt: start)
    }
  }

  /// All fires of a request that is added at one instant, before another, ascending.
  package func fires(
    addedAt start: Instant, until end: Instant, deviceZone: Zone
  ) -> [Instant] {
    switch self {
    case .calendar(let trigger):
      Array(trigger.fires(addedAt: start, until: end, deviceZone: deviceZone))
    case .timeInterval(let trigger): Array(trigger.fires(addedAt: start, until: end))
    }
  }
}
