import CivilTime
import ICalendar
import SeededRandom

/// Random rules of the classes for which libical 3.0.16 is correct and terminates.
///
/// The excluded parts are:
///
/// - negative days below MONTHLY,
/// - BYSETPOS below MONTHLY or over several times of a day,
/// - BYWEEKNO,
/// - BYMONTHDAY without BYMONTH at YEARLY,
/// - BYYEARDAY beside other days,
/// - a filter at HOURLY and finer that rarely matches, or that has the frequency's own unit,
/// - INTERVAL at WEEKLY if BYDAY lacks DTSTART's weekday.
struct FencedRule {
  private var random: SplitMix

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  /// A rule and a DTSTART.
  mutating func next(
    _ frequency: RecurrenceRule.Frequency
  ) -> (rule: RecurrenceRule, start: CivilDateTime) {
    var rule = RecurrenceRule(frequency, interval: random.pick([1, 1, 1, 2, 3, 4, 7]) ?? 1)
    let start = start()
    switch frequency {
    case .yearly: completeYearly(&rule)
    case .monthly: completeMonthly(&rule)
    case .weekly:
      if chance(2) { rule.weekdays = weekdays() }
      if !rule.weekdays.isEmpty, rule.interval > 1 {
        rule.weekdays = [RecurrenceRule.WeekdayNumber(start.date.weekday)]
      }
      if chance(3) { rule.weekStart = random.pick(Weekday.allCases) ?? .monday }
      if chance(4) { rule.months = numbers(1...12) }
    case .daily:
      if chance(3) { rule.weekdays = weekdays() }
      if chance(3) { rule.months = numbers(1...12) }
      if chance(4), rule.interval == 1 { rule.daysOfTheMonth = numbers(1...28) }
    case .hourly: if chance(3) { rule.weekdays = weekdays() }
    case .minutely, .secondly: break
    }
    if frequency >= .daily, rule.setPositions.isEmpty {
      if chance(3) { rule.hours = numbers(0...23) }
      if chance(3) { rule.minutes = numbers(0...59) }
    }
    if frequency >= .hourly, rule.setPositions.isEmpty, chance(4) {
      rule.seconds = numbers(0...59)
    }
    return (rule, start)
  }

  private mutating func completeYearly(_ rule: inout RecurrenceRule) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: rule.months = numbers(1...12)
    case 1:
      rule.months = numbers(1...12)
      rule.daysOfTheMonth = numbers(1...28)
    case 2: rule.daysOfTheYear = numbers(1...365)
    case 3:
      rule.months = numbers(1...12)
      rule.weekdays = weekdays(numbered: 4)
    default: rule.weekdays = weekdays(numbered: 50)
    }
  }

  private mutating func completeMonthly(_ rule: inout RecurrenceRule) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: rule.daysOfTheMonth = numbers(1...28)
    case 1: rule.daysOfTheMonth = numbers(1...28).map { -$0 }.sorted()
    case 2: rule.weekdays = weekdays(numbered: 4)
    default:
      rule.weekdays = weekdays()
      rule.setPositions = [random.pick([-2, -1, 1, 2, 3]) ?? 1]
    }
  }

  private mutating func chance(_ cases: Int) -> Bool {
    Int.random(in: 0..<cases, using: &random) == 0
  }

  /// A DTSTART with a day that every month has.
  private mutating func start() -> CivilDateTime {
    let date = CivilDate(
      uncheckedYear: Int.random(in: 1_990...2_030, using: &random),
      month: Int.random(in: 1...12, using: &random), day: Int.random(in: 1...28, using: &random))
    return CivilDateTime(
      dayNumber: date.dayNumber, secondOfDay: Int.random(in: 0..<86_400, using: &random))
  }

  private mutating func numbers(_ range: ClosedRange<Int>) -> [Int] {
    var numbers: Set<Int> = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      numbers.insert(Int.random(in: range, using: &random))
    }
    return numbers.sorted()
  }

  private mutating func weekdays(numbered most: Int? = nil) -> [RecurrenceRule.WeekdayNumber] {
    var weekdays: [Weekday: Int?] = [:]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let ordinal = most.map {
        Int.random(in: 1...$0, using: &random) * (chance(2) ? 1 : -1)
      }
      weekdays[random.pick(Weekday.allCases) ?? .monday] = .some(ordinal)
    }
    return weekdays.map { RecurrenceRule.WeekdayNumber($0.key, ordinal: $0.value) }
      .sorted { $0.weekday.rawValue < $1.weekday.rawValue }
  }
}
