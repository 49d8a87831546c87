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
  /// The days by time of day.
  package var days = DaysByTime()
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
      days.insert(civil.dayNumber, at: civil.time, in: dayRange)
    }
  }

  /// Adds instants; those outside the days are ignored.
  package mutating func insert(contentsOf instants: some Sequence<Instant>) {
    var cursor = ZoneCursor(zone)
    for instant in instants {
      let civil = cursor.civil(at: instant)
      if zone.isSecondPass(instant) {
        if dayRange.contains(civil.dayNumber) { secondPasses.insert(instant) }
      } else {
        days.insert(civil.dayNumber, at: civil.time, in: dayRange)
      }
    }
  }

  /// Takes an instant away.
  package mutating func remove(_ instant: Instant) {
    if secondPasses.remove(instant) != nil { return }
    let civil = zone.civil(at: instant)
    days.remove(civil.dayNumber, at: civil.time)
  }

  /// Whether an instant is a member.
  package func contains(_ instant: Instant) -> Bool {
    if secondPasses.contains(instant) { return true }
    let civil = zone.civil(at: instant)
    return days[civil.time]?.contains(civil.dayNumber) == true
      && !zone.isSecondPass(instant)
  }

  /// Takes away all instants up to one, that one included.
  package mutating func removeAll(upTo instant: Instant) {
    if !secondPasses.isEmpty { secondPasses = secondPasses.filter { $0 > instant } }
    let first = zone.firstTime(notBefore: instant + 1)
    days.changeAll { $1.keep(from: first.firstDay(at: $0)) }
  }

  /// Takes away all instants from one on.
  package mutating func removeAll(from instant: Instant) {
    if !secondPasses.isEmpty { secondPasses = secondPasses.filter { $0 < instant } }
    let end = zone.firstTime(notBefore: instant)
    days.changeAll { $1.keep(before: end.firstDay(at: $0)) }
  }

  /// Whether there is no instant.
  package var isEmpty: Bool { secondPasses.isEmpty && days.allSatisfy { $0.days.isEmpty } }

  /// How many instants there are.
  package var count: Int { days.reduce(secondPasses.count) { $0 + $1.days.count } }

  /// How many instants there are before one.
  package func count(before instant: Instant) -> Int {
    let end = zone.firstTime(notBefore: instant)
    return days.reduce(secondPasses.count { $0 < instant }) { sum, part in
      sum + part.days.count(before: end.firstDay(at: part.time))
    }
  }

  /// The instants, in no order.
  package var instants: [Instant] {
    days.flatMap { time, members in
      members.map {
        zone.instant(of: CivilDateTime(dayNumber: $0, time: time))
      }
    } + secondPasses
  }

  /// Takes away all instants of another collection of the same zone and days.
  package mutating func subtract(_ other: TimedDays) {
    if !secondPasses.isEmpty { secondPasses.subtract(other.secondPasses) }
    days.subtract(other.days)
  }

  /// Adds all instants of another collection of the same zone and days.
  package mutating func formUnion(_ other: TimedDays) {
    if !other.secondPasses.isEmpty { secondPasses.formUnion(other.secondPasses) }
    days.formUnion(other.days)
  }
}

extension CivilDateTime {
  /// The first day, as days since 1970-01-01, on which a time of day is this time or later.
  ///
  /// - Parameter time: The time of day.
  /// - Returns: This day or the next.
  package func firstDay(at time: TimeOfDay) -> Int {
    time < self.time ? dayNumber + 1 : dayNumber
  }
}

extension Zone {
  /// The first wall-clock time that the clock first shows at an instant or after it.
  ///
  /// Within the second pass of a repeated hour that is the hour's end: what the clock shows until
  /// then it has shown before.
  package func firstTime(notBefore instant: Instant) -> CivilDateTime {
    guard isSecondPass(instant) else { return civil(at: instant) }
    return transitions[transitionCount(upTo: instant) - 1].affectedCivil.upperBound
  }
}

/// Sets of days of one range by time of day, in the order of the times.
///
/// Nearly always these are a few, so that a sorted array finds them sooner than a hash would.
package struct DaysByTime: Sendable {
  private var entries: [(time: TimeOfDay, days: DaySet)] = []

  /// The times of day, ascending.
  package var times: [TimeOfDay] { entries.map(\.time) }

  /// Makes an empty collection.
  package init() {}

  /// Makes a collection that has the same days at all times, in any order.
  package init(_ days: DaySet, at times: [TimeOfDay]) {
    for time in times { self[time] = days }
  }

  /// The place of a time of day, and whether it is there.
  private func place(of time: TimeOfDay) -> (index: Int, isFound: Bool) {
    // Nearly always times are added behind all others.
    if let last = entries.last?.time, last < time { return (entries.count, false) }
    let index = entries.partitionPoint { $0.time < time }
    return (index, index < entries.count && entries[index].time == time)
  }

  /// The days at a time of day; nil where it has never had any.
  package subscript(_ time: TimeOfDay) -> DaySet? {
    get {
      let (index, isFound) = place(of: time)
      return isFound ? entries[index].days : nil
    }
    set {
      let (index, isFound) = place(of: time)
      if isFound { entries.remove(at: index) }
      if let newValue { entries.insert((time, newValue), at: index) }
    }
  }

  /// Adds a day at a time of day.
  ///
  /// - Parameters:
  ///   - day: The day; one outside the range is ignored.
  ///   - time: The time of day.
  ///   - range: The days that can be members.
  package mutating func insert(_ day: Int, at time: TimeOfDay, in range: Range<Int>) {
    let (index, isFound) = place(of: time)
    if !isFound { entries.insert((time, DaySet(in: range)), at: index) }
    entries[index].days.insert(day)
  }

  /// Removes a day at a time of day.
  package mutating func remove(_ day: Int, at time: TimeOfDay) {
    let (index, isFound) = place(of: time)
    if isFound { entries[index].days.remove(day) }
  }

  /// Changes the days at every time of day.
  package mutating func changeAll(_ change: (TimeOfDay, inout DaySet) -> Void) {
    for index in entries.indices { change(entries[index].time, &entries[index].days) }
  }

  /// Adds all of some days at a time of day.
  package mutating func formUnion(_ days: DaySet, at time: TimeOfDay) {
    let (index, isFound) = place(of: time)
    if isFound {
      entries[index].days.formUnion(days)
    } else {
      entries.insert((time, days), at: index)
    }
  }

  /// Adds all days of another collection.
  package mutating func formUnion(_ other: DaysByTime) {
    for (time, days) in other { formUnion(days, at: time) }
  }

  /// Removes all days of another collection.
  package mutating func subtract(_ other: DaysByTime) {
    for (time, days) in other {
      let (index, isFound) = place(of: time)
      if isFound { entries[index].days.subtract(days) }
    }
  }
}

extension DaysByTime: RandomAccessCollection {
  /// The place of the first time.
  package var startIndex: Int { 0 }
  /// The place behind the last time.
  package var endIndex: Int { entries.count }

  /// A time of day with its days.
  package subscript(_ index: Int) -> (time: TimeOfDay, days: DaySet) { entries[index] }
}
