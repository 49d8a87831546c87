/// The triggers for one line, in two groups.
///
/// The tails are one family of classes that never share a day: days of the month, dates or
/// ordinal weekdays, whichever has most triggers. All other triggers are heads. For given heads,
/// each tail can be allowed or excluded independently of the others.
struct LineChoices {
  let line: DayLine
  let heads: [LineTrigger]
  let tails: [LineTrigger]
  /// The first day on which two heads both fire.
  let headMeetings: [[Int]]
  /// The first day on which a head and a tail both fire.
  let tailMeetings: [[Int]]
  /// The day of the reminder's next alert, if it is in this line.
  var next: Int?

  /// The most heads for which all subsets are tried.
  static let mostHeads = 16

  /// Finds the triggers of a line without an unexpected fire before an instant, without idle
  /// classes.
  init(_ line: DayLine, notRemovedBefore earliest: Int, without idle: Set<Int> = []) {
    self.line = line
    let all = LineTrigger.all(of: line, notRemovedBefore: earliest)
      .filter { !idle.contains($0.number) }
    // On a tie use days of the month; a tail fires at most once in 28 days.
    let family =
      [2, 3, 4].max { left, right in
        let counts = [left, right].map { family in
          all.count { SafeClass.family($0.number) == family }
        }
        return counts[0] < counts[1]
      } ?? 2
    tails = all.filter { SafeClass.family($0.number) == family }
    heads = all.filter { SafeClass.family($0.number) != family }
      .sorted { $0.fires.count > $1.fires.count }
    precondition(heads.count <= LineChoices.mostHeads && tails.count < 64)
    let (heads, tails) = (heads, tails)
    headMeetings = heads.map { head in heads.map { head.firstMeeting($0) } }
    tailMeetings = heads.map { head in tails.map { head.firstMeeting($0) } }
  }

  /// For each head, the tails that fire together with it before a day, as bits.
  func tailsMeeting(before day: Int) -> [UInt64] {
    tailMeetings.map { meetings in
      var bits: UInt64 = 0
      for (tail, meeting) in meetings.enumerated() where meeting < day { bits |= 1 << UInt64(tail) }
      return bits
    }
  }
}

extension LineChoices {
  /// The fewest slots with which the line is exact up to an instant.
  ///
  /// Every trigger in use then ends at or after `lasting`, so two that fire together before can't
  /// both be used. A later conflict is resolved by removing one of them. A trigger saves one slot
  /// for each fire that it covers before the instant, less its own slot.
  func fewestSlots(toReach reach: Int, lasting: Int) -> Int {
    let day = line.day(from: reach)
    let last = line.day(from: lasting)
    var search = ReachSearch(
      headSavings: heads.map { $0.end >= last ? $0.count(before: day) - 1 : 0 },
      tailSavings: tails.map { $0.end >= last ? $0.count(before: day) - 1 : 0 },
      blocked: tailsMeeting(before: last), headMeetings: headMeetings, last: last)
    search.run()
    return line.expectedBefore[day] - search.best
  }

  /// The search for the set of triggers that saves the most slots.
  private struct ReachSearch {
    let headSavings: [Int]
    let tailSavings: [Int]
    let blocked: [UInt64]
    let headMeetings: [[Int]]
    let last: Int
    var best = 0
    var chosen: [Int] = []

    mutating func run() {
      var open: UInt64 = 0
      for (tail, saving) in tailSavings.enumerated() where saving > 0 { open |= 1 << UInt64(tail) }
      let rest = headSavings.reduce(0) { $0 + max(0, $1) }
      extend(0, saved: 0, open: open, tailSum: sum(open), rest: rest)
    }

    private func sum(_ open: UInt64) -> Int {
      var sum = 0
      var bits = open
      while bits != 0 {
        sum += tailSavings[bits.trailingZeroBitCount]
        bits &= bits - 1
      }
      return sum
    }

    /// Tries each set of the heads from `head` on, while it could save more than the best set.
    private mutating func extend(
      _ head: Int, saved: Int, open: UInt64, tailSum: Int, rest: Int
    ) {
      best = max(best, saved + tailSum)
      guard head < headSavings.count, saved + tailSum + rest > best else { return }
      let saving = headSavings[head]
      if saving > 0 {
        if chosen.allSatisfy({ headMeetings[head][$0] >= last }) {
          let left = open & ~blocked[head]
          chosen.append(head)
          extend(
            head + 1, saved: saved + saving, open: left,
            tailSum: left == open ? tailSum : sum(left), rest: rest - saving)
          chosen.removeLast()
        }
        extend(head + 1, saved: saved, open: open, tailSum: tailSum, rest: rest - saving)
      } else {
        extend(head + 1, saved: saved, open: open, tailSum: tailSum, rest: rest)
      }
    }
  }
}

/// A safe repeating trigger on the days of one line.
struct LineTrigger {
  /// Its class of days; see ``SafeClass``.
  let number: Int
  /// The days on which it fires before its end; all are expected.
  let fires: [Int]
  /// The first day of an unexpected fire, or the number of days if there isn't one.
  let end: Int

  /// The number of its fires before a day.
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

  /// All triggers for a line with at least two fires before the first unexpected one, at or after
  /// an instant.
  ///
  /// A trigger with one fire isn't better than a one-shot. A trigger that must be removed at or
  /// after the horizon's end is as good as a permanent one, since `removeBy` prevents later
  /// conflicts.
  static func all(of line: DayLine, notRemovedBefore earliest: Int) -> [LineTrigger] {
    var places = [Int](repeating: -1, count: SafeClass.count)
    var numbers: [Int] = []
    var fires: [[Int]] = []
    var ends: [Int] = []
    for day in line.instants.indices {
      let isExpected = line.expected[day]
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
        if isExpected { fires[place].append(day) } else { ends[place] = day }
      }
    }
    let limit = line.day(from: earliest)
    return numbers.indices.compactMap { place in
      guard fires[place].count > 1, ends[place] >= limit else { return nil }
      return LineTrigger(number: numbers[place], fires: fires[place], end: ends[place])
    }
  }
}

/// The fires of one reminder at one time of day, from now to the horizon's end.
///
/// Triggers at different times of day never conflict, so such lines share only the slots and the
/// plan's reach. Days are counted from 0, the first whose time is after now.
struct DayLine {
  let reminder: Int
  let second: Int
  /// The first day, as days since 1970-01-01.
  let firstDay: Int
  /// The instant of each day.
  private(set) var instants: [Int] = []
  /// Whether a fire is expected on each day.
  private(set) var expected: [Bool] = []
  /// The number of expected fires before each day; one element longer than the days.
  private(set) var expectedBefore = [0]
  var expectedCount: Int { expectedBefore[expectedBefore.count - 1] }

  init(_ instance: OptimumInstance, reminder: Int, second: Int) {
    self.reminder = reminder
    self.second = second
    let series = instance.series[reminder]
    var day = instance.now / 86_400 - 1
    while instance.clock.instant(CivilMoment(day: day, second: second)) <= instance.now { day += 1 }
    firstDay = day
    while true {
      let moment = CivilMoment(day: day, second: second)
      let instant = instance.clock.instant(moment)
      if instant >= instance.end { break }
      let isExpected = series.asks(moment)
      instants.append(instant)
      expected.append(isExpected)
      expectedBefore.append(expectedCount + (isExpected ? 1 : 0))
      day += 1
    }
  }

  /// The first day at or after an instant, or the number of days if there isn't one.
  func day(from instant: Int) -> Int {
    guard let first = instants.first else { return 0 }
    // The offset may differ by an hour between the first day and this one.
    var day = min(instants.count, max(0, (instant - first) / 86_400 - 1))
    while day < instants.count, instants[day] < instant { day += 1 }
    return day
  }

  /// The first day with an expected fire.
  var next: Int? { expected.firstIndex(of: true) }
}
