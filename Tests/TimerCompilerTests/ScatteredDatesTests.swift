import CalendarFixtures
import CivilTime
import ICalendar
import ReminderCompiler
import SeededRandom
import SystemdTimers
import TestPrograms
import Testing
import TimerCompiler

@Suite struct ScatteredDatesTests {
  /// Written by hand from systemd.time(7): 09:00 in Tokyo is midnight in UTC.
  @Test(arguments: [
    (["20270415", "20270417", "20270424"], ["2027-04-15,17,24"]),
    (["20270405", "20270426", "20270505", "20270526"], ["2027-04,05-05,26"]),
    (["20271012", "20280624"], ["2027-10-12", "2028-06-24"]),
    (
      ["20270301", "20270308", "20270315", "20270322", "20280301"],
      ["2027-03-01..22/7", "2028-03-01"]
    ),
  ])
  func `dates are grouped by year, month and time of day`(
    dates: [String], lines: [String]
  ) throws {
    #expect(try self.lines(dates, in: "Asia/Tokyo") == lines.map { $0 + " 00:00:00 UTC" })
  }

  /// Written by hand, for 1 June 2027 at 06:15 in UTC.
  @Test(arguments: [
    (
      ["090000", "093000", "100000", "101500", "103000", "110000", "113000"],
      ["2027-06-01 09,11:00,30:00 UTC", "2027-06-01 10:00,15,30:00 UTC"]
    ),
    // 06:00 has passed.
    (["063000", "070000", "073000"], ["2027-06-01 06:30:00 UTC", "2027-06-01 07:00,30:00 UTC"]),
  ])
  func `times of one day that form a product share a line`(
    times: [String], lines: [String]
  ) throws {
    let starts = times.map { "20270601T\($0)Z" }
    #expect(try self.lines(starts, now: "2027-06-01T06:15:00Z", in: "Europe/Berlin") == lines)
  }

  /// Random dates: two to six dates of some weeks, of up to a year and a half, on few weekdays, or
  /// near month ends.
  private func dates(_ generator: inout SplitMix) -> [CivilDate] {
    let first = CivilDate(uncheckedYear: 2027, month: 1, day: 2).dayNumber
    let start = first + generator.number(0...330)
    let days = Array(start..<start + generator.number(20...540))
    let weekdays = Set((0..<3).map { _ in generator.number(0...6) })
    let kind = generator.number(0...3)
    let from = days.filter { day in
      switch kind {
      case 0: weekdays.contains((day + 3).floorModulo(7))
      case 1: CivilDate(dayNumber: day).month != CivilDate(dayNumber: day + 6).month
      default: true
      }
    }
    let count = generator.number(2...6)
    return Set((0..<count).compactMap { _ in generator.pick(from) }).sorted()
      .map { CivilDate(dayNumber: $0) }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `scattered dates elapse once each, and at no other time`(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let dates = dates(&generator)
    let zone = generator.oneIn(2) ? "Asia/Tokyo" : "Europe/Berlin"
    let texts = dates.map {
      "\($0.year)" + ($0.month < 10 ? "0" : "") + "\($0.month)" + ($0.day < 10 ? "0" : "")
        + "\($0.day)"
    }
    let lines = try lines(texts, in: zone)
    let now = try TestCalendars.instant("2026-12-31T23:00:00Z")
    let clock = try TestCalendars.zone(zone)
    let expected = dates.map {
      clock.instant(of: CivilDateTime(dayNumber: $0.dayNumber, secondOfDay: 9 * 3_600))
    }
    let expressions = try lines.map { try CalendarExpression(parsing: $0) }
    let fires = CalendarExpression.elapses(
      of: expressions, in: now..<now + 10 * 366 * 86_400, localZone: .gmt,
      zone: { $0 == zone ? clock : nil })
    #expect(fires == expected, "seed \(seed): \(lines)")
    guard seed % 4 == 0 else { return }
    let elapses = try SystemdClock.elapses(
      lines, after: now, before: now + 10 * 366 * 86_400, zone: "UTC", count: 20)
    #expect(elapses == expected, "seed \(seed): \(lines)")
  }

  /// The lines for dates at 09:00, compiled on New Year's Eve 2026.
  private func lines(_ dates: [String], in zone: String) throws -> [String] {
    try lines(
      dates.map { "\(zone):\($0)T090000" }, now: "2026-12-31T15:00:00Z", in: zone)
  }

  private func lines(_ starts: [String], now: String, in zone: String) throws -> [String] {
    var event = try TestCalendars.event(start: try #require(starts.first))
    event.recurrenceDates = try starts.dropFirst().map {
      CalendarComponent.RecurrenceDate(try TestCalendars.time($0))
    }
    let options = try TestCalendars.timerOptions(now: now, zone: zone, horizon: "P3Y")
    return TimerText.lines(TimerPlan(of: [event], options))
  }
}
