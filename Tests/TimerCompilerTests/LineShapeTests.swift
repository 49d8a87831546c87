import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing
import TimerCompiler

/// The lines for a rule and an alarm on 2026-01-01, a Thursday.
///
/// The expected values were written by hand from systemd.time(7).
@Suite struct LineShapeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let start, rule, trigger, horizon: String
    let exceptions: [String]
    let lines: [String]
    var testDescription: String { "\(start) \(rule) \(trigger) to \(horizon)" }

    /// Lines without a time of day are at 09:00 in Berlin.
    init(
      _ rule: String, from start: String = "Europe/Berlin:20251201T090000",
      _ trigger: String = "PT0S", to horizon: String = "P1Y", without exceptions: [String] = [],
      are lines: [String]
    ) {
      (self.start, self.rule, self.trigger, self.horizon) = (start, rule, trigger, horizon)
      self.exceptions = exceptions
      self.lines = lines.map { $0.contains(":") ? $0 : $0 + " 09:00:00 Europe/Berlin" }
    }
  }

  private static let everyYear = [
    Row("FREQ=DAILY", are: ["*-*-*"]),
    Row("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", are: ["*-*-*"]),
    Row("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", are: ["Mon..Fri *-*-*"]),
    Row("FREQ=DAILY;BYDAY=SA,SU", are: ["Sat,Sun *-*-*"]),
    Row("FREQ=DAILY;INTERVAL=7", are: ["Mon *-*-*"]),
    Row("FREQ=WEEKLY;BYDAY=MO", "-P1D", are: ["Sun *-*-*"]),
    Row("FREQ=DAILY;BYMONTH=6", from: "Europe/Berlin:20250601T090000", are: ["*-06-*"]),
    Row("FREQ=MONTHLY;BYMONTHDAY=15", from: "Europe/Berlin:20251115T090000", are: ["*-*-15"]),
    Row(
      "FREQ=MONTHLY;BYMONTHDAY=1,15", from: "Europe/Berlin:20251115T090000", are: ["*-*-01,15"]),
    Row("FREQ=MONTHLY;BYMONTHDAY=31", from: "Europe/Berlin:20251031T090000", are: ["*-*-31"]),
    Row("FREQ=MONTHLY;BYMONTHDAY=-1", from: "Europe/Berlin:20251130T090000", are: ["*-*~01"]),
    Row("FREQ=MONTHLY;BYMONTHDAY=-3", from: "Europe/Berlin:20251128T090000", are: ["*-*~03"]),
    Row(
      "FREQ=MONTHLY;BYMONTHDAY=1,-1", from: "Europe/Berlin:20251130T090000",
      are: ["*-*-01", "*-*~01"]),
    Row(
      "FREQ=MONTHLY;BYDAY=2TU", from: "Europe/Berlin:20251209T090000", are: ["Tue *-*-08..14"]),
    Row(
      "FREQ=MONTHLY;BYDAY=1MO,3MO", from: "Europe/Berlin:20251201T090000",
      are: ["Mon *-*-01..07,15..21"]),
    Row("FREQ=MONTHLY;BYDAY=-1FR", from: "Europe/Berlin:20251128T090000", are: ["Fri *-*~07/1"]),
    Row(
      "FREQ=MONTHLY;BYDAY=-2MO", from: "Europe/Berlin:20251117T090000", are: ["Mon *-*~08..14"]),
    // The last working day: the last day, or a Friday that is one or two days before it.
    Row(
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", from: "Europe/Berlin:20251128T090000",
      to: "P3Y", are: ["Fri *-*~02,03", "Mon..Fri *-*~01"]),
    Row("FREQ=MONTHLY;INTERVAL=3", are: ["*-03..12/3-01"]),
    Row(
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", from: "Europe/Berlin:20250613T090000", to: "P3Y",
      are: ["Fri *-*-13"]),
    Row("FREQ=YEARLY", from: "Europe/Berlin:20250501T090000", are: ["*-05-01"]),
    Row("FREQ=YEARLY", from: "Europe/Berlin:20240229T090000", to: "P5Y", are: ["*-02-29"]),
    Row(
      "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", from: "America/New_York:20251127T090000",
      are: ["Thu *-11-22..28 09:00:00 America/New_York"]),
    Row("FREQ=YEARLY", from: "20250501", "PT9H", are: ["*-05-01 09:00:00"]),
  ]

  private static let ending = [
    // In April only ten days remain: 09:00 is 07:00 in UTC.
    Row(
      "FREQ=DAILY;UNTIL=20260410T120000Z", are: ["2026-01..03-*", "2026-04-01..10 07:00:00 UTC"]),
    Row("FREQ=DAILY;UNTIL=20260131T120000Z", are: ["2026-01-* 08:00:00 UTC"]),
    Row(
      "FREQ=WEEKLY;BYDAY=TU;UNTIL=20260303T120000Z", from: "Europe/Berlin:20251202T090000",
      are: [
        "2026-01-06..27/7 08:00:00 UTC", "2026-02-03..24/7 08:00:00 UTC", "2026-03-03 08:00:00 UTC",
      ]),
    // 40 days from 1 December end on 9 January.
    Row("FREQ=DAILY;COUNT=40", are: ["2026-01-01..09 08:00:00 UTC"]),
    Row(
      "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270630T120000Z", to: "P2Y",
      are: [
        "Mon 2026-*-*", "Mon 2027-01..06-*",
      ]),
    Row(
      "FREQ=DAILY", without: ["Europe/Berlin:20260311T090000"],
      are: ["*-*-01..10,12..31", "*-01,02,04..12-*"]),
    Row("FREQ=DAILY", from: "Europe/Berlin:20260315T090000", are: ["*-03-15..31", "*-04..12-*"]),
    Row("FREQ=YEARLY", from: "Europe/Berlin:20270501T090000", to: "P3Y", are: ["2027/1-05-01"]),
  ]

  /// Dates without a common expression are grouped by year, month and time of day.
  private static let scattered = [
    Row(
      "FREQ=YEARLY;INTERVAL=2", from: "Europe/Berlin:20240501T090000", to: "P5Y",
      are: ["2026,2028,2030-05-01"]),
    Row(
      "FREQ=WEEKLY;INTERVAL=2", to: "P90D",
      are: ["Mon 2026-01..03-08..14,22..28"]),
    Row("FREQ=DAILY;INTERVAL=3", to: "P30D", are: ["2026-01-03..30/3 08:00:00 UTC"]),
  ]

  @Test(arguments: everyYear + ending + scattered)
  func `a rule becomes the expected lines`(_ row: Row) throws {
    let lines = try lines(row)
    #expect(lines == row.lines.sorted())
  }

  private static let withinTheDay = [
    Row("FREQ=DAILY;BYHOUR=9,13", are: ["*-*-* 09,13:00:00 Europe/Berlin"]),
    Row("FREQ=DAILY;BYHOUR=9,13;BYMINUTE=0,30", are: ["*-*-* 09,13:00,30:00 Europe/Berlin"]),
    Row("FREQ=HOURLY;INTERVAL=6", from: "20251201T000000Z", are: ["*-*-* 00..18/6:00:00 UTC"]),
    Row(
      "FREQ=MINUTELY;INTERVAL=15", from: "20251201T000000Z", to: "P20D",
      are: [
        "*-*-* *:00..45/15:00 UTC"
      ]),
    Row("FREQ=HOURLY;BYDAY=MO", from: "20251201T000000Z", are: ["Mon *-*-* *:00:00 UTC"]),
    // 168 hours are 6 times 28, so the pattern repeats weekly: Monday 00:00, Tuesday 04:00, and so
    // on.
    Row(
      "FREQ=HOURLY;INTERVAL=28", from: "20251201T000000Z", to: "P90D",
      are: [
        ("Mon", "00"), ("Tue", "04"), ("Wed", "08"), ("Thu", "12"), ("Fri", "16"), ("Sat", "20"),
      ]
      .map { "\($0) *-*-* \($1):00:00 UTC" }),
    // Two repeats: one line for all three times.
    Row("FREQ=DAILY", "PT0S+2xPT10M", are: ["*-*-* 09:00,10,20:00 Europe/Berlin"]),
    Row("FREQ=DAILY;BYHOUR=9,13;BYMINUTE=0;BYSETPOS=1", are: ["*-*-*"]),
    // In the gap of 29 March 2026, which systemd skips: a line in UTC replaces it.
    Row(
      "FREQ=DAILY", from: "Europe/Berlin:20251201T023000",
      are: ["*-*-* 02:30:00 Europe/Berlin", "2026-03-29 01:30:00 UTC"]),
    Row("", from: "Europe/Berlin:20260501T090000", are: ["2026-05-01 07:00:00 UTC"]),
    Row("", from: "20260501T090000", are: ["2026-05-01 09:00:00"]),
  ]

  @Test(arguments: withinTheDay)
  func `times of day that form a product share a line`(_ row: Row) throws {
    let lines = try lines(row)
    #expect(lines == row.lines.sorted())
  }

  private func lines(_ row: Row) throws -> [String] {
    let event = try TestCalendars.event(
      start: row.start, rule: row.rule.isEmpty ? nil : row.rule, alarms: [row.trigger],
      exceptions: row.exceptions)
    let options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: row.horizon)
    return TimerText.lines(TimerPlan(of: [event], options)).sorted()
  }

  @Test func `fires delayed until the morning share one permanent line`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280101T120000", rule: "FREQ=DAILY",
      alarms: ["-PT8H", "-PT7H", "-PT1H"])
    var options = try TestCalendars.timerOptions(now: "2028-01-03T12:00:00Z")
    options.compiler.quietHours = [try #require(QuietHoursRule("22:00-07:00"))]
    let plan = TimerPlan(of: [event], options)
    #expect(plan.exactUntil == nil && plan.fireCount == 2 * 366)
    let lines = plan.files.flatMap { $0.text.split(separator: "\n") }
      .filter { $0.hasPrefix("OnCalendar") }
    #expect(lines.sorted().joined(separator: " ") == "OnCalendar=*-*-* 07,11:00:00 Europe/Berlin")
  }
}
