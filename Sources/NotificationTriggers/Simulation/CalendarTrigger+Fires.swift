package import CivilTime

extension CalendarTrigger {
  /// The first fire strictly after an instant; nil where there is none any more.
  package func nextFire(after instant: Instant, deviceZone: Zone) -> Instant? {
    pattern.nextFire(after: instant, in: zone(onDeviceIn: deviceZone))
  }

  /// All fires of a request that is added at one instant, before another.
  ///
  /// Each search of a repeating trigger starts from the last fire, as the system's does. Lazy; the
  /// instant of adding itself is never among them.
  package func fires(
    addedAt start: Instant, until end: Instant, deviceZone: Zone
  ) -> some Sequence<Instant> {
    CalendarFires(of: pattern, in: zone(onDeviceIn: deviceZone), addedAt: start, until: end)
  }
}
