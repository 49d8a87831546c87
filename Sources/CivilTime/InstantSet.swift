/// A set of instants, stored as days for each time of day on the wall clock of a zone.
///
/// A daily fire up to 2100 is one bit set. Days and times are those that the clock shows. Instants
/// in the second pass of a repeated hour are stored separately, because a day and a time identify
/// the first pass.
package struct InstantSet: Sendable {
  /// The zone of the wall clock.
  package let zone: Zone
  /// The days that can be members, as days since 1970-01-01.
  package let dayRange: Range<Int>
  /// The days for each time of day.
  package var days = DaysByTime()
  /// Instants in the second pass of a repeated hour.
  package var secondPasses: Set<Instant> = []

  /// Makes an empty set of instants on some days.
  package init(in zone: Zone, days dayRange: Range<Int>) {
    self.zone = zone
    self.dayRange = dayRange
  }

  /// Adds an instant; one outside the day range is ignored.
  package mutating func insert(_ instant: Instant) {
    let civil = zone.civil(at: instant)
    if zone.isSecondPass(instant) {
      if dayRange.contains(civil.dayNumber) { secondPasses.insert(instant) }
    } else {
      days.insert(civil.dayNumber, at: civil.time, in: dayRange)
    }
  }

  /// Adds instants; those outside the day range are ignored.
  package mutating func insert(contentsOf instants: some Sequence<Instant>) {
    for instant in instants { insert(instant) }
  }

  /// Removes an instant.
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

  /// Removes all instants up to and including one.
  package mutating func removeAll(upTo instant: Instant) {
    if !secondPasses.isEmpty { secondPasses = secondPasses.filter { $0 > instant } }
    let first = zone.firstTime(notBefore: instant + 1)
    days.changeAll { $1.keep(from: first.firstDay(at: $0)) }
  }

  /// Removes all instants from one on.
  package mutating func removeAll(from instant: Instant) {
    if !secondPasses.isEmpty { secondPasses = secondPasses.filter { $0 < instant } }
    let end = zone.firstTime(notBefore: instant)
    days.changeAll { $1.keep(before: end.firstDay(at: $0)) }
  }

  /// Whether the set is empty.
  package var isEmpty: Bool { secondPasses.isEmpty && days.allSatisfy { $0.days.isEmpty } }

  /// The number of instants.
  package var count: Int { days.reduce(secondPasses.count) { $0 + $1.days.count } }

  /// The number of instants before one.
  package func count(before instant: Instant) -> Int {
    let end = zone.firstTime(notBefore: instant)
    return days.reduce(secondPasses.count { $0 < instant }) { sum, part in
      sum + part.days.count(before: end.firstDay(at: part.time))
    }
  }

  /// The instants, in unspecified order.
  package var instants: [Instant] {
    days.flatMap { time, members in
      members.map {
        zone.instant(of: CivilDateTime(dayNumber: $0, time: time))
      }
    } + secondPasses
  }

  /// Removes all instants of another set with the same zone and day range.
  package mutating func subtract(_ other: InstantSet) {
    if !secondPasses.isEmpty { secondPasses.subtract(other.secondPasses) }
    days.subtract(other.days)
  }

  /// Adds all instants of another set with the same zone and day range.
  package mutating func formUnion(_ other: InstantSet) {
    if !other.secondPasses.isEmpty { secondPasses.formUnion(other.secondPasses) }
    days.formUnion(other.days)
  }
}

extension InstantSet {
  /// Returns the same instants by the wall clock of another zone; those outside of the day range are
  /// ignored.
  ///
  /// Between clock changes, all days of a time of day move together. An hourly series up to 2100 has
  /// 650,000 instants.
  package func read(in other: Zone) -> InstantSet {
    var result = InstantSet(in: other, days: dayRange)
    result.insert(contentsOf: secondPasses)
    let (near, byDifference) = daysByDifference(from: other)
    for (time, members) in days {
      for day in members.intersection(near) {
        result.insert(zone.instant(of: CivilDateTime(dayNumber: day, time: time)))
      }
      for (difference, own) in byDifference {
        let moved = members.intersection(own)
        guard !moved.isEmpty else { continue }
        let second = time.secondOfDay + difference
        result.days.formUnion(
          moved.moved(by: second.floorQuotient(86_400), into: dayRange),
          at: TimeOfDay(secondOfDay: second.floorModulo(86_400)))
      }
    }
    return result
  }

  /// The days before and after a clock change that are read one by one.
  ///
  /// Offsets are less than a day, so a wall clock can show the day before or after.
  private static let reach = 3

  /// Returns the days near a clock change of either zone, and all others by the difference of the
  /// offsets.
  private func daysByDifference(from other: Zone) -> (near: DaySet, others: [Int: DaySet]) {
    let reach = InstantSet.reach
    let window =
      Instant(
        secondsSince1970: (dayRange.lowerBound - reach) * 86_400)..<Instant(
        secondsSince1970: (dayRange.upperBound + reach) * 86_400)
    let changes = [zone, other].flatMap { $0.transitions(in: window) }
      .map { $0.instant.civilInUTC.dayNumber }.sorted()
    let all = DaySet(all: dayRange)
    var near = DaySet(in: dayRange)
    var others: [Int: DaySet] = [:]
    var start = dayRange.lowerBound
    for change in changes + [dayRange.upperBound + reach] {
      if start < change - reach {
        let noon = Instant(secondsSince1970: start * 86_400 + 43_200)
        let difference = other.offset(at: noon) - zone.offset(at: noon)
        others[difference, default: DaySet(in: dayRange)].formUnion(
          all, in: start..<change - reach)
      }
      for day in max(start, change - reach)..<max(start, change + reach + 1) { near.insert(day) }
      start = max(start, change + reach + 1)
    }
    return (near, others)
  }
}

extension CivilDateTime {
  /// The first day on which a time of day is not before this wall-clock time: this day or the next.
  package func firstDay(at time: TimeOfDay) -> Int {
    time < self.time ? dayNumber + 1 : dayNumber
  }
}

extension Zone {
  /// The earliest wall-clock time that the clock shows for the first time at or after an instant.
  ///
  /// In the second pass of a repeated hour this is the end of that hour, because the clock has
  /// already shown the times before it.
  package func firstTime(notBefore instant: Instant) -> CivilDateTime {
    guard isSecondPass(instant) else { return civil(at: instant) }
    return transitions[transitionCount(upTo: instant) - 1].affectedCivil.upperBound
  }
}

/// Sets of days with a common range, sorted by time of day.
///
/// There are usually few times, so a sorted array is faster than a dictionary.
package struct DaysByTime: Sendable {
  private var entries: [(time: TimeOfDay, days: DaySet)] = []

  /// The times of day in ascending order, including those whose days were all removed.
  package var times: [TimeOfDay] { entries.map(\.time) }

  /// Makes an empty collection.
  package init() {}

  /// Makes a collection with the same days at all times, which can be in any order.
  package init(_ days: DaySet, at times: [TimeOfDay]) {
    for time in times { self[time] = days }
  }

  /// The index of a time of day, or the index where to insert it.
  private func place(of time: TimeOfDay) -> (index: Int, isFound: Bool) {
    // Times are usually added in ascending order.
    if let last = entries.last?.time, last < time { return (entries.count, false) }
    let index = entries.partitionPoint { $0.time < time }
    return (index, index < entries.count && entries[index].time == time)
  }

  /// The days at a time of day; nil if none were ever added.
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

  /// Adds a day at a time of day; one outside the range of days that can be members is ignored.
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

  /// Calls a closure that can change the days of each time of day.
  package mutating func changeAll(_ change: (TimeOfDay, inout DaySet) -> Void) {
    for index in entries.indices { change(entries[index].time, &entries[index].days) }
  }

  /// Keeps the first members, in order of day and then time of day.
  package mutating func keep(first count: Int) {
    guard let range = entries.first?.days.range else { return }
    func members(before day: Int) -> Int {
      entries.reduce(0) { $0 + $1.days.count(before: day) }
    }
    let last = range.partitionPoint { members(before: $0 + 1) <= count }
    var left = count - members(before: last)
    for index in entries.indices {
      let isKept = left > 0 && entries[index].days.contains(last)
      if isKept { left -= 1 }
      entries[index].days.keep(before: isKept ? last + 1 : last)
    }
  }

  /// Adds days at a time of day.
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
  /// The index of the first time.
  package var startIndex: Int { 0 }
  /// The index after the last time.
  package var endIndex: Int { entries.count }

  /// A time of day and its days.
  package subscript(_ index: Int) -> (time: TimeOfDay, days: DaySet) { entries[index] }
}
