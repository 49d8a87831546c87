import CivilTime

/// How far one clock is ahead of another, from one change of either to the next.
struct ClockDifferences: Sendable {
  /// A time in which they are as far apart.
  private struct Stretch {
    /// Its first instant.
    let start: Instant
    /// How far the clock is ahead, in seconds.
    let difference: Int
  }

  private let zone: Zone
  /// Ascending; no two that follow one another have the same difference.
  private var stretches: [Stretch]
  /// The differences, each once, ascending; there is one at least.
  let differences: [Int]

  /// Compares two clocks.
  ///
  /// - Parameters:
  ///   - clock: The clock that is ahead of the other.
  ///   - zone: The other one, on which times are given.
  ///   - range: The range in which they are compared.
  init(of clock: Zone, from zone: Zone, in range: Range<Instant>) {
    self.zone = zone
    func stretch(from instant: Instant) -> Stretch {
      Stretch(start: instant, difference: clock.offset(at: instant) - zone.offset(at: instant))
    }
    stretches = [stretch(from: range.lowerBound)]
    if clock != zone {
      let changes = zone.transitions(in: range) + clock.transitions(in: range)
      for instant in changes.map(\.instant).sorted() {
        let next = stretch(from: instant)
        if next.difference != stretches.last?.difference { stretches.append(next) }
      }
    }
    differences = Set(stretches.map(\.difference)).sorted()
  }

  /// Some days at a time of day, by how far apart the clocks are then.
  ///
  /// - Parameters:
  ///   - days: The days, on the other clock.
  ///   - time: The time of day on it.
  /// - Returns: The days that there are with each difference.
  func days(_ days: DaySet, at time: TimeOfDay) -> [(days: DaySet, difference: Int)] {
    var parts = differences.map { _ in DaySet(in: days.range) }
    var first = days.range.lowerBound
    for place in stretches.indices {
      let end =
        place + 1 < stretches.count
        ? max(first, zone.firstTime(notBefore: stretches[place + 1].start).firstDay(at: time))
        : max(first, days.range.upperBound)
      let part = differences.partitionPoint { $0 < stretches[place].difference }
      parts[part].formUnion(days, in: first..<end)
      first = end
    }
    return zip(parts, differences).compactMap { $0.isEmpty ? nil : ($0, $1) }
  }
}
