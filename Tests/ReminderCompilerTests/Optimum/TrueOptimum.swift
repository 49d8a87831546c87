import CivilTime

/// What a plan is worth, by the objectives that are compared.
struct OptimumScore: Hashable, CustomStringConvertible {
  /// Reminders whose next alert is missed before the renewal.
  var missedNext: Int
  /// Alerts missed before the renewal.
  var missedSoon: Int
  /// The first instant at which something is missed or fires unasked; the horizon's end for none.
  var exactUntil: Int
  /// Reminders of which nothing is answered.
  var bare: Int
  /// Alerts answered before the horizon's end.
  var answered: Int

  /// The objectives in their order; smaller is better.
  var tiers: [Int] { [missedNext, missedSoon, -exactUntil, bare, -answered] }

  static let tierNames = [
    "next alerts missed", "alerts missed before the renewal", "exactUntil", "bare reminders",
    "alerts answered",
  ]

  var description: String {
    "next missed \(missedNext), missed soon \(missedSoon), exact until "
      + "\(Instant(secondsSince1970: exactUntil)), bare \(bare), answered \(answered)"
  }
}

/// The best of all choices of safe triggers and one-shots, found without lowering.
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

  /// What the best choice is worth.
  func score() -> OptimumScore {
    let instants = Set(lines.flatMap(\.line.instants)).sorted() + [instance.end]
    let isKept = fewestSlots(toReach: instance.renewal).reduce(0, +) <= instance.limit
    let early = isKept ? 0 : leastEarlyLoss(instance.now)
    // What is exact up to an instant is so up to any earlier one; the first of these always holds.
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
      exactUntil: reach, bare: 0, answered: lines.reduce(0) { $0 + $1.line.askedCount })
    if reach < instance.end { (score.bare, score.answered) = coverage(reach: reach, early: early) }
    return score
  }

  /// The fewest bare reminders and the most alerts answered, where the reach is settled.
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
        let isDone = slots > fewest && table[slots - 1] == -choices.line.askedCount
        table[slots] = isDone ? table[slots - 1] : search.leastLoss(slots: slots)
      }
      tables[choices.line.reminder].append(table)
    }
    // A reminder that answers nothing is bare; that weighs less than a loss before the renewal.
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
