package import CivilTime
package import ICalendar
import SeededRandom

/// Generates random recurrence rules that RFC 5545 allows, including unusual combinations.
package struct RandomRule {
  private var random: SplitMix

  /// Creates a generator; equal seeds give equal rules.
  package init(seed: UInt64) {
    random = SplitMix(seed: seed)
  }

  /// A valid rule of a frequency.
  ///
  /// BYDAY has ordinals only where the RFC defines them.
  package mutating func rule(_ frequency: RecurrenceRule.Frequency) -> RecurrenceRule {
    var rule = RecurrenceRule(frequency, interval: interval())
    for part in RulePart.allCases where allows(part, frequency) && chance(1, in: 4) {
      add(part, to: &rule)
    }
    if chance(1, in: 4) {
      rule.setPositions = numbers(1...4, count: 1...2, signed: true)
    }
    if chance(1, in: 3) { rule.weekStart = random.pick(Weekday.allCases) ?? .monday }
    return rule
  }

  /// A rule with any combination of parts that the syntax allows, even contradictory ones.
  package mutating func anyRule() -> RecurrenceRule {
    var rule = rule(random.pick(RecurrenceRule.Frequency.allCases) ?? .daily)
    if chance(1, in: 3) { rule.count = Int.random(in: 1...2_147_483_647, using: &random) }
    if chance(1, in: 3) {
      let kind = random.pick([RecurrenceRule.Until.Kind.date, .local, .utc]) ?? .date
      let day = start().dayNumber
      let second = kind == .date ? 0 : Int.random(in: 0..<86_400, using: &random)
      rule.until = RecurrenceRule.Until(
        CivilDateTime(dayNumber: day, secondOfDay: second), kind: kind)
    }
    if chance(1, in: 4) { rule.skip = random.pick([.omit, .backward, .forward]) ?? .omit }
    if chance(1, in: 4) { rule.setPositions = numbers(1...366, count: 1...5, signed: true) }
    return rule
  }

  /// A DTSTART from 1990 to 2030, often on a round time and near a month's or year's end.
  package mutating func start() -> CivilDateTime {
    let year = Int.random(in: 1_990...2_030, using: &random)
    let date =
      chance(1, in: 3)
      ? CivilDate(uncheckedYear: year, month: chance(1, in: 2) ? 1 : 12, day: 31)
      : CivilDate(
        uncheckedYear: year, month: Int.random(in: 1...12, using: &random),
        day: Int.random(in: 1...28, using: &random))
    let second =
      chance(1, in: 2)
      ? Int.random(in: 0..<24, using: &random) * 3_600 : Int.random(in: 0..<86_400, using: &random)
    return CivilDateTime(
      dayNumber: date.dayNumber + Int.random(in: -3...3, using: &random), secondOfDay: second)
  }

  /// Returns true with a probability of `one` in `cases`.
  package mutating func chance(_ one: Int, in cases: Int) -> Bool {
    Int.random(in: 0..<cases, using: &random) < one
  }

  /// Returns a number of a range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Returns an element of an array that is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  private func allows(_ part: RulePart, _ frequency: RecurrenceRule.Frequency) -> Bool {
    switch part {
    case .week: frequency == .yearly
    case .dayOfYear: frequency == .yearly || frequency <= .hourly
    case .dayOfMonth: frequency != .weekly
    default: true
    }
  }

  private mutating func interval() -> Int {
    if chance(1, in: 2) { return 1 }
    return chance(1, in: 8) ? number(5...100) : number(2...5)
  }

  private mutating func add(_ part: RulePart, to rule: inout RecurrenceRule) {
    switch part {
    case .month: rule.months = numbers(1...12, count: 1...4)
    case .week: rule.weeks = numbers(chance(1, in: 2) ? 50...53 : 1...5, count: 1...3, signed: true)
    case .dayOfYear:
      rule.daysOfTheYear = numbers(
        chance(1, in: 2) ? 360...366 : 1...366, count: 1...6, signed: true)
    case .dayOfMonth: rule.daysOfTheMonth = numbers(1...31, count: 1...4, signed: true)
    case .weekday: addWeekdays(to: &rule)
    case .hour: rule.hours = numbers(0...23, count: 1...3)
    case .minute: rule.minutes = numbers(0...59, count: 1...3)
    case .second: rule.seconds = numbers(0...59, count: 1...3)
    }
  }

  private mutating func addWeekdays(to rule: inout RecurrenceRule) {
    let isNumbered =
      rule.frequency >= .monthly && rule.weeks.isEmpty && chance(1, in: 2)
    let most = rule.frequency == .yearly && rule.months.isEmpty ? 53 : 5
    var weekdays: Set<RecurrenceRule.WeekdayNumber> = []
    for _ in 0..<number(1...3) {
      let ordinal =
        isNumbered && chance(3, in: 4) ? number(1...most) * (chance(1, in: 2) ? 1 : -1) : nil
      weekdays.insert(
        RecurrenceRule.WeekdayNumber(random.pick(Weekday.allCases) ?? .monday, ordinal: ordinal))
    }
    rule.weekdays = weekdays.sorted {
      ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue)
    }
  }

  private mutating func numbers(
    _ range: ClosedRange<Int>, count: ClosedRange<Int>, signed: Bool = false
  ) -> [Int] {
    var numbers: Set<Int> = []
    for _ in 0..<number(count) {
      numbers.insert(number(range) * (signed && chance(1, in: 3) ? -1 : 1))
    }
    return numbers.sorted()
  }
}
