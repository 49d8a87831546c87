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

extension TimeIntervalTrigger {
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
