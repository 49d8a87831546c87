/// Sets of days of one range by time of day, in the order of the times.
///
/// Nearly always these are a few, so that a sorted array finds them sooner than a hash would.
package struct DaysByTime: Sendable {
  /// The times of day, ascending.
  package private(set) var times: [TimeOfDay] = []
  /// The days at each of them.
  private var sets: [DaySet] = []

  /// Makes an empty collection.
  package init() {}

  /// Makes a collection that has the same days at all times.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - times: The times, in any order.
  package init(_ days: DaySet, at times: [TimeOfDay]) {
    for time in times { self[time] = days }
  }

  /// The place of a time of day, and whether it is there.
  private func place(of time: TimeOfDay) -> (index: Int, isFound: Bool) {
    let index = times.partitionPoint { $0 < time }
    return (index, index < times.count && times[index] == time)
  }

  /// The days at a time of day; nil where it has never had any.
  package subscript(_ time: TimeOfDay) -> DaySet? {
    get {
      let (index, isFound) = place(of: time)
      return isFound ? sets[index] : nil
    }
    set {
      let (index, isFound) = place(of: time)
      switch (isFound, newValue) {
      case (true, let days?): sets[index] = days
      case (false, let days?): insert(days, at: time, index)
      case (true, nil):
        times.remove(at: index)
        sets.remove(at: index)
      case (false, nil): break
      }
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
    if !isFound { insert(DaySet(in: range), at: time, index) }
    sets[index].insert(day)
  }

  /// Adds days at times of day.
  ///
  /// One by one, tens of thousands of times would each be moved by those that come before.
  ///
  /// - Parameters:
  ///   - members: The days with their times, in any order; days outside the range are ignored.
  ///   - range: The days that can be members.
  package mutating func insert(
    contentsOf members: [(time: TimeOfDay, day: Int)], in range: Range<Int>
  ) {
    var other = DaysByTime()
    for (time, day) in members.sorted(by: { $0.time < $1.time }) {
      if other.times.last != time { other.append(DaySet(in: range), at: time) }
      other.sets[other.sets.count - 1].insert(day)
    }
    formUnion(other)
  }

  /// Takes a day at a time of day away.
  package mutating func remove(_ day: Int, at time: TimeOfDay) {
    let (index, isFound) = place(of: time)
    if isFound { sets[index].remove(day) }
  }

  /// Changes the days at every time of day.
  package mutating func changeAll(_ change: (TimeOfDay, inout DaySet) -> Void) {
    for index in times.indices { change(times[index], &sets[index]) }
  }

  /// Adds all of some days at a time of day.
  package mutating func formUnion(_ days: DaySet, at time: TimeOfDay) {
    let (index, isFound) = place(of: time)
    if isFound {
      sets[index].formUnion(days)
    } else {
      insert(days, at: time, index)
    }
  }

  /// Puts a time of day with its days at a place, nearly always behind all others.
  private mutating func insert(_ days: DaySet, at time: TimeOfDay, _ index: Int) {
    guard index < times.count else { return append(days, at: time) }
    times.insert(time, at: index)
    sets.insert(days, at: index)
  }

  /// Adds all days of another collection.
  package mutating func formUnion(_ other: DaysByTime) {
    if times.isEmpty {
      self = other
    } else if other.count < DaysByTime.few {
      for (time, days) in other { formUnion(days, at: time) }
    } else {
      merge(other)
    }
  }

  /// Up to so many times are inserted one by one.
  private static let few = 16

  private mutating func merge(_ other: DaysByTime) {
    let own = self
    self = DaysByTime()
    times.reserveCapacity(own.count + other.count)
    sets.reserveCapacity(own.count + other.count)
    var next = 0
    for (time, days) in other {
      while next < own.count, own.times[next] < time {
        append(own.sets[next], at: own.times[next])
        next += 1
      }
      append(days, at: time)
      if next < own.count, own.times[next] == time {
        sets[sets.count - 1].formUnion(own.sets[next])
        next += 1
      }
    }
    for rest in next..<own.count { append(own.sets[rest], at: own.times[rest]) }
  }

  private mutating func append(_ days: DaySet, at time: TimeOfDay) {
    times.append(time)
    sets.append(days)
  }

  /// Takes away all days of another collection.
  package mutating func subtract(_ other: DaysByTime) {
    for (time, days) in other {
      let (index, isFound) = place(of: time)
      if isFound { sets[index].subtract(days) }
    }
  }
}

extension DaysByTime: RandomAccessCollection {
  /// The place of the first time.
  package var startIndex: Int { 0 }
  /// The place behind the last time.
  package var endIndex: Int { times.count }

  /// A time of day with its days.
  package subscript(_ index: Int) -> (time: TimeOfDay, days: DaySet) {
    (times[index], sets[index])
  }
}
