/// The triggers that may serve one line, in two groups.
///
/// The tails are one family of classes that never meet each other: days of the month, dates or
/// ordinal weekdays, whichever has most triggers. All other triggers are heads. With the heads
/// chosen, whether one tail may be used doesn't depend on the others.
struct LineChoices {
  let line: DayLine
  let heads: [LineTrigger]
  let tails: [LineTrigger]
  /// The first day on which two heads meet.
  let headMeetings: [[Int]]
  /// The first day on which a head meets a tail.
  let tailMeetings: [[Int]]
  /// Where the reminder's next alert is one of this line: its day.
  var next: Int?

  /// The most heads whose sets are all looked at.
  static let mostHeads = 16

  /// Finds the triggers of a line that don't fire unasked before an instant, less idle classes.
  init(_ line: DayLine, notRemovedBefore earliest: Int, without idle: Set<Int> = []) {
    self.line = line
    let all = LineTrigger.all(of: line, notRemovedBefore: earliest)
      .filter { !idle.contains($0.number) }
    // Days of the month where it is even; a tail fires at most once in 28 days.
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

  /// The tails that meet each head before a day, as bits.
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
  /// Every trigger in use then ends at or after `lasting`, so that two that meet before can't both
  /// be used, and a later meeting is settled by taking one of them away. A trigger saves as many
  /// slots as it answers fires before the instant, less its own.
  func fewestSlots(toReach reach: Int, lasting: Int) -> Int {
    let day = line.day(from: reach)
    let last = line.day(from: lasting)
    var search = ReachSearch(
      headSavings: heads.map { $0.end >= last ? $0.count(before: day) - 1 : 0 },
      tailSavings: tails.map { $0.end >= last ? $0.count(before: day) - 1 : 0 },
      blocked: tailsMeeting(before: last), headMeetings: headMeetings, last: last)
    search.run()
    return line.askedBefore[day] - search.best
  }

  /// The search for the set of triggers that saves most.
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

    /// Tries each set of the heads from one on; no set saves more than all that is still open.
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

/// The fires of one reminder at one time of day, over the days between now and the horizon's end.
///
/// Two triggers at different times of day never meet: such lines share nothing but slots and the
/// plan's reach. Days count from 0, for the first whose time lies after now.
struct DayLine {
  let reminder: Int
  let second: Int
  /// The first day, as days since 1970-01-01.
  let firstDay: Int
  /// The instant of each day.
  private(set) var instants: [Int] = []
  /// Whether each day is asked for.
  private(set) var asked: [Bool] = []
  /// How many of the days before each are asked for; one longer than the days.
  private(set) var askedBefore = [0]
  var askedCount: Int { askedBefore[askedBefore.count - 1] }

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
      let isAsked = series.asks(moment)
      instants.append(instant)
      asked.append(isAsked)
      askedBefore.append(askedCount + (isAsked ? 1 : 0))
      day += 1
    }
  }

  /// The first day at or after an instant; behind the last where there is none.
  func day(from instant: Int) -> Int {
    guard let first = instants.first else { return 0 }
    // The clock may be an hour off between the first day and this one.
    var day = min(instants.count, max(0, (instant - first) / 86_400 - 1))
    while day < instants.count, instants[day] < instant { day += 1 }
    return day
  }

  /// The first day that is asked for.
  var next: Int? { asked.firstIndex(of: true) }
}
