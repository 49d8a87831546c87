import CivilTime
import ICalendar
import Testing

/// What libical 3.0.16 gets wrong, class by class: a test that fails here tells that it was fixed,
/// and that the class can move into the fence of what is compared.
///
/// The right answer beside each is the RFC's, worked out by hand.
@Suite(.serialized) struct LibicalFaultTests {
  /// Expects the product to give the right times and libical to give others, or to refuse the rule.
  private func expectFault(
    _ rule: String, from start: String, right times: [String]
  ) throws {
    let civil = try #require(CivilDateTime(iso8601: start))
    let found = try LibicalRule.expected(rule, from: civil, times.count)
    #expect(found == times, "\(rule)")
    #expect(LibicalRule(rule, from: civil).times(times.count) != times, "libical is right: \(rule)")
  }

  @Test func `negative BYYEARDAY never matches at HOURLY`() throws {
    try expectFault(
      "FREQ=HOURLY;INTERVAL=12;BYYEARDAY=-1", from: "2026-12-30T08:00:00",
      right: ["20261231T080000", "20261231T200000", "20271231T080000"])
  }

  @Test(arguments: ["FREQ=DAILY;BYMONTHDAY=-1", "FREQ=HOURLY;INTERVAL=24;BYMONTHDAY=-1"])
  func `negative BYMONTHDAY never matches at DAILY and finer`(_ rule: String) throws {
    try expectFault(
      rule, from: "2026-01-05T08:00:00",
      right: ["20260131T080000", "20260228T080000", "20260331T080000"])
  }

  @Test func `BYSETPOS is ignored at WEEKLY`() throws {
    try expectFault(
      "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", from: "2026-01-05T08:00:00",
      right: ["20260107T080000", "20260114T080000"])
  }

  @Test func `BYSETPOS is ignored at DAILY`() throws {
    try expectFault(
      "FREQ=DAILY;BYHOUR=8,9,10;BYSETPOS=-1", from: "2026-01-05T08:00:00",
      right: ["20260105T100000", "20260106T100000"])
  }

  @Test func `BYSETPOS is ignored at HOURLY`() throws {
    try expectFault(
      "FREQ=HOURLY;BYMINUTE=0,20,40;BYSETPOS=-1", from: "2026-01-05T08:00:00",
      right: ["20260105T084000", "20260105T094000"])
  }

  @Test func `BYSETPOS counts days at MONTHLY, not times`() throws {
    try expectFault(
      "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=8,9;BYSETPOS=-1", from: "2026-01-01T08:00:00",
      right: ["20260101T090000", "20260201T090000"])
  }

  @Test func `BYWEEKNO loses week 1 where it begins in December`() throws {
    // Week 1 of 2026 begins on Monday 29 December 2025, that of 2027 on 4 January.
    try expectFault(
      "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", from: "2025-12-29T08:00:00",
      right: ["20251229T080000", "20270104T080000"])
  }

  @Test func `INTERVAL has 16 bits`() throws {
    try expectFault(
      "FREQ=SECONDLY;INTERVAL=86400", from: "2026-01-05T08:00:00",
      right: ["20260105T080000", "20260106T080000"])
    // 65,537 days are 179 years, of which 43 are leap years, and 159 days.
    try expectFault(
      "FREQ=DAILY;INTERVAL=65537", from: "2026-01-05T08:00:00",
      right: ["20260105T080000", "22050613T080000"])
  }

  @Test func `INTERVAL is lost beside BYHOUR at HOURLY`() throws {
    // Every five hours from 08:00: 13, 18, 23, 4, 9, 14, 19, 0, 5, 10, 15, 20 on the 7th.
    try expectFault(
      "FREQ=HOURLY;INTERVAL=5;BYHOUR=8,20", from: "2026-01-05T08:00:00",
      right: ["20260105T080000", "20260107T200000", "20260110T080000"])
  }

  @Test func `INTERVAL is lost beside BYMINUTE at MINUTELY`() throws {
    // Multiples of seven that are 0 or 10 past the hour: 0, 70, 420, 490 minutes.
    try expectFault(
      "FREQ=MINUTELY;INTERVAL=7;BYMINUTE=0,10", from: "2026-01-05T08:00:00",
      right: ["20260105T080000", "20260105T091000", "20260105T150000", "20260105T161000"])
  }

  @Test func `INTERVAL is lost beside BYSECOND at SECONDLY`() throws {
    try expectFault(
      "FREQ=SECONDLY;INTERVAL=7;BYSECOND=0,10", from: "2026-01-05T08:00:00",
      right: ["20260105T080000", "20260105T080110", "20260105T080700", "20260105T080810"])
  }

  @Test(arguments: [
    ("FREQ=HOURLY;BYHOUR=10,20", ["20260105T100000", "20260105T200000"]),
    ("FREQ=MINUTELY;BYMINUTE=10,20", ["20260105T081000", "20260105T082000"]),
    ("FREQ=SECONDLY;BYSECOND=10,20", ["20260105T080010", "20260105T080020"]),
  ])
  func `a filter of the frequency's own unit loses the first time after DTSTART`(
    _ rule: String, _ times: [String]
  ) throws {
    try expectFault(rule, from: "2026-01-05T08:00:00", right: times)
  }

  @Test func `INTERVAL at WEEKLY can lose the rest of DTSTART's week`() throws {
    // Friday 2 January 2026 lies in the week from Thursday the 1st to Wednesday the 7th.
    try expectFault(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;WKST=TH", from: "2026-01-02T08:00:00",
      right: ["20260107T080000", "20260121T080000"])
    // Tuesday 6 January lies in the week that ends with Sunday the 11th.
    try expectFault(
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", from: "2026-01-06T08:00:00",
      right: ["20260111T080000", "20260125T080000"])
  }

  @Test func `BYMONTHDAY at YEARLY stays in DTSTART's month`() throws {
    try expectFault(
      "FREQ=YEARLY;BYMONTHDAY=5", from: "2026-01-05T08:00:00",
      right: ["20260105T080000", "20260205T080000"])
  }

  @Test(arguments: [
    "FREQ=YEARLY;BYMONTH=1;BYYEARDAY=5", "FREQ=YEARLY;BYYEARDAY=5;BYMONTHDAY=5",
    "FREQ=YEARLY;BYWEEKNO=1,2;BYYEARDAY=5", "FREQ=YEARLY;BYWEEKNO=1,2;BYMONTHDAY=5;BYMONTH=1",
  ])
  func `parts that limit each other at YEARLY are refused`(_ rule: String) throws {
    let start = try #require(CivilDateTime(iso8601: "2026-01-05T08:00:00"))
    #expect(LibicalRule(rule, from: start).times(1) == nil)
    #expect(try LibicalRule.expected(rule, from: start, 1) == ["20260105T080000"])
  }
}
