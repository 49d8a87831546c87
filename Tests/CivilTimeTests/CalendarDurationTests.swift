import CivilTime
import Testing

/// Durations as text, and what they add up to.
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
    _ text: String, _ duration: CalendarDuration, _ canonical: String
  ) {
    #expect(CalendarDuration(text) == duration)
    #expect(duration.description == canonical)
    #expect(CalendarDuration(canonical) == duration)
  }

  @Test(arguments: [
    "", "P", "PT", "-", "-P", "PT15", "-PT15", "P1H", "PT1D", "P1S", "P1DT", "15M", "PT1M1H",
    "P1D1D", "PT1.5H", "P 1D", "P1D ", "--P1D", "PTT1H", "P1DT1HT1M", "PT99999999999999999999S",
  ])
  func `what is no duration is refused`(_ text: String) {
    #expect(CalendarDuration(text) == nil)
  }

  @Test func `a day over a clock change is nominal, hours are exact`() throws {
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
