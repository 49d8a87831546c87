import CivilTime
import Foundation
import SeededRandom
import Testing

/// Compares dates and weeks with Foundation and with counting.
@Suite struct CivilDateTests {
  private static let days = -25_567..<84_371

  @Test func `every day from 1900 to 2200 matches Foundation`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for day in CivilDateTests.days {
      let date = CivilDate(dayNumber: day)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday],
        from: Date(timeIntervalSince1970: Double(day) * 86_400 + 43_200))
      let isSame =
        parts.year == date.year && parts.month == date.month && parts.day == date.day
        && parts.weekday == (date.weekday.rawValue + 1) % 7 + 1
      if !isSame || date.dayNumber != day {
        Issue.record("day \(day): \(date) \(date.weekday), \(parts)")
        return
      }
    }
  }

  @Test func `consecutive dates are consecutive in all years that can be written`() throws {
    var previous = try #require(CivilDate(year: 1, month: 1, day: 1))
    for day
      in (previous.dayNumber + 1)...CivilDate(uncheckedYear: 9999, month: 12, day: 31).dayNumber
    {
      let date = CivilDate(dayNumber: day)
      let isNext =
        date.day == previous.day + 1
        ? date.month == previous.month && date.year == previous.year
        : date.day == 1
          && previous.day == CivilDate.length(ofMonth: previous.month, year: previous.year)
      if !isNext || date.dayNumber != day || date <= previous {
        Issue.record("\(date) after \(previous)")
        return
      }
      previous = date
    }
    #expect(previous.description == "9999-12-31")
  }

  @Test(arguments: [
    (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
    (0, 1, 1), (10_000, 1, 1),
  ])
  func `an invalid date is nil`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: Weekday.allCases)
  func `week years with any week start match a count of days`(_ weekStart: Weekday) {
    // Week 1 is the first with at least four days in January, whatever day it starts on.
    for year in 1_990...2_060 {
      var first = CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber - 6
      while Weekday(dayNumber: first) != weekStart
        || (first..<(first + 7)).count(where: { CivilDate(dayNumber: $0).year == year }) < 4
      {
        first += 1
      }
      let weekYear = WeekYear(year: year, weekStart: weekStart)
      #expect(weekYear.firstDayNumber == first)
      let days = weekYear.firstDayNumber..<(weekYear.firstDayNumber + 7 * weekYear.weekCount)
      #expect(
        days.upperBound == WeekYear(year: year + 1, weekStart: weekStart).firstDayNumber)
      for day in days {
        #expect(WeekYear(containing: day, weekStart: weekStart) == weekYear)
      }
    }
  }

  @Test func `years with 53 weeks are those of ISO 8601`() {
    let long = (2_000..<2_030).filter { WeekYear(year: $0, weekStart: .monday).weekCount == 53 }
    #expect(long == [2_004, 2_009, 2_015, 2_020, 2_026])
  }
}

@Suite struct InstantTests {
  @Test(arguments: [
    ("2026-01-05T08:00:00Z", 1_767_600_000), ("20260105T080000Z", 1_767_600_000),
    ("2026-01-05T08:00Z", 1_767_600_000), ("2026-01-05t08:00:00z", 1_767_600_000),
    ("2026-01-05T09:00:00+01:00", 1_767_600_000), ("2026-01-05T03:00:00-05", 1_767_600_000),
    ("2026-01-05T13:30:00+0530", 1_767_600_000), ("1970-01-01T00:00:00Z", 0),
    ("1969-12-31T23:59:59Z", -1),
  ])
  func `an instant is read with Z or an offset`(text: String, seconds: Int) {
    #expect(Instant(iso8601: text)?.secondsSince1970 == seconds)
  }

  @Test(arguments: [
    "", "2026-01-05", "2026-01-05T08:00:00", "2026-01-05T24:00:00Z", "2026-02-29T00:00:00Z",
    "2026-01-05T08:60:00Z", "2026-01-05T08:00:60Z", "2026-01-05T08:00:00.5Z",
    "2026-01-05 08:00:00Z", "2026-01-05T08:00:00ZZ", "2026-01-05T08:00:00+25:00", "T080000Z",
    "2026-01-05T08:00:00+1", "２026-01-05T08:00:00Z",
  ])
  func `an invalid instant is rejected`(_ text: String) {
    #expect(Instant(iso8601: text) == nil)
  }

  @Test func `an instant is written in both formats and read again`() {
    let seed: UInt64 = 11
    var random = SplitMix(seed: seed)
    for _ in 0..<2_000 {
      let instant = Instant(
        secondsSince1970: Int.random(in: -62_000_000_000...250_000_000_000, using: &random))
      #expect(Instant(iso8601: instant.description) == instant, "seed \(seed): \(instant)")
      #expect(Instant(iso8601: instant.basicFormat) == instant, "seed \(seed): \(instant)")
    }
  }
}

@Suite struct TimeOfDayTests {
  @Test(arguments: [
    (0, 0, 0, "00:00"), (9, 0, 0, "09:00"), (9, 5, 7, "09:05:07"), (23, 59, 59, "23:59:59"),
  ])
  func `a time is written with hours and minutes, and with seconds unless they are zero`(
    hour: Int, minute: Int, second: Int, text: String
  ) throws {
    let time = try #require(TimeOfDay(hour: hour, minute: minute, second: second))
    #expect(time.description == text)
    #expect((time.hour, time.minute, time.second) == (hour, minute, second))
    #expect(time.extendedFormat.hasPrefix(text))
    #expect(TimeOfDay(text) == time)
    #expect(TimeOfDay(time.extendedFormat) == time)
    #expect(time.basicFormat == time.extendedFormat.filter { $0 != ":" })
  }

  @Test(arguments: [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1)])
  func `an invalid time of day is nil`(hour: Int, minute: Int, second: Int) {
    #expect(TimeOfDay(hour: hour, minute: minute, second: second) == nil)
  }

  @Test(arguments: [
    "", ":00", "009:00", "9", "09", "09:0", "9:0", "09:00:", "24:00", "+9:00", "09:00:00:00",
    "٠٩:٠٠",
  ])
  func `a time of day with too few or too many digits is rejected`(_ text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test func `an hour may have one digit, but not in a document`() throws {
    #expect(TimeOfDay("9:00") == TimeOfDay(hour: 9))
    #expect(TimeOfDay("0:05:07") == TimeOfDay(hour: 0, minute: 5, second: 7))
    for text in ["9:00", "0:05:07"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([TimeOfDay].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }

  @Test func `times of a day ascend from midnight to its last second`() throws {
    let nine = try #require(TimeOfDay(hour: 9))
    #expect([nine, .lastSecond, .midnight].sorted() == [.midnight, nine, .lastSecond])
  }
}

@Suite struct CalendarDurationTests {
  @Test(arguments: [
    ("P1D", CalendarDuration(days: 1), "P1D"), ("PT15M", CalendarDuration(seconds: 900), "PT15M"),
    ("-PT15M", CalendarDuration(seconds: -900), "-PT15M"),
    ("+P1W", CalendarDuration(days: 7), "P7D"),
    ("P1DT2H3M4S", CalendarDuration(days: 1, seconds: 7_384), "P1DT2H3M4S"),
    ("P15DT5H0M20S", CalendarDuration(days: 15, seconds: 18_020), "P15DT5H20S"),
    ("P1Y6M", CalendarDuration(months: 18), "P1Y6M"), ("PT0S", .zero, "PT0S"),
    ("P0D", .zero, "PT0S"), ("pt90m", CalendarDuration(seconds: 5_400), "PT1H30M"),
    ("-P2W", CalendarDuration(days: -14), "-P14D"),
  ])
  func `a duration is read and written`(
    text: String, duration: CalendarDuration, canonical: String
  ) {
    #expect(CalendarDuration(text) == duration)
    #expect(duration.description == canonical)
    #expect(CalendarDuration(canonical) == duration)
  }

  @Test(arguments: [
    "", "P", "PT", "-", "-P", "PT15", "-PT15", "P1H", "PT1D", "P1S", "P1DT", "15M", "PT1M1H",
    "P1D1D", "PT1.5H", "P 1D", "P1D ", "--P1D", "PTT1H", "P1DT1HT1M", "PT99999999999999999999S",
  ])
  func `an invalid duration is rejected`(_ text: String) {
    #expect(CalendarDuration(text) == nil)
  }

  @Test func `a day across a clock change is nominal, and hours are exact`() throws {
    let zone = try #require(ZoneDatabase().zone(named: "Europe/Berlin"))
    let start = try #require(Instant(iso8601: "2026-03-28T12:00:00+01:00"))
    #expect(CalendarDuration(days: 1).end(from: start, in: zone) - start == 23 * 3_600)
    #expect(CalendarDuration(seconds: 86_400).end(from: start, in: zone) - start == 24 * 3_600)
  }

  @Test func `a month from the 31st ends on the shorter month's last day`() throws {
    let start = try #require(Instant(iso8601: "2026-01-31T09:00:00Z"))
    #expect(
      CalendarDuration(months: 1).end(from: start, in: .gmt).description == "2026-02-28T09:00:00Z")
    #expect(
      CalendarDuration(months: -2).end(from: start, in: .gmt).description == "2025-11-30T09:00:00Z")
  }
}
