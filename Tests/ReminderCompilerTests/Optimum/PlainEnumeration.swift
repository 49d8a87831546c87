/// The best choice by trying every one: every set of triggers with every end, and of one-shots.
///
/// Written for truth, not speed, to hold ``TrueOptimum`` against. It knows no families, no bounds
/// and no reach: each choice is measured as a whole.
struct PlainEnumeration {
  /// Which one-shots are tried.
  enum Singles {
    /// Every set of them.
    case all
    /// With each set of triggers those for the next fires that none answers; of one reminder.
    case next
  }

  /// A request that might be made.
  private struct Option {
    let reminder: Int
    let answered: FireBits
    /// The first instant at which it fires unasked; `Int.max` for none before the horizon's end.
    let wrong: Int
  }

  private let instance: OptimumInstance
  private let singles: Singles
  /// For each reminder the instants that are asked for, ascending.
  private let fires: [[Int]]
  private var options: [Option] = []
  private var best: OptimumScore?

  private init(_ instance: OptimumInstance, _ singles: Singles) {
    self.instance = instance
    self.singles = singles
    let lines = instance.lines()
    fires = instance.series.indices.map { reminder in
      lines.filter { $0.reminder == reminder }.flatMap { line in
        line.instants.indices.filter { line.asked[$0] }.map { line.instants[$0] }
      }.sorted()
    }
    precondition(fires.allSatisfy { $0.count <= 128 } && (singles == .all || fires.count == 1))
    let whole = lines.map { LineChoices($0, notRemovedBefore: instance.earliestRemoval) }
    for (line, idle) in zip(lines, IdleTriggers(whole, of: instance).classes) {
      addTriggers(of: line, without: idle)
    }
    guard case .all = singles else { return }
    for reminder in fires.indices {
      for place in fires[reminder].indices {
        options.append(Option(reminder: reminder, answered: FireBits(place), wrong: Int.max))
      }
    }
  }

  /// What the best choice is worth.
  static func score(_ instance: OptimumInstance, _ singles: Singles) -> OptimumScore? {
    var enumeration = PlainEnumeration(instance, singles)
    enumeration.extend(
      0, Array(repeating: FireBits(), count: instance.series.count), wrong: Int.max, count: 0)
    return enumeration.best
  }

  /// Adds every safe trigger at a line's time of day, with every end.
  private mutating func addTriggers(of line: DayLine, without idle: Set<Int>) {
    let own = fires[line.reminder]
    let places = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1, $0) })
    let days = line.instants.indices
    for number in Set(days.flatMap { DayWalk.classes[line.firstDay + $0] }).subtracting(idle)
      .sorted()
    {
      var answered = FireBits()
      var count = 0
      var isOver = false
      for day in days where DayWalk.classes[line.firstDay + day].contains(number) {
        let instant = line.instants[day]
        if count > 1, instant >= instance.earliestRemoval {
          options.append(Option(reminder: line.reminder, answered: answered, wrong: instant))
        }
        guard line.asked[day], let place = places[instant] else {
          isOver = true
          break
        }
        answered.formUnion(FireBits(place))
        count += 1
      }
      // One that answers a single fire is no better than a one-shot.
      if !isOver, count > 1 {
        options.append(Option(reminder: line.reminder, answered: answered, wrong: Int.max))
      }
    }
  }

  private mutating func extend(_ first: Int, _ answered: [FireBits], wrong: Int, count: Int) {
    measure(answered, wrong: wrong, left: instance.limit - count)
    guard count < instance.limit else { return }
    for index in first..<options.count {
      let option = options[index]
      guard answered[option.reminder].isDisjoint(option.answered) else { continue }
      var next = answered
      next[option.reminder].formUnion(option.answered)
      extend(index + 1, next, wrong: min(wrong, option.wrong), count: count + 1)
    }
  }

  private mutating func measure(_ answered: [FireBits], wrong: Int, left: Int) {
    var score = OptimumScore(
      missedNext: 0, missedSoon: 0, exactUntil: min(instance.end, wrong), bare: 0, answered: 0)
    for reminder in fires.indices {
      var own = answered[reminder]
      var singles = singles == .all ? 0 : left
      var answeredCount = 0
      for (place, fire) in fires[reminder].enumerated() {
        if !own.contains(place), singles > 0 {
          own.formUnion(FireBits(place))
          singles -= 1
        }
        if own.contains(place) {
          answeredCount += 1
          continue
        }
        score.exactUntil = min(score.exactUntil, fire)
        guard fire < instance.renewal else { continue }
        score.missedSoon += 1
        if place == 0 { score.missedNext += 1 }
      }
      score.answered += answeredCount
      if answeredCount == 0, !fires[reminder].isEmpty { score.bare += 1 }
    }
    if let best, !score.tiers.lexicographicallyPrecedes(best.tiers) { return }
    best = score
  }
}

/// Up to 128 fires of a reminder, by their place.
struct FireBits {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  init(_ place: Int) {
    if place < 64 { low = 1 << UInt64(place) } else { high = 1 << UInt64(place - 64) }
  }

  func contains(_ place: Int) -> Bool {
    (place < 64 ? low >> UInt64(place) : high >> UInt64(place - 64)) & 1 == 1
  }

  func isDisjoint(_ other: FireBits) -> Bool { low & other.low | high & other.high == 0 }

  mutating func formUnion(_ other: FireBits) {
    low |= other.low
    high |= other.high
  }
}
