import CivilTime
import Foundation
import ICalendar
import Testing

/// Simple rules beside Foundation's `Calendar.RecurrenceRule`, in GMT.
@Suite struct FoundationParityTests {
  /// The first times that Foundation gives.
  private func times(
    _ frequency: Calendar.RecurrenceRule.Frequency, interval: Int, from start: CivilDateTime,
    _ complete: (inout Calendar.RecurrenceRule) -> Void = { _ in }
  ) throws -> [CivilDateTime] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    calendar.firstWeekday = 2
    calendar.minimumDaysInFirstWeek = 4
    var rule = Calendar.RecurrenceRule(
      calendar: calendar, frequency: frequency, interval: interval)
    rule.matchingPolicy = .strict
    complete(&rule)
    let date = Date(timeIntervalSince1970: TimeInterval(start.secondsSince1970))
    return rule.recurrences(of: date).prefix(20).map {
      CivilDateTime(secondsSince1970: Int($0.timeIntervalSince1970))
    }
  }

  private func expect(
    _ rule: RecurrenceRule, from start: CivilDateTime, is expected: [CivilDateTime], seed: UInt64
  ) {
    #expect(expected.count == 20, "seed \(seed): \(rule) from \(start)")
    // Foundation leaves a DTSTART out that the rule doesn't match.
    let end = start + 86_400 * 366 * 100
    let found = RuleExpansion(rule, start: start, isDate: false, zone: .gmt)
      .civilTimes(in: start..<end, limit: 30)
    let isSame =
      expected == Array(found.prefix(expected.count))
      || expected == Array(found.dropFirst().prefix(expected.count))
    #expect(isSame, "seed \(seed): \(rule) from \(start): \(found), not \(expected)")
  }

  @Test func `daily rules`() throws {
    let seed: UInt64 = 31
    var random = RandomRule(seed: seed)
    for _ in 0..<40 {
      let (start, interval) = (random.start(), random.number(1...40))
      expect(
        RecurrenceRule(.daily, interval: interval), from: start,
        is: try times(.daily, interval: interval, from: start), seed: seed)
    }
  }

  @Test func `weekly rules by day`() throws {
    let seed: UInt64 = 32
    var random = RandomRule(seed: seed)
    let names: [Locale.Weekday] = [
      .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
    ]
    for _ in 0..<40 {
      let (start, interval) = (random.start(), random.number(1...4))
      var rule = RecurrenceRule(.weekly, interval: interval)
      let weekdays = Weekday.allCases.filter { $0 == start.date.weekday || random.chance(1, in: 3) }
      rule.weekdays = weekdays.map { RecurrenceRule.WeekdayNumber($0) }
      expect(
        rule, from: start,
        is: try times(.weekly, interval: interval, from: start) {
          $0.weekdays = weekdays.map { .every(names[$0.rawValue]) }
        }, seed: seed)
    }
  }

  @Test func `monthly rules by day of the month`() throws {
    let seed: UInt64 = 33
    var random = RandomRule(seed: seed)
    for _ in 0..<40 {
      let (start, interval) = (random.start(), random.number(1...5))
      var rule = RecurrenceRule(.monthly, interval: interval)
      rule.daysOfTheMonth = [start.date.day]
      expect(
        rule, from: start,
        is: try times(.monthly, interval: interval, from: start) {
          $0.daysOfTheMonth = [start.date.day]
        }, seed: seed)
    }
  }

  @Test func `yearly rules by month and day`() throws {
    let seed: UInt64 = 34
    var random = RandomRule(seed: seed)
    for _ in 0..<40 {
      let (start, interval) = (random.start(), random.number(1...3))
      guard start.date.day <= 28 else { continue }
      var rule = RecurrenceRule(.yearly, interval: interval)
      rule.months = [start.date.month]
      rule.daysOfTheMonth = [start.date.day]
      expect(
        rule, from: start,
        is: try times(.yearly, interval: interval, from: start) {
          $0.months = [.init(start.date.month)]
          $0.daysOfTheMonth = [start.date.day]
        }, seed: seed)
    }
  }
}
