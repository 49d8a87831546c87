import CivilTime
import ICalendar
import Testing

/// The examples of RFC 5545, 3.8.5.3 in America/New_York, with the dates that it prints.
@Suite struct RFCExampleTests {
  /// A rule and its days; "…" at the end where the RFC ends its list with dots.
  struct Row: CustomTestStringConvertible, Sendable {
    let start: String
    let rule: String
    let days: String
    var isOpen: Bool { days.hasSuffix("…") }
    var testDescription: String { rule }

    init(_ rule: String, from start: String = "1997-09-02", is days: String) {
      (self.start, self.rule, self.days) = ("\(start)T09:00:00", rule, days)
    }
  }

  @Test(arguments: RFCExampleTests.daysAndWeeks + RFCExampleTests.monthsAndYears)
  func `an example gives the days that the RFC prints`(_ row: Row) throws {
    let zone = try #require(ZoneDatabase().zone(named: "America/New_York"))
    let start = try #require(CivilDateTime(iso8601: row.start))
    let expected = try DayList.times(row.days.replacing("…", with: ""), at: start)
    let end = try #require(CivilDateTime(iso8601: "2010-01-01T00:00:00"))
    let found = RuleExpansion(
      try RecurrenceRule(row.rule), start: start, isDate: false, zone: zone
    ).civilTimes(in: start..<end, limit: row.isOpen ? expected.count : 1_000)
    #expect(found == expected)
  }

  @Test(arguments: [
    // The RFC prints 17:00 UTC and expects 15:00 in New York; its erratum makes it 21:00 UTC.
    ("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z", ["09:00", "12:00", "15:00"]),
    (
      "FREQ=MINUTELY;INTERVAL=15;COUNT=6", ["09:00", "09:15", "09:30", "09:45", "10:00", "10:15"]
    ),
    ("FREQ=MINUTELY;INTERVAL=90;COUNT=4", ["09:00", "10:30", "12:00", "13:30"]),
  ])
  func `an example gives the times that the RFC prints`(
    _ rule: String, _ times: [String]
  ) throws {
    let zone = try #require(ZoneDatabase().zone(named: "America/New_York"))
    let start = try #require(CivilDateTime(iso8601: "1997-09-02T09:00:00"))
    let found = RuleExpansion(try RecurrenceRule(rule), start: start, isDate: false, zone: zone)
      .civilTimes(in: start..<(start + 86_400 * 30), limit: 100)
    #expect(found.map(\.description) == times.map { "1997-09-02T\($0):00" })
  }

  @Test(arguments: [
    "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
    "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
  ])
  func `every twenty minutes from nine to 16:40 on every day`(_ rule: String) throws {
    let start = try #require(CivilDateTime(iso8601: "1997-09-02T09:00:00"))
    let found = RuleExpansion(try RecurrenceRule(rule), start: start, isDate: false, zone: .gmt)
      .civilTimes(in: start..<(start + 86_400 * 3), limit: 1_000)
    let expected = [2, 3, 4].flatMap { day in
      (9...16).flatMap { hour in
        [0, 20, 40].map { "1997-09-0\(day)T\(hour.padded(to: 2)):\($0.padded(to: 2)):00" }
      }
    }
    #expect(found.map(\.description) == expected)
  }

  @Test func `times on the Sundays of January of every other year`() throws {
    // RFC 5545, 3.3.10, the example of evaluation order.
    let rule = try RecurrenceRule(
      "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYDAY=SU;BYHOUR=8,9;BYMINUTE=30")
    let start = try #require(CivilDateTime(iso8601: "1997-01-05T08:30:00"))
    let found = RuleExpansion(rule, start: start, isDate: false, zone: .gmt)
      .civilTimes(in: start..<(start + 86_400 * 1_000), limit: 10)
    let days = ["1997-01-05", "1997-01-12", "1997-01-19", "1997-01-26", "1999-01-03"]
    #expect(found.map(\.description) == days.flatMap { ["\($0)T08:30:00", "\($0)T09:30:00"] })
  }
}
