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

  /// Finds the triggers of a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - earliest: The instant before which no trigger may fire unexpectedly.
  ///   - idle: The classes of triggers that are left out.
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
  ///
  /// - Parameters:
  ///   - reach: The instant.
  ///   - lasting: The later one of `reach` and the instant before which nothing may be taken away.
  /// - Returns: The slots of the triggers and of the one-shots beside them.
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
    private var chosen: [Int] = []

    init(
      headSavings: [Int], tailSavings: [Int], blocked: [UInt64], headMeetings: [[Int]], last: Int
    ) {
      self.headSavings = headSavings
      self.tailSavings = tailSavings
      self.blocked = blocked
      self.headMeetings = headMeetings
      self.last = last
    }

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
