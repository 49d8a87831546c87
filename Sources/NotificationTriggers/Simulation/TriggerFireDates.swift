package import CivilTime

/// The fires of a calendar trigger after it is added; lazy, in ascending order.
///
/// Like the system, each search of a repeating trigger starts from the last fire. The instant of
/// adding is never a fire.
package struct TriggerFireDates: Sequence, IteratorProtocol, Sendable {
  private let pattern: CalendarPattern
  private let zone: Zone
  private let repetition: RepetitionModel
  private let end: Instant
  /// The start of the next search; nil after the last fire.
  private var base: Instant?
  private var hasFired = false

  /// Makes the sequence of fires strictly after `start` and before `end`.
  package init(
    of pattern: CalendarPattern, in zone: Zone, addedAt start: Instant, until end: Instant,
    _ repetition: RepetitionModel = .dateMatching
  ) {
    self.pattern = pattern
    self.zone = zone
    self.repetition = repetition
    self.end = end
    base = start
  }

  /// Returns the next fire; nil after the last.
  package mutating func next() -> Instant? {
    guard let last = base,
      let fire = repetition.nextFire(of: pattern, after: last, isFire: hasFired, in: zone),
      fire < end
    else {
      base = nil
      return nil
    }
    base = pattern.isOnce ? nil : fire
    hasFired = true
    return fire
  }
}

extension CalendarTrigger {
  /// Finds the first fire strictly after an instant.
  ///
  /// - Parameters:
  ///   - instant: The last fire, or the instant of adding.
  ///   - isFire: Whether the instant is the last fire.
  ///   - deviceZone: The time zone of the device.
  /// - Returns: The fire; nil if the trigger has fired for the last time.
  package func nextFire(
    after instant: Instant, isFire: Bool = false, deviceZone: Zone
  ) -> Instant? {
    repetition.nextFire(
      of: pattern, after: instant, isFire: isFire, in: zone(onDeviceIn: deviceZone))
  }

  /// The fires of a request that is added at `start`, before `end`; see ``TriggerFireDates``.
  package func fires(
    addedAt start: Instant, until end: Instant, deviceZone: Zone
  ) -> some Sequence<Instant> {
    TriggerFireDates(
      of: pattern, in: zone(onDeviceIn: deviceZone), addedAt: start, until: end, repetition)
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
  /// Finds the first fire after an instant of a request that was added at `start`.
  ///
  /// - Parameters:
  ///   - instant: The last fire, or the instant of adding.
  ///   - isFire: Whether the instant is the last fire.
  ///   - start: The instant of adding.
  ///   - deviceZone: The time zone of the device.
  /// - Returns: The fire; nil after the last.
  package func nextFire(
    after instant: Instant, isFire: Bool = false, addedAt start: Instant, deviceZone: Zone
  ) -> Instant? {
    switch self {
    case .calendar(let trigger):
      trigger.nextFire(after: instant, isFire: isFire, deviceZone: deviceZone)
    case .timeInterval(let trigger): trigger.nextFire(after: instant, addedAt: start)
    }
  }
}
