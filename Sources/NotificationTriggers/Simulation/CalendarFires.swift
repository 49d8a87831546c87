package import CivilTime

/// The fires of a calendar trigger, from when it is added; lazy, and ascending.
///
/// Each search of a repeating trigger starts from the last fire, as the system's does. The instant
/// of adding itself is never among the fires.
package struct CalendarFires: Sequence, IteratorProtocol, Sendable {
  private let pattern: CalendarPattern
  private let zone: Zone
  private let end: Instant
  /// Where the next search starts; nil once there is none.
  private var base: Instant?

  /// Makes the fires strictly after one instant and before another.
  package init(
    of pattern: CalendarPattern, in zone: Zone, addedAt start: Instant, until end: Instant
  ) {
    self.pattern = pattern
    self.zone = zone
    self.end = end
    base = start
  }

  /// The next fire.
  package mutating func next() -> Instant? {
    guard let last = base, let fire = pattern.nextFire(after: last, in: zone), fire < end else {
      base = nil
      return nil
    }
    base = pattern.isOnce ? nil : fire
    return fire
  }
}

extension CalendarTrigger {
  /// The first fire strictly after an instant; nil where there is none any more.
  package func nextFire(after instant: Instant, deviceZone: Zone) -> Instant? {
    pattern.nextFire(after: instant, in: zone(onDeviceIn: deviceZone))
  }

  /// All fires of a request that is added at one instant, before another; see ``CalendarFires``.
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

  /// The first fire strictly after an instant, of a request that was added at another; nil for none.
  package func nextFire(after instant: Instant, addedAt start: Instant) -> Instant? {
    let first = start + interval
    if instant < first { return first }
    return repeats ? first + ((instant - first) / interval + 1) * interval : nil
  }
}

extension NotificationTrigger {
  /// The first fire strictly after an instant, of a request that was added at another; nil for none.
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
