import CalendarFixtures
import CivilTime
import NotificationTriggers
import ReminderCompiler
import Testing

/// Compares plans with the best choice of safe triggers and one-shots.
@Suite struct TrueOptimumTests {
  @Test(arguments: 0..<5)
  func `no choice of safe triggers beats a plan with few slots`(_ batch: Int) throws {
    try compare(.small, batch)
  }

  @Test(arguments: 0..<1)
  func `no choice of safe triggers beats a plan with many slots`(_ batch: Int) throws {
    try compare(.large, batch)
  }

  @Test(arguments: 0..<2)
  func `no choice beats a plan with both weekdays and days of the month`(_ batch: Int) throws {
    try compare(.mixed, batch)
  }

  /// Compares a hundred plans; the message for each difference has its seed.
  private func compare(_ size: RandomInstance.Size, _ batch: Int) throws {
    for seed in (batch * 100)..<(batch * 100 + 100) {
      let instance = RandomInstance.instance(seed: seed, size)
      let measured = PlanScore(try instance.plan(), of: instance)
      let best = TrueOptimum(instance).score()
      #expect(measured.faults.isEmpty, "\(size) seed \(seed)\n\(instance)")
      #expect(measured.score == best, "\(size) seed \(seed)\n\(instance)")
    }
  }
}

/// Compares the two ways to find the best choice.
@Suite struct TrueOptimumSelfTests {
  @Test(arguments: 0..<60)
  func `the search finds the same score as trying every choice`(_ seed: Int) {
    let instance = RandomInstance.instance(seed: seed, .tiny)
    #expect(
      TrueOptimum(instance).score() == PlainEnumeration.score(instance, .all),
      "tiny seed \(seed)\n\(instance)")
  }

  @Test(arguments: 0..<100)
  func `overlapping triggers are removed as well as by trying every end`(_ seed: Int) {
    let instance = RandomInstance.instance(seed: seed, .mixed)
    #expect(
      TrueOptimum(instance).score() == PlainEnumeration.score(instance, .next),
      "mixed seed \(seed)\n\(instance)")
  }
}

@Suite struct HoledSeriesTests {
  /// `DAILY` at 09:00 in Berlin since January 2026, without 4 and 5 April.
  private static func freeWeekend(_ uid: String) -> ExpectedSeries {
    ExpectedSeries(
      uid: uid, days: .weekdays(Set(0..<7)), seconds: [32_400],
      first: DayWalk.number(2_026, 1, 5),
      holes: [
        CivilMoment(day: DayWalk.number(2_026, 4, 4), second: 32_400),
        CivilMoment(day: DayWalk.number(2_026, 4, 5), second: 32_400),
      ])
  }

  // Five weekly triggers and three one-shots cover one free weekend for three weeks.
  @Test(arguments: [(1, 8, "2026-04-19T07:00:00Z"), (5, 64, "2026-05-03T07:00:00Z")])
  func `series with a free weekend are exact for weeks`(
    count: Int, limit: Int, end: String
  ) throws {
    let instance = OptimumInstance(
      clock: .berlin, series: (1...count).map { Self.freeWeekend("event-\($0)") },
      now: try TestCalendars.instant("2026-03-30T06:00:00Z").secondsSince1970, horizonInDays: 365,
      renewalInDays: 14, limit: limit)
    let best = TrueOptimum(instance).score()
    #expect(best.missedSoon == 0)
    #expect(best.exactUntil == (try TestCalendars.instant(end).secondsSince1970))
    #expect(PlanScore(try instance.plan(), of: instance).score == best)
  }
}

/// The score of a plan and its errors, from its requests' triggers alone.
struct PlanScore {
  private let instance: OptimumInstance
  /// Descriptions of broken promises.
  private(set) var faults: [String] = []
  private(set) var score: OptimumScore

  init(_ plan: Plan, of instance: OptimumInstance) {
    self.instance = instance
    score = OptimumScore(
      missedNext: 0, missedSoon: 0, exactUntil: instance.end, bare: 0, answered: 0)
    if plan.requests.count > instance.limit { faults.append("more requests than slots") }
    for index in instance.series.indices {
      measure(index, plan.requests.filter { $0.uid == instance.series[index].uid })
    }
    let exactUntil = plan.exactUntil?.secondsSince1970 ?? instance.end
    if exactUntil != score.exactUntil {
      faults.append(
        "exactUntil is \(Instant(secondsSince1970: exactUntil)), not "
          + "\(Instant(secondsSince1970: score.exactUntil))")
    }
  }

  private mutating func measure(_ reminder: Int, _ requests: [Plan.Request]) {
    let series = instance.series[reminder]
    var expected: Set<Int> = []
    for line in series.allSeconds.map({ DayLine(instance, reminder: reminder, second: $0) }) {
      for (day, instant) in line.instants.enumerated() where line.expected[day] {
        expected.insert(instant)
      }
    }
    var answered: Set<Int> = []
    for request in requests {
      let end = request.removeBy?.secondsSince1970 ?? Int.max
      if end < instance.earliestRemoval { faults.append("removeBy before two renewals") }
      for (fire, moment) in fires(of: request) {
        if fire < end, series.asks(moment) {
          if !answered.insert(fire).inserted { faults.append("two at \(moment.text)") }
          continue
        }
        if fire < end {
          faults.append(
            "\(request.identifier) fires unexpectedly at \(moment.text), before removeBy")
        }
        score.exactUntil = min(score.exactUntil, fire)
        if fire < instance.renewal { faults.append("an unexpected fire before the renewal") }
        break
      }
    }
    answered.formIntersection(expected)
    let missed = expected.subtracting(answered)
    score.missedSoon += missed.count { $0 < instance.renewal }
    if let first = missed.min() { score.exactUntil = min(score.exactUntil, first) }
    if let next = expected.min(), next < instance.renewal, missed.contains(next) {
      score.missedNext += 1
    }
    if !expected.isEmpty, answered.isEmpty { score.bare += 1 }
    score.answered += answered.count
  }

  /// The fires of a request between now and four years after the horizon's end.
  private mutating func fires(of request: Plan.Request) -> [(instant: Int, moment: CivilMoment)] {
    guard let trigger = request.trigger.calendar, case .time(let time) = trigger.pattern.time
    else {
      faults.append("no trigger at a time of day: \(request.identifier)")
      return []
    }
    if case .pinned(let zone) = trigger.zone, zone.identifier != instance.clock.rawValue {
      faults.append("another zone: \(request.identifier)")
      return []
    }
    let range = (instance.now / 86_400 - 1)...(instance.end / 86_400 + 1_461)
    let days: [Int]
    if case .once(let date) = trigger.pattern.days {
      days = [DayWalk.number(date.year, date.month, date.day)]
    } else {
      let members = DayWalk.members[PlanScore.number(trigger.pattern.days)]
      var (low, high) = (0, members.count)
      while low < high {
        let middle = (low + high) / 2
        if members[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
      }
      days = Array(members[low...].prefix { $0 <= range.upperBound })
    }
    return days.map { CivilMoment(day: $0, second: time.secondOfDay) }
      .map { (instance.clock.instant($0), $0) }.filter { $0.0 > instance.now }
  }

  private static func number(_ days: DayClass) -> Int {
    switch days {
    case .everyDay, .once: SafeClass.everyDay
    case .weekday(let weekday): SafeClass.weekday(weekday.rawValue)
    case .dayOfMonth(let day): SafeClass.dayOfMonth(day)
    case .date(let month, let day): SafeClass.date(month, day)
    case .ordinalWeekday(let month, let weekday, let ordinal):
      SafeClass.ordinal(month, weekday.rawValue, ordinal)
    }
  }
}

/// Finds the best choice by trying every set of triggers with every end, and of one-shots.
///
/// Simple and slow, to check ``TrueOptimum``. It measures each choice as a whole, without families,
/// bounds and reach.
struct PlainEnumeration {
  /// The one-shots to try.
  enum Singles {
    /// Every set of them.
    case all
    /// For one reminder: with each set of triggers, one-shots for the next uncovered fires.
    case next
  }

  /// A possible request.
  private struct Option {
    let reminder: Int
    /// The covered fires of the reminder by index, one bit for each.
    let answered: UInt128
    /// The instant of the first unexpected fire; `Int.max` if there isn't one before the horizon's
    /// end.
    let wrong: Int
  }

  private let instance: OptimumInstance
  private let singles: Singles
  /// For each reminder the expected instants, ascending.
  private let fires: [[Int]]
  private var options: [Option] = []
  private var best: OptimumScore?

  private init(_ instance: OptimumInstance, _ singles: Singles) {
    self.instance = instance
    self.singles = singles
    let lines = instance.lines()
    fires = instance.series.indices.map { reminder in
      lines.filter { $0.reminder == reminder }.flatMap { line in
        line.instants.indices.filter { line.expected[$0] }.map { line.instants[$0] }
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
        options.append(Option(reminder: reminder, answered: 1 << UInt128(place), wrong: Int.max))
      }
    }
  }

  /// The score of the best choice.
  static func score(_ instance: OptimumInstance, _ singles: Singles) -> OptimumScore? {
    var enumeration = PlainEnumeration(instance, singles)
    enumeration.extend(
      0, Array(repeating: UInt128(), count: instance.series.count), wrong: Int.max, count: 0)
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
      var answered = UInt128()
      var count = 0
      var isOver = false
      for day in days where DayWalk.classes[line.firstDay + day].contains(number) {
        let instant = line.instants[day]
        if count > 1, instant >= instance.earliestRemoval {
          options.append(Option(reminder: line.reminder, answered: answered, wrong: instant))
        }
        guard line.expected[day], let place = places[instant] else {
          isOver = true
          break
        }
        answered |= 1 << UInt128(place)
        count += 1
      }
      // A trigger with a single fire isn't better than a one-shot.
      if !isOver, count > 1 {
        options.append(Option(reminder: line.reminder, answered: answered, wrong: Int.max))
      }
    }
  }

  private mutating func extend(_ first: Int, _ answered: [UInt128], wrong: Int, count: Int) {
    measure(answered, wrong: wrong, left: instance.limit - count)
    guard count < instance.limit else { return }
    for index in first..<options.count {
      let option = options[index]
      guard answered[option.reminder] & option.answered == 0 else { continue }
      var next = answered
      next[option.reminder] |= option.answered
      extend(index + 1, next, wrong: min(wrong, option.wrong), count: count + 1)
    }
  }

  private mutating func measure(_ answered: [UInt128], wrong: Int, left: Int) {
    var score = OptimumScore(
      missedNext: 0, missedSoon: 0, exactUntil: min(instance.end, wrong), bare: 0, answered: 0)
    for reminder in fires.indices {
      var own = answered[reminder]
      var singles = singles == .all ? 0 : left
      var answeredCount = 0
      for (place, fire) in fires[reminder].enumerated() {
        if own >> UInt128(place) & 1 == 0, singles > 0 {
          own |= 1 << UInt128(place)
          singles -= 1
        }
        if own >> UInt128(place) & 1 == 1 {
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
