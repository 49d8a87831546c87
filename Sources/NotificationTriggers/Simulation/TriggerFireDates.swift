package import CivilTime

/// The fires of a calendar trigger after it is added; lazy, in ascending order.
///
/// Like the system, each search of a repeating trigger starts from the last fire. The instant of
/// adding is never a fire.
package struct TriggerFireDates: Sequence, IteratorProtocol, Sendable {
  private let pattern: CalendarPattern
  private let zone: Zone
  private let end: Instant
  /// The start of the next search; nil after the last fire.
  private var base: Instant?

  /// Makes the sequence of fires strictly after `start` and before `end`.
  package init(
    of pattern: CalendarPattern, in zone: Zone, addedAt start: Instant, until end: Instant
  ) {
    self.pattern = pattern
    self.zone = zone
    self.end = end
    base = start
  }

  /// Returns the next fire; nil after the last.
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
  /// The first fire strictly after an instant; nil if the trigger has fired for the last time.
  package func nextFire(after instant: Instant, deviceZone: Zone) -> Instant? {
    pattern.nextFire(after: instant, in: zone(onDeviceIn: deviceZone))
  }

  /// The fires of a request that is added at `start`, before `end`; see ``TriggerFireDates``.
  package func fires(
    addedAt start: Instant, until end: Instant, deviceZone: Zone
  ) -> some Sequence<Instant> {
    TriggerFireDates(of: pattern, in: zone(onDeviceIn: deviceZone), addedAt: start, until: end)
  }
}

extension TimeIntervalTrigger {
  /// The first fire after an instant of a request that was added at `start`; nil after the last.
  package func nextFire(after instant: Instant, addedAt start: Instant) -> Instant? {
    let first = start + interval
    if instant < first { return first }
    return repeats ? first + ((instant - first) / interval + 1) * interval : nil
  }
}

extension NotificationTrigger {
  /// The first fire after an instant of a request that was added at `start`; nil after the last.
  package func nextFire(
    after instant: Instant, addedAt start: Instant, deviceZone: Zone
  ) -> Instant? {
    switch self {
    case .calendar(let trigger): trigger.nextFire(after: instant, deviceZone: deviceZone)
    case .timeInterval(let trigger): trigger.nextFire(after: instant, addedAt: start)
    }
  }
}
