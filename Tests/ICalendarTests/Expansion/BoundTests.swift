import CalendarFixtures
import CivilTime
import ICalendar
import Testing

/// The work for unlimited or extreme input is bounded, and no number overflows.
@Suite struct BoundTests {
  private static let year = ("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z")

  private func range(_ ends: (String, String) = BoundTests.year) throws -> Range<Instant> {
    try TestCalendars.instant(ends.0)..<TestCalendars.instant(ends.1)
  }

  private func fires(
    _ component: CalendarComponent, in range: Range<Instant>, device: String = "Europe/Berlin"
  ) throws -> AlarmFires {
    SeriesExpansion(EventSeries(master: component), onDeviceIn: try TestCalendars.zone(device))
      .fires(of: .alarm(0), in: range)
  }

  /// Expects all fire dates before the cut and none at or after it.
  private func expectSound(_ fires: AlarmFires, in range: Range<Instant>, _ what: Comment) {
    #expect(fires.count <= SeriesExpansion.maximumFires, what)
    let isAscending = zip(fires, fires.dropFirst()).allSatisfy { $0.at <= $1.at }
    #expect(isAscending, what)
    let end = min(fires.cut ?? range.upperBound, range.upperBound)
    #expect(fires.allSatisfy { $0.at >= range.lowerBound && $0.at < end }, what)
  }

  @Test(arguments: ["2026-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "2010-01-01T00:00:00Z"])
  func `a rule for every second is cut, and nothing is missing before the cut`(
    _ start: String
  ) throws {
    let instant = try TestCalendars.instant(start)
    let component = try TestCalendars.component(instant.basicFormat, rules: ["FREQ=SECONDLY"])
    let range = try range()
    let fires = try fires(component, in: range)
    expectSound(fires, in: range, "from \(start)")
    let cut = try #require(fires.cut)
    #expect(cut > range.lowerBound)
    #expect(fires.count == cut - range.lowerBound)
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30,31",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "FREQ=DAILY;BYSETPOS=2", "FREQ=SECONDLY;BYSETPOS=-2",
    "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=366", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
    "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
    "FREQ=MINUTELY;INTERVAL=1440;BYMINUTE=1", "FREQ=YEARLY;BYDAY=53MO;BYYEARDAY=1",
    "FREQ=SECONDLY;INTERVAL=60;BYSECOND=30;BYMONTH=12",
  ])
  func `a rule that never matches gives DTSTART and ends`(_ rule: String) throws {
    for count in ["", ";COUNT=2147483647", ";UNTIL=99991231T235959Z"] {
      let component = try TestCalendars.component("20260105T080000Z", rules: [rule + count])
      let range = try range()
      let fires = try fires(component, in: range)
      expectSound(fires, in: range, "\(rule)\(count)")
      if let cut = fires.cut {
        #expect(cut > range.lowerBound)
      } else {
        #expect(fires.map(\.at.description) == ["2026-01-05T08:00:00Z"], "\(rule)\(count)")
      }
    }
  }

  /// Each row is the time of the last of COUNT occurrences, or the first one at or after an
  /// instant.
  @Test(arguments: [
    ("FREQ=DAILY;INTERVAL=2;COUNT=30000", "2184-04-08T00:00:01", ""),
    ("FREQ=DAILY;INTERVAL=2;COUNT=30000", "2184-04-08T00:00:00", "2184-04-08T00:00:00"),
    ("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4001", "2058-05-02T00:00:00", ""),
    ("FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4001", "2058-04-25T00:00:01", "2058-04-30T00:00:00"),
  ])
  func `the remaining COUNT is correct from any time`(
    text: String, from: String, expected: String
  ) throws {
    let start = try #require(CivilDateTime(iso8601: "2020-01-01T00:00:00"))
    let from = try #require(CivilDateTime(iso8601: from))
    let uncounted = RuleExpansion(
      try RecurrenceRule(text), start: start, isDate: false, zone: .gmt)
    var rule = uncounted
    rule.count(upTo: from)
    let end = CivilDateTime(CivilDate(uncheckedYear: 2300, month: 1, day: 1))
    let wanted = expected.isEmpty ? [] : [expected]
    #expect(rule.civilTimes(in: from..<end, limit: 1).map(\.description) == wanted)
    // The same with a new expansion, which lacks a stored count.
    #expect(uncounted.civilTimes(in: from..<end, limit: 1).map(\.description) == wanted)
  }

  @Test func `thousands of changes of all later occurrences take linear time`() throws {
    var master = try TestCalendars.component(
      "20200101T080000Z", rules: ["FREQ=DAILY;COUNT=50000"])
    master.uid = "a@example.org"
    let start = try TestCalendars.instant("2020-01-01T08:00:00Z")
    let overrides = try (1...3_000).map { day in
      let original = "\((start + day * 86_400).civilInUTC.basicFormat)Z"
      return try TestCalendars.component(original, replacing: original, andLater: true)
    }
    let series = EventSeries(master: master, overrides: overrides)
    let clock = ContinuousClock()
    var fires: [String] = []
    let time = try clock.measure {
      fires = try TestCalendars.fires(
        series, in: ("2020-01-01T00:00:00Z", "2060-01-01T00:00:00Z"))
    }
    #expect(fires.count == 40 * 365 + 10)
    #expect(time < .seconds(10))
  }

  @Test func `a search with too many steps is cut and returns the fires found so far`() throws {
    let component = try TestCalendars.component(
      "20260105T080000Z", rules: ["FREQ=SECONDLY;BYSECOND=0"])
    let fires = try fires(component, in: try range())
    let cut = try #require(fires.cut)
    let start = try TestCalendars.instant("2026-01-05T08:00:00Z")
    // One fire date each minute up to the cut; eight million seconds are 92 days.
    #expect(fires.count == (cut - start + 59) / 60)
    #expect(fires.first?.at == start)
    #expect(cut > (try TestCalendars.instant("2026-04-01T00:00:00Z")))
    #expect(!fires.isCrowded)
  }

  @Test(arguments: [
    // The repeats of one alert are in order, so the cut is at the fire beyond the limit.
    ("FREQ=DAILY", "PT0S+4096xPT13S", true), ("FREQ=SECONDLY", "PT0S+1xPT1S", true),
    // The first alerts of later hours are before repeats that exceed the limit.
    ("FREQ=MINUTELY", "PT0S+200xPT55S", false),
  ])
  func `a list that is cut at its limit says whether it has all fires up to it`(
    rule: String, alarm: String, isFull: Bool
  ) throws {
    let component = try TestCalendars.event(
      start: "20260105T080000Z", rule: rule, alarms: [alarm])
    var series = SeriesExpansion(
      EventSeries(master: component), onDeviceIn: try TestCalendars.zone("Etc/UTC"))
    let range = try range(("2026-01-05T08:00:00Z", "2026-01-05T12:00:00Z"))
    let whole = series.fires(of: .alarm(0), in: range)
    series.fireLimit = 93
    let fires = series.fires(of: .alarm(0), in: range)
    #expect(fires.isCrowded)
    #expect(fires.isFull == isFull)
    #expect((fires.cut == whole[93].at) == isFull)
    let cut = try #require(fires.cut)
    #expect(Array(fires) == whole.filter { $0.at < cut })
  }

  @Test func `a rule that never matches is reported once, instead of a mismatched DTSTART`() throws
  {
    for (rule, codes) in [
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", ["rule-never-matches"]),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", ["rule-never-matches"]),
      ("FREQ=WEEKLY;BYDAY=TU", ["rule-mismatch"]), ("FREQ=WEEKLY;BYDAY=MO", []),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["rule-mismatch"]),
    ] {
      let component = try TestCalendars.component("20260105T080000Z", rules: [rule])
      let expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: .gmt)
      #expect(expansion.diagnostics.map(\.code) == codes, "\(rule)")
    }
  }

  // 5 January 2026 is a Monday.
  @Test(arguments: [
    (["FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=MO"], []),
    (["FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=WE"], ["rule-mismatch"]),
    (
      ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=WEEKLY;BYDAY=WE"],
      ["rule-never-matches", "rule-mismatch"]
    ),
  ])
  func `a mismatched DTSTART is reported once, if none of several rules matches it`(
    rules: [String], codes: [String]
  ) throws {
    var component = try TestCalendars.component("20260105T080000Z", rules: rules)
    component.startText = "DTSTART;TZID=GMT:20260105T080000"
    let expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: .gmt)
    #expect(expansion.diagnostics.map(\.code) == codes)
    let mismatch = expansion.diagnostics.first { $0.code == "rule-mismatch" }
    #expect(
      mismatch?.message.hasPrefix("DTSTART;TZID=GMT:20260105T080000 does not match any of its 2 ")
        ?? true)
  }

  @Test(arguments: [
    (2_147_483_647, "PT1S"), (2_147_483_647, "PT1000000000000S"), (2_147_483_647, "P1D"),
    (2_147_483_647, "P99999999W"), (2_147_483_647, "P1000000000000W"), (Int.max, "PT1S"),
    (Int.max, "P1000000000000WT1000000000000H"), (Int.max, "P1D"), (Int.min, "PT1S"),
  ])
  func `the expansion ends for any number and length of repeats`(count: Int, interval: String)
    throws
  {
    for trigger in ["PT0S", "-P99999999W", "END P1000000000000W"] {
      for rules in [[], ["FREQ=DAILY"], ["FREQ=MINUTELY;COUNT=9"]] {
        let component = try TestCalendars.component(
          "20200105T080000Z", rules: rules,
          alarms: [try TestCalendars.alarm(trigger, repeats: count, every: interval)])
        let range = try range(("2026-01-01T00:00:00Z", "2026-01-01T00:00:10Z"))
        expectSound(
          try fires(component, in: range), in: range, "\(trigger) \(count) × \(interval) \(rules)")
      }
    }
  }

  @Test func `acknowledged repeats are skipped quickly`() throws {
    var alarm = try TestCalendars.alarm("PT0S", repeats: 2_147_483_647, every: "PT1S")
    alarm.acknowledged = try TestCalendars.instant("2027-06-01T00:00:00Z")
    let component = try TestCalendars.component(
      "20200105T080000Z", rules: ["FREQ=DAILY"], alarms: [alarm])
    let fires = try fires(component, in: try range())
    #expect(fires.isEmpty)
  }

  @Test(arguments: [
    "P99999999W", "-P99999999W", "P1000000000000W", "PT1000000000000H", "-PT1000000000000H",
    "P1000000000000Y", "-P1000000000000M",
  ])
  func `a duration of millions of years is handled`(_ duration: String) throws {
    for start in ["20260105T080000Z", "20260105", "Europe/Berlin:20260105T080000"] {
      for anchor in ["", "END "] {
        var component = try TestCalendars.component(
          start, rules: ["FREQ=DAILY"], alarms: [try TestCalendars.alarm(anchor + duration)])
        let range = try range(("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"))
        expectSound(try fires(component, in: range), in: range, "\(start) \(anchor)\(duration)")
        component.extent = .lasting(try #require(CalendarDuration(duration)))
        expectSound(try fires(component, in: range), in: range, "\(start) \(anchor)\(duration)")
        component.alarms = [try TestCalendars.alarm("END PT0S")]
        expectSound(try fires(component, in: range), in: range, "\(start) lasting \(duration)")
      }
    }
  }

  @Test(arguments: [
    "00010101T000000", "99991231T235959Z", "99991231", "Europe/Berlin:00010101T000000",
  ])
  func `the first and the last valid year are handled`(_ start: String) throws {
    for frequency in RecurrenceRule.Frequency.allCases {
      for rest in ["", ";INTERVAL=2147483647", ";COUNT=2147483647", ";UNTIL=99991231"] {
        // A COUNT from year 1 with steps of an hour or less uses up the allowed number of steps.
        if frequency < .daily, rest.contains("COUNT") { continue }
        let rule = "FREQ=\(frequency.name)\(rest)"
        var component = try TestCalendars.component(start, rules: [rule])
        component.extent = .until(try TestCalendars.time("99991231T235959"))
        for ends in [
          ("0001-01-01T00:00:00Z", "0001-01-01T01:00:00Z"),
          ("9999-12-31T23:00:00Z", "9999-12-31T23:59:59Z"),
          ("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z"),
        ] {
          let range = try range(ends)
          expectSound(try fires(component, in: range), in: range, "\(start) \(rule) in \(ends)")
        }
      }
    }
  }

  @Test(arguments: [
    (Int.min, Int.max), (Int.min, 0), (0, Int.max), (Int.min, Int.min), (Int.max, Int.max),
    (Int.min, Int.min + 1), (Int.max - 1, Int.max),
  ])
  func `a range of all instants doesn't trap`(lower: Int, upper: Int) throws {
    let range = Instant(secondsSince1970: lower)..<Instant(secondsSince1970: upper)
    for (start, trigger) in [
      ("20260105T080000Z", "PT0S"), ("20260105", "-P99999999W"),
      ("Europe/Berlin:20260105T080000", "END P1D"),
    ] {
      for rules in [[], ["FREQ=YEARLY;COUNT=3"]] {
        let component = try TestCalendars.component(
          start, rules: rules,
          alarms: [try TestCalendars.alarm(trigger, repeats: 3, every: "P1D")])
        let fires = try fires(component, in: range)
        expectSound(fires, in: range, "\(start) \(trigger) \(rules)")
        if lower == Int.min, upper == Int.max, trigger == "PT0S" {
          #expect(fires.count == (rules.isEmpty ? 4 : 12))
        }
      }
    }
  }

  @Test func `a hundred thousand EXDATEs and RDATEs are searched quickly`() throws {
    let start = try #require(CivilDateTime(iso8601: "2026-01-05T08:00:00"))
    var component = try TestCalendars.component("20260105T080000Z", rules: ["FREQ=DAILY"])
    component.exceptionDates = (0..<100_000).map {
      CalendarTime(start + $0 * 86_400, reference: .utc)
    }
    component.recurrenceDates = (0..<100_000).map {
      CalendarComponent.RecurrenceDate(
        CalendarTime(start + ($0 * 86_400 + 60), reference: .utc))
    }
    let fires = try fires(component, in: try range())
    #expect(fires.count == 361)
    #expect(fires.first?.at.description == "2026-01-05T08:01:00Z")
  }

  @Test func `random series of extremes never trap`() throws {
    let seed: UInt64 = 41
    var random = RandomRule(seed: seed)
    for _ in 0..<100 {
      var rule = random.anyRule()
      if random.chance(1, in: 3) { rule.interval = 2_147_483_647 }
      // COUNT requires a walk through every second, which is bounded but slow in debug builds.
      if rule.frequency < .daily { rule.count = nil }
      var component = CalendarComponent(
        uid: "a@example.org", start: CalendarTime(random.start(), reference: .utc))
      component.rules = [rule]
      component.alarms = [
        Alarm(
          .relative(
            CalendarDuration(
              days: random.number(-7_000_000_000_000...7_000_000_000_000),
              seconds: random.number(-1_000_000_000_000...1_000_000_000_000)),
            to: random.chance(1, in: 2) ? .start : .end),
          repeatCount: random.number(0...10_000),
          repeatInterval: CalendarDuration(days: random.number(0...3), seconds: 3_600))
      ]
      let range = try range(("2026-01-01T00:00:00Z", "2026-01-08T00:00:00Z"))
      expectSound(try fires(component, in: range), in: range, "seed \(seed): \(rule)")
    }
  }
}

extension BoundTests {
  @Test(arguments: [1, 3])
  func `exception rules are bounded, and correct up to the cut`(_ rules: Int) throws {
    var component = try TestCalendars.component(
      "20260101T090000Z", rules: ["FREQ=DAILY"])
    component.exceptionRules = try (0..<rules).map {
      try RecurrenceRule("FREQ=SECONDLY;INTERVAL=\(7_200 + 3_600 * $0)")
    }
    let series = EventSeries(master: component)
    let zone = try TestCalendars.zone("Etc/UTC")
    let range =
      try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<TestCalendars.instant(
        "2027-01-01T00:00:00Z")
    let cut = SeriesExpansion(
      series, onDeviceIn: zone, stepLimit: 120
    ).fires(of: .alarm(0), in: range)
    let whole = SeriesExpansion(series, onDeviceIn: zone).fires(of: .alarm(0), in: range)
    // Every two hours from 09:00 includes 09:00 of each day, so EXRULE excludes everything.
    #expect(whole.isEmpty && whole.cut == nil)
    let end = try #require(cut.cut)
    // Ten days of steps of two hours.
    #expect(end == (try TestCalendars.instant("2026-01-11T09:00:00Z")))
    #expect(cut.isEmpty && !cut.isCrowded)
  }
}
