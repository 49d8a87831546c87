import CalendarFixtures
import CivilTime
import Testing

@testable import ICalendar

/// Echoes: the second time that the clock shows a time of a repeated hour, for rules with steps of
/// an hour or less.
///
/// Berlin sets its clock back at 2026-10-25T01:00:00Z from 03:00 to 02:00, New York at
/// 2026-11-01T06:00:00Z from 02:00 to 01:00, Lord Howe at 2026-04-04T15:00:00Z from 02:00 to 01:30
/// (Python's zoneinfo). The expected instants are counted from there.
@Suite struct EchoTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var rules: [String]
    var start = "Europe/Berlin:20261001T001500"
    var trigger = "PT0S"
    var repeats = (count: 0, interval: "PT0S")
    var echoes: [String]
    var testDescription: String { "\(start) \(rules) \(trigger)" }

    init(
      _ rules: String..., from start: String = "Europe/Berlin:20261001T001500",
      alarm trigger: String = "PT0S", repeats: Int = 0, every interval: String = "PT0S",
      are echoes: [String]
    ) {
      (self.rules, self.start, self.trigger, self.echoes) = (rules, start, trigger, echoes)
      self.repeats = (repeats, interval)
    }
  }

  /// The echoes around the clock change that aren't fire dates of the series.
  private func echoes(
    _ series: EventSeries,
    in range: (String, String) = ("2026-03-30T00:00:00Z", "2026-12-01T00:00:00Z")
  ) throws -> [String] {
    let expansion = SeriesExpansion(
      series, onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    let range = try TestCalendars.instant(range.0)..<TestCalendars.instant(range.1)
    let expected = Set(
      expansion.fires(of: .alarm(0), in: range).map { "\($0.at)#\($0.repetition)" })
    return expansion.echoes(of: .alarm(0), in: range)
      .map { "\($0.at)#\($0.repetition)" }.filter { !expected.contains($0) }
      .map { $0.hasSuffix("#0") ? String($0.dropLast(2)) : $0 }.sorted()
  }

  private func event(_ row: Row) throws -> CalendarComponent {
    try TestCalendars.component(
      row.start, rules: row.rules,
      alarms: [
        TestCalendars.alarm(row.trigger, repeats: row.repeats.count, every: row.repeats.interval)
      ])
  }

  @Test(arguments: [
    Row("FREQ=HOURLY", are: ["2026-10-25T01:15:00Z"]),
    Row(
      "FREQ=MINUTELY;INTERVAL=15",
      are: [
        "2026-10-25T01:00:00Z", "2026-10-25T01:15:00Z", "2026-10-25T01:30:00Z",
        "2026-10-25T01:45:00Z",
      ]),
    Row("FREQ=MINUTELY;INTERVAL=60", are: ["2026-10-25T01:15:00Z"]),
    Row("FREQ=SECONDLY;INTERVAL=3600", are: ["2026-10-25T01:15:00Z"]),
    // Rules limited to that hour still step by hours.
    Row("FREQ=HOURLY;BYHOUR=2;BYDAY=SU", are: ["2026-10-25T01:15:00Z"]),
    // Steps of more than an hour, and rules that step by days, have one time.
    Row("FREQ=HOURLY;INTERVAL=2", are: []),
    Row("FREQ=HOURLY;INTERVAL=6", from: "Europe/Berlin:20261001T021500", are: []),
    Row("FREQ=MINUTELY;INTERVAL=61", are: []),
    Row("FREQ=SECONDLY;INTERVAL=3601", are: []),
    Row("FREQ=DAILY;BYHOUR=1,2,3", are: []),
    // The alarm for 03:15 is an hour before, at the second 02:15, so the first 02:15 is the echo.
    Row("FREQ=HOURLY", alarm: "-PT1H", are: ["2026-10-25T00:15:00Z"]),
    Row("FREQ=HOURLY;BYHOUR=4", alarm: "-PT2H", are: ["2026-10-25T00:15:00Z"]),
    // Half of the hour is missing in each pass: the alarm of 02:30 is at 02:00 in the first pass,
    // that of 03:00 at 02:30 in the second.
    Row(
      "FREQ=MINUTELY;INTERVAL=30", from: "Europe/Berlin:20261001T000000", alarm: "-PT30M",
      are: ["2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"]),
    // Two hours before, the rule gives both passes; the missing alarm is at 01:15, shown only once.
    Row("FREQ=HOURLY", alarm: "-PT2H", are: []),
    Row("FREQ=HOURLY", alarm: "PT5M", are: ["2026-10-25T01:20:00Z"]),
    // Repeats at 02:35 and 02:55.
    Row(
      "FREQ=HOURLY", repeats: 2, every: "PT20M",
      are: ["2026-10-25T01:15:00Z", "2026-10-25T01:35:00Z#1", "2026-10-25T01:55:00Z#2"]),
    Row(
      "FREQ=MINUTELY;INTERVAL=15;COUNT=3", from: "Europe/Berlin:20261025T020000",
      are: ["2026-10-25T01:00:00Z", "2026-10-25T01:15:00Z", "2026-10-25T01:30:00Z"]),
    Row(
      "FREQ=MINUTELY;INTERVAL=15;UNTIL=20261025T001500Z",
      are: [
        "2026-10-25T01:00:00Z", "2026-10-25T01:15:00Z",
      ]),
    Row(
      "FREQ=HOURLY", from: "America/New_York:20261001T001500", are: ["2026-11-01T06:15:00Z"]),
    Row(
      "FREQ=HOURLY", from: "America/New_York:20261001T001500", alarm: "-PT1H",
      are: ["2026-11-01T05:15:00Z"]),
    // The clock repeats half an hour: 01:30 to 02:00.
    Row(
      "FREQ=MINUTELY;INTERVAL=15", from: "Australia/Lord_Howe:20260301T000000",
      are: ["2026-04-04T15:00:00Z", "2026-04-04T15:15:00Z"]),
    Row("FREQ=HOURLY", from: "Australia/Lord_Howe:20260301T001500", are: []),
    Row(
      "FREQ=HOURLY", from: "Australia/Lord_Howe:20260301T004500", are: ["2026-04-04T15:15:00Z"]),
    // Half an hour before 02:15 is 01:45, in the second pass.
    Row(
      "FREQ=HOURLY", from: "Australia/Lord_Howe:20260301T001500", alarm: "-PT30M",
      are: ["2026-04-04T14:45:00Z"]),
    Row("FREQ=HOURLY", from: "20261001T001500", are: ["2026-10-25T01:15:00Z"]),
    Row("FREQ=HOURLY", from: "20261001T001500Z", are: []),
    // Only the hourly rule has echoes.
    Row(
      "FREQ=DAILY", "FREQ=HOURLY;BYMINUTE=15", from: "Europe/Berlin:20261001T023000",
      are: ["2026-10-25T01:15:00Z"]),
  ])
  func `the other pass of a repeated hour is an echo`(_ row: Row) throws {
    #expect(try echoes(EventSeries(master: event(row))) == row.echoes)
  }

  @Test func `occurrences outside of a range have echoes within it`() throws {
    let after = EventSeries(master: try event(Row("FREQ=HOURLY", are: [])))
    let late = ("2026-10-25T00:40:00Z", "2026-10-25T02:00:00Z")
    #expect(try echoes(after, in: late) == ["2026-10-25T01:15:00Z"])
    let past = ("2026-10-25T01:15:01Z", "2026-10-26T02:00:00Z")
    #expect(try echoes(after, in: past) == [])
    let before = EventSeries(master: try event(Row("FREQ=HOURLY", alarm: "-PT1H", are: [])))
    let early = ("2026-10-20T00:00:00Z", "2026-10-25T00:20:00Z")
    #expect(try echoes(before, in: early) == ["2026-10-25T00:15:00Z"])
  }

  @Test func `each clock change has its echo`() throws {
    let series = EventSeries(master: try event(Row("FREQ=HOURLY", are: [])))
    // The last Sunday of October in each year.
    #expect(
      try echoes(series, in: ("2026-01-01T00:00:00Z", "2029-01-01T00:00:00Z")) == [
        "2026-10-25T01:15:00Z", "2027-10-31T01:15:00Z", "2028-10-29T01:15:00Z",
      ])
  }

  @Test func `added, changed and excluded occurrences don't add echoes`() throws {
    var hourly = try event(Row("FREQ=HOURLY", are: []))
    let inTheFold = "Europe/Berlin:20261025T021500"
    var dates = try event(Row("FREQ=HOURLY;INTERVAL=6", are: []))
    dates.recurrenceDates = [.init(try TestCalendars.time(inTheFold))]
    #expect(try echoes(EventSeries(master: dates)) == [])
    // The hourly rule adds an echo to the time that RDATE gives.
    hourly.recurrenceDates = dates.recurrenceDates
    #expect(try echoes(EventSeries(master: hourly)) == ["2026-10-25T01:15:00Z"])
    // The rule and RDATE give both passes.
    hourly.recurrenceDates = [.init(try TestCalendars.time("20261025T011500Z"))]
    #expect(try echoes(EventSeries(master: hourly)) == [])
    hourly.recurrenceDates = []
    let moved = try TestCalendars.component(
      "Europe/Berlin:20261025T024000", replacing: inTheFold)
    #expect(try echoes(EventSeries(master: hourly, overrides: [moved])) == [])
    hourly.exceptionDates = [try TestCalendars.time(inTheFold)]
    #expect(try echoes(EventSeries(master: hourly)) == [])
  }

  @Test func `occurrences moved by THISANDFUTURE keep their echoes`() throws {
    let hourly = try event(Row("FREQ=HOURLY", are: []))
    let before = try TestCalendars.component(
      "Europe/Berlin:20261020T002500", replacing: "Europe/Berlin:20261020T001500", andLater: true)
    #expect(
      try echoes(EventSeries(master: hourly, overrides: [before])) == ["2026-10-25T01:25:00Z"])
    // The override's occurrence, at 02:25, isn't a step of the rule.
    let own = try TestCalendars.component(
      "Europe/Berlin:20261025T022500", replacing: "Europe/Berlin:20261025T021500", andLater: true)
    #expect(try echoes(EventSeries(master: hourly, overrides: [own])) == [])
  }

  @Test func `an acknowledged fire still has an echo, until the echo is acknowledged`() throws {
    var hourly = try event(Row("FREQ=HOURLY", are: []))
    hourly.alarms[0]?.acknowledged = try TestCalendars.instant("2026-10-25T00:20:00Z")
    #expect(try echoes(EventSeries(master: hourly)) == ["2026-10-25T01:15:00Z"])
    // An acknowledged time isn't an echo.
    hourly.acknowledged = try TestCalendars.instant("2026-10-25T01:15:00Z")
    #expect(try echoes(EventSeries(master: hourly)) == [])
  }

  // The limit ends an endless loop. Its clock also runs while other tests have the processor.
  @Test(.timeLimit(.minutes(5)))
  func `a reminder that is too dense is followed to the first clock changes`() throws {
    var every = try event(
      Row("FREQ=SECONDLY;BYDAY=SU;COUNT=900000000", repeats: 100_000, every: "PT1M", are: []))
    every.start = try TestCalendars.time("Europe/Berlin:20251001T001500")
    var expansion = SeriesExpansion(
      EventSeries(master: every), onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    expansion.fireLimit = 20_000
    _ = expansion.echoes(
      of: .alarm(0),
      in: try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<(TestCalendars.instant(
          "2100-01-01T00:00:00Z")))
    every.alarms = [Alarm(.relative(.zero, to: .start))]
    every.rules = [try RecurrenceRule("FREQ=SECONDLY")]
    expansion = SeriesExpansion(
      EventSeries(master: every), onDeviceIn: try TestCalendars.zone("Europe/Berlin"))
    expansion.fireLimit = 8_000
    let echoes = expansion.echoes(
      of: .alarm(0),
      in: try TestCalendars.instant(
        "2026-01-01T00:00:00Z")..<(TestCalendars.instant(
          "2100-01-01T00:00:00Z")))
    // One echo for each second of the hour, up to the limit.
    #expect(echoes.count == 3 * 3_600)
  }
}
