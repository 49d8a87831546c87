import CivilTime

/// The value of a plan in the compared objectives.
struct OptimumScore: Hashable, CustomStringConvertible {
  /// Reminders whose next alert is missed before the renewal.
  var missedNext: Int
  /// Alerts missed before the renewal.
  var missedSoon: Int
  /// The first instant of a miss or an unexpected fire; the horizon's end if there isn't one.
  var exactUntil: Int
  /// Reminders without a covered alert.
  var bare: Int
  /// Alerts covered before the horizon's end.
  var answered: Int

  /// The objectives in their order; smaller is better.
  var tiers: [Int] { [missedNext, missedSoon, -exactUntil, bare, -answered] }

  var description: String {
    "next missed \(missedNext), missed soon \(missedSoon), exact until "
      + "\(Instant(secondsSince1970: exactUntil)), bare \(bare), answered \(answered)"
  }
}

/// The best choice of safe triggers and one-shots, found without lowering.
struct TrueOptimum {
  private let instance: OptimumInstance
  private let lines: [LineChoices]

  init(_ instance: OptimumInstance) {
    precondition(instance.horizonInDays >= 2 * instance.renewalInDays)
    precondition((1...27).contains(instance.renewalInDays))
    self.instance = instance
    let earliest = instance.earliestRemoval
    let whole = instance.lines().map { LineChoices($0, notRemovedBefore: earliest) }
    var lines = zip(whole, IdleTriggers(whole, of: instance).classes).map {
      LineChoices($0.line, notRemovedBefore: earliest, without: $1)
    }
    for reminder in instance.series.indices {
      func first(_ index: Int) -> Int {
        lines[index].line.next.map { lines[index].line.instants[$0] } ?? Int.max
      }
      let own = lines.indices.filter { lines[$0].line.reminder == reminder }
      if let index = own.min(by: { first($0) < first($1) }) {
        lines[index].next = lines[index].line.next
      }
    }
    self.lines = lines
  }

  private func lasting(_ reach: Int) -> Int { max(reach, instance.earliestRemoval) }

  private func fewestSlots(toReach reach: Int) -> [Int] {
    lines.map { $0.fewestSlots(toReach: reach, lasting: lasting(reach)) }
  }

  private func earlyLosses(_ reach: Int) -> [[Int]] {
    lines.map {
      $0.earlyLosses(
        upTo: instance.limit, renewal: instance.renewal, reach: reach, lasting: lasting(reach))
    }
  }

  private func leastEarlyLoss(_ reach: Int) -> Int {
    SlotSums.least(earlyLosses(reach), upTo: instance.limit)[instance.limit]
  }

  /// The score of the best choice.
  func score() -> OptimumScore {
    let instants = Set(lines.flatMap(\.line.instants)).sorted() + [instance.end]
    let isKept = fewestSlots(toReach: instance.renewal).reduce(0, +) <= instance.limit
    let early = isKept ? 0 : leastEarlyLoss(instance.now)
    // A choice that is exact up to an instant is so up to any earlier one; the first always holds.
    let reaches = instants.filter { ($0 >= instance.renewal) == isKept }
    var (low, high) = (0, reaches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      let holds =
        isKept
        ? fewestSlots(toReach: reaches[middle]).reduce(0, +) <= instance.limit
        : leastEarlyLoss(reaches[middle]) == early
      if holds { low = middle } else { high = middle }
    }
    let reach = reaches[low]
    var score = OptimumScore(
      missedNext: early / EarlyLoss.missedNext, missedSoon: early % EarlyLoss.missedNext,
      exactUntil: reach, bare: 0, answered: lines.reduce(0) { $0 + $1.line.expectedCount })
    if reach < instance.end { (score.bare, score.answered) = coverage(reach: reach, early: early) }
    return score
  }

  /// The fewest bare reminders and the most covered alerts, for a given reach.
  private func coverage(reach: Int, early: Int) -> (bare: Int, answered: Int) {
    let isDeep = reach >= instance.renewal
    let fewest =
      isDeep
      ? fewestSlots(toReach: reach)
      : earlyLosses(reach).map { $0.firstIndex { $0 < EarlyLoss.impossible } ?? 0 }
    let spare = instance.limit - fewest.reduce(0, +)
    var tables = Array(repeating: [[Int]](), count: instance.series.count)
    for (choices, fewest) in zip(lines, fewest) {
      let search = CoverageSearch(
        choices, renewal: instance.renewal, reach: reach, lasting: lasting(reach))
      var table = [Int](repeating: EarlyLoss.impossible, count: instance.limit + 1)
      for slots in fewest...(fewest + spare) {
        let isDone = slots > fewest && table[slots - 1] == -choices.line.expectedCount
        table[slots] = isDone ? table[slots - 1] : search.leastLoss(slots: slots)
      }
      tables[choices.line.reminder].append(table)
    }
    // A reminder without a covered alert is bare, which weighs less than a loss before the renewal.
    let bareWeight = 1 << 16
    let reminders = tables.filter { !$0.isEmpty }.map { tables in
      SlotSums.least(tables, upTo: instance.limit).map { loss in
        loss < EarlyLoss.impossible && loss % CoverageSearch.earlyWeight == 0
          ? loss + bareWeight : loss
      }
    }
    let total = SlotSums.least(reminders, upTo: instance.limit)[instance.limit]
    let late = total - early * CoverageSearch.earlyWeight
    let bare = (late + bareWeight - 1) / bareWeight
    return (bare, bare * bareWeight - late)
  }
}

/// The loss before the next renewal as one number: first the missed next alert, then the number of
/// misses.
enum EarlyLoss {
  static let missedNext = 1 << 32
  /// More than any sum of losses.
  static let impossible = 1 << 60
}

extension LineChoices {
  /// The least loss before the renewal with each number of slots, if the line is exact up to an
  /// instant that is not later.
  ///
  /// One-shots replace triggers that cover fewer than two fires before the renewal. They cover the
  /// next fires that no trigger covers, which serves the reach, the next alert and the count.
  func earlyLosses(
    upTo limit: Int, renewal: Int, reach: Int, lasting: Int
  ) -> [Int] {
    let (day, late) = (line.day(from: reach), line.day(from: renewal))
    let last = line.day(from: lasting)
    let own = heads.indices.filter {
      heads[$0].count(before: late) > 1 && heads[$0].end >= last
    }
    var losses = [Int](repeating: EarlyLoss.impossible, count: limit + 1)
    for set in 0..<(1 << own.count) {
      let chosen = own.indices.filter { set >> $0 & 1 == 1 }.map { own[$0] }
      let meet = chosen.contains { head in
        chosen.contains { $0 < head && headMeetings[head][$0] < last }
      }
      guard !meet, chosen.count <= limit else { continue }
      let answeredSoon = chosen.reduce(0) { $0 + heads[$1].count(before: day) }
      let answered = chosen.reduce(0) { $0 + heads[$1].count(before: late) }
      let answersNext = next.map { next in chosen.contains { heads[$0].fires.first == next } }
      for slots in chosen.count...limit {
        let singles = slots - chosen.count
        guard line.expectedBefore[day] - answeredSoon <= singles else { continue }
        var loss = max(0, line.expectedBefore[late] - answered - singles)
        if let next, next < late, answersNext == false, singles == 0 {
          loss += EarlyLoss.missedNext
        }
        losses[slots] = min(losses[slots], loss)
      }
    }
    return losses
  }
}

/// The least sums over several parts that share slots.
enum SlotSums {
  /// The least sum for each number of slots from 0, given the loss of each part for each number.
  static func least(_ parts: [[Int]], upTo limit: Int) -> [Int] {
    var sums = [Int](repeating: 0, count: limit + 1)
    for part in parts {
      var next = [Int](repeating: EarlyLoss.impossible, count: limit + 1)
      for own in 0...min(limit, part.count - 1) where part[own] < EarlyLoss.impossible {
        for rest in 0...(limit - own) where sums[rest] < EarlyLoss.impossible {
          next[own + rest] = min(next[own + rest], part[own] + sums[rest])
        }
      }
      sums = next
    }
    return sums
  }
}

/// The triggers that must be removed later and aren't better than a one-shot.
///
/// Their second fire is at or after the instant up to which their reminder could be exact with all
/// slots. A reminder for which even all slots miss a fire before the renewal doesn't have such
/// triggers.
struct IdleTriggers {
  /// For each line, the classes of its idle triggers.
  let classes: [Set<Int>]

  /// Finds the idle triggers of an instance's lines.
  init(_ lines: [LineChoices], of instance: OptimumInstance) {
    classes = lines.map { choices in
      let own = lines.filter { $0.line.reminder == choices.line.reminder }
      func isExact(upTo reach: Int) -> Bool {
        let lasting = max(reach, instance.earliestRemoval)
        return own.reduce(0) { $0 + $1.fewestSlots(toReach: reach, lasting: lasting) }
          <= instance.limit
      }
      guard isExact(upTo: instance.renewal) else { return [] }
      let series = instance.series[choices.line.reminder]
      let idle = (choices.heads + choices.tails).filter { trigger in
        trigger.isEverUnexpected(on: choices.line, of: series)
          && !isExact(upTo: choices.line.instants[trigger.fires[1]] + 1)
      }
      return Set(idle.map(\.number))
    }
  }
}

extension LineTrigger {
  /// Whether it fires unexpectedly before 2100, within the horizon or after it.
  fileprivate func isEverUnexpected(on line: DayLine, of series: ExpectedSeries) -> Bool {
    end < line.instants.count
      || DayWalk.members[number].contains { day in
        day >= line.firstDay + line.instants.count
          && !series.asks(CivilMoment(day: day, second: line.second))
      }
  }
}
