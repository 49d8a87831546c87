import CalendarFixtures
import CivilTime
import SeededRandom
import Testing

@testable import ICalendar

/// Fire dates before the range don't count towards the limit for the range.
@Suite struct FireLimitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let device: String
    let alarm: String
    /// The DTSTART of a series with one occurrence each second until UNTIL.
    let start: String
    let until: String
    /// The range, an hour long.
    let from: String
    let to: String
    var testDescription: String { "\(alarm) in \(device) from \(from)" }
  }

  @Test(arguments: [
    // With an alarm a day ahead, the range's first hour belongs to the next day's occurrences.
    Case(
      device: "GMT", alarm: "-P1D", start: "20260201T000000Z", until: "20260202T005959Z",
      from: "2026-02-01T00:00:00Z", to: "2026-02-11T00:00:00Z"),
    Case(
      device: "Europe/Berlin", alarm: "-P1D", start: "20260201T000000Z", until: "20260202T005959Z",
      from: "2026-02-01T00:00:00Z", to: "2026-02-11T00:00:00Z"),
    Case(
      device: "GMT", alarm: "P1D", start: "20260201T000000Z", until: "20260205T005959Z",
      from: "2026-02-06T00:00:00Z", to: "2026-02-11T00:00:00Z"),
    Case(
      device: "GMT", alarm: "-P40D", start: "20260101T000000Z", until: "20260313T005959Z",
      from: "2026-02-01T00:00:00Z", to: "2026-02-11T00:00:00Z"),
    // Berlin loses an hour on 29 March at 02:00. The range is 08:00 to 08:59:59 in summer time, a
    // day before occurrences on 30 March.
    Case(
      device: "Europe/Berlin", alarm: "-P1D", start: "Europe/Berlin:20260301T000000",
      until: "20260330T065959Z", from: "2026-03-29T06:00:00Z", to: "2026-04-10T00:00:00Z"),
  ])
  func `a reminder with fewer fires than the limit is complete`(_ own: Case) throws {
    let component = try TestCalendars.component(
      own.start, rules: ["FREQ=SECONDLY;UNTIL=\(own.until)"],
      alarms: [try TestCalendars.alarm(own.alarm)])
    var expansion = SeriesExpansion(
      EventSeries(master: component), onDeviceIn: try TestCalendars.zone(own.device))
    expansion.fireLimit = 4_000
    let range = try TestCalendars.instant(own.from)..<TestCalendars.instant(own.to)
    let fires = expansion.fires(of: .alarm(0), in: range)
    #expect(fires.cut == nil)
    #expect(fires.map(\.at) == (0..<3_600).map { range.lowerBound + $0 })
  }

  @Test func `a dense exception rule doesn't cut a sparse reminder`() throws {
    let interval = 50
    var component = try TestCalendars.component("20260201T000000Z", rules: ["FREQ=DAILY"])
    component.exceptionRules = [try RecurrenceRule("FREQ=SECONDLY;INTERVAL=\(interval)")]
    var expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: .gmt)
    let start = try TestCalendars.instant("2026-02-01T00:00:00Z")
    let left = (0..<365).map { start + $0 * 86_400 }.filter { ($0 - start) % interval != 0 }
    for limit in [6_000, 60_000, SeriesExpansion.maximumFires] {
      expansion.fireLimit = limit
      let fires = expansion.fires(of: .alarm(0), in: start..<start + 365 * 86_400)
      #expect(fires.cut == nil)
      #expect(fires.map(\.at) == left, "\(limit)")
    }
  }

  @Test func `occurrences with another end don't affect earlier ones`() throws {
    var component = try TestCalendars.component(
      "20260325T100000Z", rules: ["FREQ=DAILY"], alarms: [try TestCalendars.alarm("PT0S+20xPT1M")])
    component.recurrenceDates = try (40...60).map { day in
      CalendarComponent.RecurrenceDate(
        CalendarTime(
          try TestCalendars.time("20260325T150000Z").civil + day * 86_400, reference: .utc),
        extent: .lasting(CalendarDuration(seconds: 3_600)))
    }
    var expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: .gmt)
    let range =
      try TestCalendars.instant(
        "2026-03-25T00:00:00Z")..<TestCalendars.instant("2026-07-01T00:00:00Z")
    let all = expansion.fires(of: .alarm(0), in: range)
    #expect(all.cut == nil)
    expansion.fireLimit = 200
    let fires = expansion.fires(of: .alarm(0), in: range)
    let cut = try #require(fires.cut)
    #expect(Array(fires) == all.filter { $0.at < cut })
    // An alert and its repeats are 21 fire dates.
    #expect(fires.count > 200 - 21)
  }
}

/// An upper bound of the number of fire dates is known before the expansion.
@Suite struct MostFiresTests {
  @Test(arguments: [UInt64(71), 72, 73])
  func `no window has more fires than the estimate`(seed: UInt64) throws {
    var random = RandomRule(seed: seed)
    let zone = try TestCalendars.zone("Europe/Berlin")
    let frequencies = RecurrenceRule.Frequency.allCases
    var largest = 0
    for round in 0..<56 {
      let frequency = frequencies[round % frequencies.count]
      let start = try #require(CivilDateTime(iso8601: "2026-01-01T02:30:00"))
      var component = CalendarComponent(
        uid: "a@example.org", start: CalendarTime(start, reference: .zone(zone)))
      component.rules = [random.rule(frequency)]
      let repeats = random.number(0...3)
      component.alarms = [
        Alarm(
          .relative(CalendarDuration(seconds: random.number(-90_000...90_000)), to: .start),
          repeatCount: repeats,
          repeatInterval: repeats == 0 ? .zero : CalendarDuration(seconds: 600))
      ]
      let expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: zone)
      for length in [1, 3_600, 86_400, 40 * 86_400] {
        let first = Instant(
          secondsSince1970: start.secondsSince1970 + random.number(0...200) * 86_400)
        let found = expansion.fires(of: .alarm(0), in: first..<first + length).count
        let most = expansion.mostFires(of: .alarm(0), in: length)
        largest = max(largest, found)
        guard found > most else { continue }
        Issue.record("seed \(seed): \(component.rules) has \(found) in \(length) s, not \(most)")
        return
      }
    }
    #expect(largest > 500)
  }

  @Test(arguments: [
    "FREQ=DAILY", "FREQ=HOURLY;BYHOUR=9", "FREQ=MINUTELY;BYHOUR=9;BYMINUTE=0",
    "FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
  ])
  func `the estimate of a daily rule is close to its number of fires`(rule: String) throws {
    let component = try TestCalendars.component(
      "Europe/Berlin:20260101T090000", rules: [rule],
      alarms: [try TestCalendars.alarm("-PT10M")])
    let expansion = SeriesExpansion(EventSeries(master: component), onDeviceIn: .gmt)
    #expect((365...380).contains(expansion.mostFires(of: .alarm(0), in: 365 * 86_400)))
  }
}
