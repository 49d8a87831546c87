import CivilTime
import ICalendar
import Testing

/// What holds for every rule, whatever it says.
@Suite struct ExpansionPropertyTests {
  /// The times of a rule in a range.
  private func times(
    _ rule: RecurrenceRule, from start: CivilDateTime, in range: Range<CivilDateTime>,
    limit: Int = 100_000
  ) -> [CivilDateTime] {
    RuleExpansion(rule, start: start, isDate: false, zone: .gmt)
      .civilTimes(in: range, limit: limit)
  }

  /// The days over which a frequency gives a handful of times.
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
  func `times ascend strictly, and a range is its two halves`(
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
  func `a look that starts near the window gives what a walk from DTSTART gives`(
    _ frequency: RecurrenceRule.Frequency
  ) {
    let seed = UInt64(301 + frequency.rawValue)
    var random = RandomRule(seed: seed)
    for _ in 0..<100 {
      let rule = random.rule(frequency)
      // COUNT forces the walk: with more of them than fit, it changes nothing else.
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
  func `COUNT gives the first times of the rule without it`(
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
  func `counting once up to a time changes nothing that is found`(
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
      // Once, or on from where it ended, or not on: to an earlier time.
      for _ in 0..<random.number(1...3) {
        counted.count(upTo: start + random.number(-86_400...length))
      }
      // Ranges before the time, around it and after it.
      for _ in 0..<8 {
        let from = start + random.number(-86_400...length)
        let range = from..<(from + random.number(1...length))
        #expect(
          counted.civilTimes(in: range, limit: 100) == plain.civilTimes(in: range, limit: 100),
          "seed \(seed): \(rule) from \(start) in \(range)")
      }
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

  @Test func `INTERVAL keeps every so many intervals of the rule without it`() {
    let seed: UInt64 = 601
    var random = RandomRule(seed: seed)
    for frequency in [RecurrenceRule.Frequency.daily, .hourly, .minutely, .secondly] {
      for _ in 0..<50 {
        var rule = RecurrenceRule(frequency)
        let start = random.start()
        let range = start..<(start + days(frequency) * 86_400)
        let all = times(rule, from: start, in: range, limit: 5_000)
        rule.interval = random.number(2...400)
        let kept = all.enumerated().filter { $0.offset % rule.interval == 0 }.map(\.element)
        #expect(
          times(rule, from: start, in: range, limit: kept.count) == kept,
          "seed \(seed): \(rule) from \(start)")
      }
    }
  }
}

/// Two ways to say the same give the same.
@Suite struct EquivalenceTests {
  @Test(arguments: [
    ("FREQ=DAILY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"),
    ("FREQ=DAILY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=SU"),
    ("FREQ=DAILY;INTERVAL=7", "FREQ=WEEKLY"), ("FREQ=DAILY;INTERVAL=14", "FREQ=WEEKLY;INTERVAL=2"),
    ("FREQ=HOURLY;INTERVAL=24", "FREQ=DAILY"), ("FREQ=HOURLY;INTERVAL=72", "FREQ=DAILY;INTERVAL=3"),
    ("FREQ=MINUTELY;INTERVAL=1440", "FREQ=DAILY"), ("FREQ=MINUTELY;INTERVAL=60", "FREQ=HOURLY"),
    ("FREQ=SECONDLY;INTERVAL=86400", "FREQ=DAILY"),
    ("FREQ=SECONDLY;INTERVAL=604800", "FREQ=WEEKLY"),
    ("FREQ=MONTHLY;INTERVAL=12", "FREQ=YEARLY"),
    ("FREQ=MONTHLY;INTERVAL=24", "FREQ=YEARLY;INTERVAL=2"),
    ("FREQ=MONTHLY;BYMONTH=3,9", "FREQ=YEARLY;BYMONTH=3,9"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;BYMONTHDAY=-1"),
    ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR"),
    ("FREQ=YEARLY;BYMONTH=1;BYDAY=1MO", "FREQ=MONTHLY;BYMONTH=1;BYDAY=1MO"),
    ("FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1"),
    ("FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=8,9,10,11,12,13,14"),
    ("FREQ=YEARLY;BYYEARDAY=1", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1"),
    ("FREQ=YEARLY;BYYEARDAY=-1", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31"),
    ("FREQ=YEARLY;BYYEARDAY=-366", "FREQ=YEARLY;BYYEARDAY=-366;BYMONTH=1"),
    ("FREQ=YEARLY;BYMONTHDAY=15", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ("FREQ=YEARLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO"),
    ("FREQ=YEARLY;BYWEEKNO=1;BYDAY=TH", "FREQ=YEARLY;BYDAY=1TH"),
    ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=TH", "FREQ=YEARLY;BYDAY=-1TH"),
    ("FREQ=DAILY;BYHOUR=0,12;BYMINUTE=30", "FREQ=HOURLY;BYHOUR=0,12;BYMINUTE=30"),
    ("FREQ=HOURLY;BYMINUTE=0,30", "FREQ=MINUTELY;BYMINUTE=0,30"),
    ("FREQ=MINUTELY;BYSECOND=7", "FREQ=SECONDLY;BYSECOND=7"),
    ("FREQ=HOURLY;BYMINUTE=0,20,40;BYSETPOS=-1", "FREQ=HOURLY;BYMINUTE=40"),
    ("FREQ=SECONDLY;INTERVAL=3;BYSETPOS=1", "FREQ=SECONDLY;INTERVAL=3"),
  ])
  func `both rules give the same times`(_ left: String, _ right: String) throws {
    var random = RandomRule(seed: 5)
    let rules = [try RecurrenceRule(left), try RecurrenceRule(right)]
    for _ in 0..<20 {
      let start = random.start()
      let range = start..<(start + 86_400 * 800)
      // DTSTART is an occurrence whether it matches or not, so only the later ones are compared.
      let times = rules.map {
        RuleExpansion($0, start: start, isDate: false, zone: .gmt)
          .civilTimes(in: range, limit: 300).dropFirst()
      }
      #expect(times[0] == times[1], "from \(start)")
    }
  }

  @Test func `the first and second half of a list make the list`() throws {
    let start = try #require(CivilDateTime(iso8601: "2026-01-05T08:00:00"))
    let range = start..<(start + 86_400 * 2_000)
    func times(_ rule: String) throws -> [CivilDateTime] {
      RuleExpansion(try RecurrenceRule(rule), start: start, isDate: false, zone: .gmt)
        .civilTimes(in: range, limit: 10_000)
    }
    for (whole, first, second) in [
      ("FREQ=MONTHLY;BYDAY=1MO,-1FR", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("FREQ=MONTHLY;BYDAY=MO,2TU", "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=2TU"),
      ("FREQ=YEARLY;BYWEEKNO=1,53", "FREQ=YEARLY;BYWEEKNO=1", "FREQ=YEARLY;BYWEEKNO=53"),
      ("FREQ=DAILY;BYHOUR=1,8", "FREQ=DAILY;BYHOUR=1", "FREQ=DAILY;BYHOUR=8"),
    ] {
      #expect(try Set(times(whole)) == Set(times(first)).union(times(second)), "\(whole)")
    }
  }
}
