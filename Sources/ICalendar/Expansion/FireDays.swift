package import CivilTime

/// The fires of a reminder far ahead, as days by time of day for each repetition and component.
package struct FireDays: Sendable {
  /// The fires.
  package private(set) var parts: [FireKey: TimedDays] = [:]
  private let zone: Zone
  private let dayRange: Range<Int>

  /// Makes an empty collection on the wall clock of a zone.
  init(in zone: Zone, days dayRange: Range<Int>) {
    self.zone = zone
    self.dayRange = dayRange
  }

  /// Changes the fires of a repeat of a component's alarm.
  mutating func modify(
    _ repetition: Int, _ component: Int, _ body: (inout TimedDays) -> Void
  ) {
    body(
      &parts[
        FireKey(repetition: repetition, component: component),
        default: TimedDays(in: zone, days: dayRange)])
  }

  /// Takes away all instants up to one.
  mutating func removeAll(upTo instant: Instant) {
    for key in parts.keys { parts[key]?.removeAll(upTo: instant) }
  }

  /// Takes away all instants from one on.
  mutating func removeAll(from instant: Instant) {
    for key in parts.keys { parts[key]?.removeAll(from: instant) }
  }

  /// Adds days at a time of day, all moved by a number of days.
  mutating func insert(
    _ days: DaySet, movedBy distance: Int, at time: TimeOfDay, _ repetition: Int, _ component: Int
  ) {
    let moved = days.moved(by: distance, into: dayRange)
    modify(repetition, component) { $0.days.formUnion(moved, at: time) }
  }

  /// Takes away the fires of a component's alarm up to an instant, which each repeat can have for
  /// itself.
  mutating func removeAll(of component: Int, upTo instant: (_ repetition: Int) -> Instant) {
    for key in parts.keys where key.component == component {
      parts[key]?.removeAll(upTo: instant(key.repetition))
    }
  }
}

/// What is found where a reminder's fires are looked for as days.
package enum FoundFireDays: Sendable {
  /// The fires.
  case found(FireDays)
  /// Days can't tell them, but to follow them one by one can.
  case undescribed
  /// They come at so many times of day that to have the days of each is no use.
  case tooMany

  /// The fires; nil for none.
  package var days: FireDays? {
    if case .found(let days) = self { days } else { nil }
  }
}
