import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import SeededRandom

/// Reminders, an instant and a number of slots, all as numbers.
struct OptimumInstance: CustomStringConvertible {
  var clock: WallClock
  var series: [ExpectedSeries]
  /// Seconds since 1970.
  var now: Int
  /// At least twice the days to the renewal.
  var horizonInDays: Int
  var renewalInDays: Int
  var limit: Int

  /// The end of the horizon.
  var end: Int { now + horizonInDays * 86_400 }
  /// The next renewal.
  var renewal: Int { now + renewalInDays * 86_400 }
  /// No repeating trigger may have to be removed before it.
  var earliestRemoval: Int { now + renewalInDays * 2 * 86_400 }

  /// The compiler's plan for this instance.
  func plan() throws -> Plan {
    let options = try TestCalendars.options(
      now: "\(Instant(secondsSince1970: now))", zone: clock.rawValue, horizon: "P\(horizonInDays)D",
      renewWithin: "P\(renewalInDays)D", limit: limit)
    return Compilation(of: try series.flatMap { try $0.components(clock) }, options).plan
  }

  /// The lines of each reminder and time of day, with at least one fire each.
  func lines() -> [DayLine] {
    series.indices.flatMap { index in
      series[index].allSeconds.compactMap { second in
        let line = DayLine(self, reminder: index, second: second)
        return line.expectedCount == 0 ? nil : line
      }
    }
  }

  var description: String {
    let calendar = series.flatMap { $0.lines(clock) }.joined(separator: "\n")
    return """
      --now \(Instant(secondsSince1970: now)) --time-zone \(clock.rawValue) --horizon \
      P\(horizonInDays)D --renew-within P\(renewalInDays)D --limit \(limit)
      \(calendar)
      """
  }
}

/// Generates random reminders from a seed.
struct RandomInstance {
  private var random: SplitMix
  private var instance = OptimumInstance(
    clock: .greenwich, series: [], now: 0, horizonInDays: 0, renewalInDays: 0, limit: 0)

  enum Size {
    /// Few slots and a short horizon.
    case small
    /// Up to 64 slots.
    case large
    /// Small enough to try all choices.
    case tiny
    /// One series of a few weekdays and days of the month, whose triggers conflict.
    case mixed
  }

  static func instance(seed: Int, _ size: Size) -> OptimumInstance {
    var maker = RandomInstance(random: SplitMix(seed: UInt64(seed)))
    maker.make(size)
    return maker.instance
  }

  private init(random: SplitMix) { self.random = random }

  private mutating func make(_ size: Size) {
    instance.clock = random.pick([.greenwich, .berlin, .newYork]) ?? .greenwich
    let today = DayWalk.number(2_026, 1, 1) + random.number(0...800)
    instance.now = today * 86_400 + random.number(0...47) * 1_800
    let reminders: Int
    switch size {
    case .tiny:
      instance.renewalInDays = random.number(2...10)
      instance.horizonInDays = random.number(21...45)
      instance.limit = random.number(1...2)
      reminders = random.number(1...2)
    case .mixed:
      instance.renewalInDays = random.number(2...14)
      instance.horizonInDays = random.number(30...120)
      instance.limit = random.number(1...8)
      reminders = 1
    case .small:
      instance.renewalInDays = random.number(3...14)
      instance.horizonInDays = random.number(30...120)
      instance.limit = random.number(1...4)
      reminders = random.oneIn(2) ? 1 : random.number(1...3)
    case .large:
      instance.renewalInDays = random.number(3...14)
      instance.horizonInDays = random.number(60...364)
      instance.limit = random.oneIn(3) ? 64 : random.number(5...40)
      reminders = random.number(1...5)
    }
    while instance.series.count < reminders {
      if let series = series("series-\(instance.series.count + 1)", today, size) {
        instance.series.append(series)
      }
    }
    // Longer horizons, in which dates repeat, if all series are monthly.
    let isSparse = instance.series.allSatisfy { series in
      switch series.days {
      case .monthDays, .ordinal: true
      case .weekdays, .mixed: false
      }
    }
    if isSparse, size == .large { instance.horizonInDays = random.number(365...1_000) }
  }

  private mutating func series(_ uid: String, _ today: Int, _ size: Size) -> ExpectedSeries? {
    let horizon = instance.horizonInDays
    var series = ExpectedSeries(
      uid: uid, days: size == .mixed ? mixed() : days(),
      seconds: size == .mixed ? [32_400] : seconds(),
      first: random.oneIn(5) ? today + random.number(1...60) : today - random.number(0...400))
    if random.oneIn(4) { series.last = today + random.number(5...(horizon + 40)) }
    guard series.settle() else { return nil }
    for _ in 0..<(random.oneIn(4) ? 0 : random.number(1...4)) {
      if let hole = occurrence(of: series, today) { series.holes.insert(hole) }
    }
    for _ in 0..<(random.oneIn(3) ? random.number(1...2) : 0) {
      guard let from = occurrence(of: series, today) else { continue }
      let second =
        random.oneIn(2) ? from.second : (random.pick([8, 12, 20, 22]) ?? 12) * 3_600
      let to = CivilMoment(day: from.day + random.number(-3...3), second: second)
      // All fires have different instants.
      guard !series.isGenerated(to), !series.moves.values.contains(to) else { continue }
      series.holes.remove(from)
      series.moves[from] = to
    }
    return series
  }

  private mutating func days() -> ExpectedSeries.Days {
    switch random.number(0...9) {
    case 0...4: return .weekdays(Set(0..<7))
    case 5...6:
      let all = Set((0..<7).filter { _ in random.oneIn(2) })
      return .weekdays(all.isEmpty ? [random.number(0...6)] : all)
    case 7:
      return .ordinal(random.number(1...4), weekday: random.number(0...6))
    case 8: return mixed()
    default:
      let days = Set((0..<random.number(1...5)).map { _ in random.number(1...28) })
      return .monthDays(days.sorted())
    }
  }

  private mutating func mixed() -> ExpectedSeries.Days {
    let weekdays = Set((0..<random.number(1...2)).map { _ in random.number(0...6) })
    return .mixed(weekdays, Set((0..<4).map { _ in random.number(1...28) }).sorted())
  }

  private mutating func seconds() -> [Int] {
    switch random.number(0...7) {
    case 0...2: [32_400, 64_800]
    case 3: [66_600]
    default: [32_400]
    }
  }

  /// A random occurrence in the horizon or shortly after it.
  private mutating func occurrence(of series: ExpectedSeries, _ today: Int) -> CivilMoment? {
    let latest = random.oneIn(2) ? instance.horizonInDays : instance.horizonInDays / 3 + 7
    guard let second = random.pick(series.seconds) else { return nil }
    let from = today + random.number(-1...latest)
    return (from..<(from + 40)).map { CivilMoment(day: $0, second: second) }
      .first { series.isGenerated($0) && series.moves[$0] == nil }
  }
}
