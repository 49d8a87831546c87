import CalendarFixtures
import CivilTime
import ICalendar
import Testing

@Suite struct ExpansionPropertyTests {
  private func times(
    _ rule: RecurrenceRule, from start: CivilDateTime, in range: Range<CivilDateTime>,
    limit: Int = 100_000
  ) -> [CivilDateTime] {
    RuleExpansion(rule, start: start, isDate: false, zone: .gmt)
      .civilTimes(in: range, limit: limit)
  }

  /// A number of days that contains only a few times of a frequency.
  private func days(_ frequency: RecurrenceRule.Frequency) -> Int {
    switch frequency {
    case .yearly: 3_000
    case .monthly, .weekly: 700
    case .daily: 200
    case .hourly: 10
    case .minutely: 2
    case .secondly: 1
    }
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func `times ascend strictly, and a range equals its two halves`(
    _ frequency: RecurrenceRule.Frequency
  ) {
    let seed = UInt64(201 + frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<200 {
      var rule = random.rule(frequency)
      if random.chance(1, in: 4) { rule.count = random.number(1...50) }
      if random.chance(1, in: 8) { rule.skip = frequency == .monthly ? .forward : .backward }
      let start = random.start()
      let length = days(frequency) * 86_400
      let whole = start..<(start + length)
      let middle = start + random.number(1...(length - 1))
      let all = times(rule, from: start, in: whole)
      let isAscending = zip(all, all.dropFirst()).allSatisfy { $0 < $1 }
      #expect(isAscending, "seed \(seed): \(rule) from \(start)")
      #expect(all.first == start, "seed \(seed): \(rule) from \(start)")
      let halves =
        times(rule, from: start, in: start..<middle)
        + times(rule, from: start, in: middle..<whole.upperBound)
      #expect(halves == all, "seed \(seed): \(rule) from \(start) cut at \(middle)")
    }
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func `a search near the window matches a walk from DTSTART`(
    _ frequency: RecurrenceRule.Frequency
  ) {
    let seed = UInt64(301 + frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<100 {
      let rule = random.rule(frequency)
      // COUNT requires a walk; a COUNT above the number of times must not change the result.
      var walked = rule
      walked.count = 2_147_483_647
      let start = random.start()
      let window = start + days(frequency) * 86_400
      let range = window..<(window + days(frequency) * 8_640)
      #expect(
        times(rule, from: start, in: range, limit: 500)
          == times(walked, from: start, in: range, limit: 500),
        "seed \(seed): \(rule) from \(start)")
    }
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func `COUNT keeps the first times of the rule without it`(
    _ frequency: RecurrenceRule.Frequency
  ) {
    let seed = UInt64(401 + frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<100 {
      var rule = random.rule(frequency)
      let start = random.start()
      let range = start..<(start + days(frequency) * 86_400)
      let unlimited = times(rule, from: start, in: range, limit: 40)
      let count = random.number(1...20)
      rule.count = count
      #expect(
        times(rule, from: start, in: range) == Array(unlimited.prefix(count)),
        "seed \(seed): \(rule) from \(start)")
    }
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func `a stored count doesn't change the found times`(
    _ frequency: RecurrenceRule.Frequency
  ) {
    let seed = UInt64(451 + frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<100 {
      var rule = random.rule(frequency)
      rule.count = random.number(1...30)
      let start = random.start()
      let length = days(frequency) * 86_400
      let startsWithStart = random.chance(3, in: 4)
      let plain = RuleExpansion(
        rule, start: start, isDate: false, zone: .gmt, startsWithStart: startsWithStart)
      var counted = plain
      // Counts once, continues from the last count, or counts up to an earlier time.
      for _ in 0..<random.number(1...3) {
        counted.count(upTo: start + random.number(-86_400...length))
      }
      // Ranges before, around and after the time.
      for _ in 0..<8 {
        let from = start + random.number(-86_400...length)
        let range = from..<(from + random.number(1...length))
        #expect(
          counted.civilTimes(in: range, limit: 100) == plain.civilTimes(in: range, limit: 100),
          "seed \(seed): \(rule) from \(start) in \(range)")
      }
    }
  }

  @Test(arguments: [RecurrenceRule.Frequency.daily, .weekly, .monthly, .yearly])
  func `with COUNT, the days by time of day are those of the times`(
    _ frequency: RecurrenceRule.Frequency
  ) throws {
    let seed = UInt64(471 + frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<100 {
      var rule = random.rule(frequency)
      rule.count = random.number(1...60)
      if random.chance(1, in: 4) { rule.skip = random.chance(1, in: 2) ? .forward : .backward }
      let start = random.start()
      let first = start.dayNumber + random.number(-400...400)
      let days = first..<(first + random.number(1...4_000))
      let range =
        CivilDateTime(
          dayNumber: days.lowerBound, time: .midnight)..<CivilDateTime(
          dayNumber: days.upperBound, time: .midnight)
      let expansion = RuleExpansion(rule, start: start, isDate: false, zone: .gmt)
      // This walks from DTSTART on, and counts each time.
      let walked = expansion.civilTimes(in: range, limit: .max)
      var counted = expansion
      counted.count(upTo: start + random.number(-86_400...86_400 * 1_000))
      let found = try #require(counted.timedDays(in: days))
      let times = found.flatMap { time, days in
        days.map { CivilDateTime(dayNumber: $0, time: time) }
      }
      #expect(times.sorted() == walked, "seed \(seed): \(rule) from \(start) in \(days)")
    }
  }

  @Test(arguments: [
    ("FREQ=HOURLY;INTERVAL=5", 18_000), ("FREQ=HOURLY;INTERVAL=100", 360_000),
    ("FREQ=MINUTELY;INTERVAL=7", 420), ("FREQ=MINUTELY;INTERVAL=50", 3_000),
    ("FREQ=MINUTELY;INTERVAL=1441", 86_460), ("FREQ=SECONDLY;INTERVAL=259200", 259_200),
  ])
  func `intervals that do not divide a day are days by time of day`(
    rule: String, step: Int
  ) throws {
    let start = try #require(CivilDateTime(iso8601: "2026-01-05T10:20:00"))
    let expansion = RuleExpansion(
      try RecurrenceRule(rule), start: start, isDate: false, zone: .gmt)
    for first in [start.dayNumber - 10, start.dayNumber, start.dayNumber + 3_001] {
      let days = first..<first + 700
      let found = try #require(expansion.timedDays(in: days))
      let times = found.flatMap { time, days in
        days.map { CivilDateTime(dayNumber: $0, time: time) }
      }
      let skipped = max(0, days.lowerBound * 86_400 - start.secondsSince1970 + step - 1) / step
      let expected = stride(
        from: start.secondsSince1970 + skipped * step, to: days.upperBound * 86_400, by: step)
      #expect(times.map(\.secondsSince1970).sorted() == Array(expected))
    }
  }

  @Test(arguments: RecurrenceRule.Frequency.allCases)
  func `UNTIL keeps the times up to it and no other`(_ frequency: RecurrenceRule.Frequency) {
    let seed = UInt64(501 + frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<100 {
      var rule = random.rule(frequency)
      let start = random.start()
      let range = start..<(start + days(frequency) * 86_400)
      let unlimited = times(rule, from: start, in: range, limit: 40)
      guard let last = random.chance(1, in: 2) ? unlimited.last : unlimited.first else { continue }
      rule.until = RecurrenceRule.Until(last, kind: random.chance(1, in: 2) ? .utc : .local)
      #expect(
        times(rule, from: start, in: range) == unlimited.filter { $0 <= last },
        "seed \(seed): \(rule) from \(start)")
    }
  }
}
