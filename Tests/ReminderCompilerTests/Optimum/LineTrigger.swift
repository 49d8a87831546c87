/// A safe trigger that repeats, on the days of one line.
struct LineTrigger {
  /// Its class of days; see ``SafeClass``.
  let number: Int
  /// The days on which it fires before its end; all are asked for.
  let fires: [Int]
  /// The first day on which it fires and nothing is asked for; behind the last for none.
  let end: Int

  /// How many of its fires come before a day.
  func count(before day: Int) -> Int {
    var (low, high) = (0, fires.count)
    while low < high {
      let middle = (low + high) / 2
      if fires[middle] < day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first day on which two triggers both fire.
  func firstMeeting(_ other: LineTrigger) -> Int {
    if SafeClass.family(number) == SafeClass.family(other.number) { return Int.max }
    var (own, its) = (0, 0)
    while own < fires.count, its < other.fires.count {
      if fires[own] == other.fires[its] { return fires[own] }
      if fires[own] < other.fires[its] { own += 1 } else { its += 1 }
    }
    return Int.max
  }

  /// All that may serve a line: those that first fire unasked at or after an instant, and fire more
  /// than once before.
  ///
  /// What fires once is no better than a one-shot. What has to be taken away at or after the
  /// horizon's end is as good as what may stay: `removeBy` takes it out of the way of any other.
  static func all(of line: DayLine, notRemovedBefore earliest: Int) -> [LineTrigger] {
    var places = [Int](repeating: -1, count: SafeClass.count)
    var numbers: [Int] = []
    var fires: [[Int]] = []
    var ends: [Int] = []
    for day in line.instants.indices {
      let isAsked = line.asked[day]
      for number in DayWalk.classes[line.firstDay + day] {
        var place = places[number]
        if place < 0 {
          place = numbers.count
          places[number] = place
          numbers.append(number)
          fires.append([])
          ends.append(line.instants.count)
        }
        guard ends[place] == line.instants.count else { continue }
        if isAsked { fires[place].append(day) } else { ends[place] = day }
      }
    }
    let limit = line.day(from: earliest)
    return numbers.indices.compactMap { place in
      guard fires[place].count > 1, ends[place] >= limit else { return nil }
      return LineTrigger(number: numbers[place], fires: fires[place], end: ends[place])
    }
  }
}
