/// Instants as days by time of day, on the wall clock of a zone.
///
/// A daily fire up to 2100 is one set of bits. Times and days are those that the clock shows, after
/// every clock change has had its effect; an instant in the second pass of a repeated hour is kept
/// apart, since its time and day mean the first pass.
package struct TimedDays: Sendable {
  /// The zone whose wall clock is read.
  package let zone: Zone
  /// The days that can be members, as days since 1970-01-01.
  package let dayRange: Range<Int>
  /// The days by time of day, in seconds since midnight.
  package var days: [Int: DaySet] = [:]
  /// Instants in the second pass of a repeated hour.
  package var secondPasses: Set<Instant> = []

  /// Makes an empty collection.
  ///
  /// - Parameters:
  ///   - zone: The zone whose wall clock is read.
  ///   - dayRange: The days that can be members.
  package init(in zone: Zone, days dayRange: Range<Int>) {
    self.zone = zone
    self.dayRange = dayRange
  }

  /// Adds an instant; one outside the days is ignored.
  package mutating func insert(_ instant: Instant) {
    let civil = zone.civil(at: instant)
    if zone.isSecondPass(instant) {
      if dayRange.contains(civil.dayNumber) { secondPasses.insert(instant) }
    } else {
      days[civil.secondOfDay, default: DaySet(in: dayRange)].insert(civil.dayNumber)
    }
  }

  /// Takes an instant away.
  package mutating func remove(_ instant: Instant) {
    if secondPasses.remove(instant) != nil { return }
    let civil = zone.civil(at: instant)
    days[civil.secondOfDay]?.remove(civil.dayNumber)
  }

  /// Whether an instant is a member.
  package func contains(_ instant: Instant) -> Bool {
    if secondPasses.contains(instant) { return true }
    let civil = zone.civil(at: instant)
    return days[civil.secondOfDay]?.contains(civil.dayNumber) == true
      && !zone.isSecondPass(instant)
  }

  /// Takes away all instants up to one, that one included.
  package mutating func removeAll(upTo instant: Instant) {
    secondPasses = secondPasses.filter { $0 > instant }
    let civil = zone.civil(at: instant)
    for time in days.keys {
      // The day itself only up to its time; a second pass shows a time that may have been before.
      days[time]?.keep(from: time > civil.secondOfDay ? civil.dayNumber : civil.dayNumber + 1)
    }
  }

  /// Takes away all instants from one on.
  package mutating func removeAll(from instant: Instant) {
    secondPasses = secondPasses.filter { $0 < instant }
    let civil = zone.civil(at: instant)
    for time in days.keys {
      days[time]?.keep(before: time < civil.secondOfDay ? civil.dayNumber + 1 : civil.dayNumber)
    }
  }

  /// How many instants there are.
  package var count: Int { days.values.reduce(secondPasses.count) { $0 + $1.count } }

  /// How many instants there are before one.
  package func count(before instant: Instant) -> Int {
    let civil = zone.civil(at: instant)
    return days.reduce(secondPasses.count { $0 < instant }) { sum, part in
      sum
        + part.value.count(
          before: part.key < civil.secondOfDay ? civil.dayNumber + 1 : civil.dayNumber)
    }
  }

  /// Adds all members of another collection of the same zone and days.
  package mutating func formUnion(_ other: TimedDays) {
    secondPasses.formUnion(other.secondPasses)
    days.merge(other.days) { left, right in
      var union = left
      union.formUnion(right)
      return union
    }
  }
}
