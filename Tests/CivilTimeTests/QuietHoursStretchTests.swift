import CivilTime
import Testing

/// Quiet hours as ranges of instants, computed by hand, around clock changes.
@Suite struct QuietHoursStretchTests {
  private static let zones = ZoneDatabase()

  @Test(arguments: [
    // A winter night in Berlin: the first second is 22:00, and 07:00 is excluded.
    ("22:00-07:00", "2028-01-10T20:59:59Z", nil),
    ("22:00-07:00", "2028-01-10T21:00:00Z", "2028-01-11T06:00:00Z"),
    ("22:00-07:00", "2028-01-11T05:59:59Z", "2028-01-11T06:00:00Z"),
    ("22:00-07:00", "2028-01-11T06:00:00Z", nil),
    // Quiet hours within a day.
    ("13:00-14:00", "2028-01-10T12:30:00Z", "2028-01-10T13:00:00Z"),
    ("13:00-14:00", "2028-01-10T13:30:00Z", nil),
    // The night of 26 March is an hour shorter: 07:00 is 05:00Z.
    ("22:00-07:00", "2028-03-25T22:00:00Z", "2028-03-26T05:00:00Z"),
    // An end in the gap, 02:30, becomes 03:30, both for instants before and after the gap.
    ("22:00-02:30", "2028-03-26T00:30:00Z", "2028-03-26T01:30:00Z"),
    ("22:00-02:30", "2028-03-26T01:10:00Z", "2028-03-26T01:30:00Z"),
    ("22:00-02:30", "2028-03-26T01:30:00Z", nil),
    // The same for a start in the gap.
    ("02:30-05:00", "2028-03-26T01:10:00Z", nil),
    ("02:30-05:00", "2028-03-26T01:30:00Z", "2028-03-26T03:00:00Z"),
    ("02:10-02:40", "2028-03-26T01:15:00Z", "2028-03-26T01:40:00Z"),
    // From 03:30 to 03:10 is empty.
    ("02:30-03:10", "2028-03-26T01:05:00Z", nil), ("02:30-03:10", "2028-03-26T01:35:00Z", nil),
    // On 29 October the clock shows 02:00 to 03:00 twice: from 00:00Z, and from 01:00Z.
    ("02:15-02:45", "2028-10-29T00:20:00Z", "2028-10-29T00:45:00Z"),
    ("02:15-02:45", "2028-10-29T01:20:00Z", nil),
    ("02:30-07:00", "2028-10-29T00:29:59Z", nil),
    ("02:30-07:00", "2028-10-29T00:30:00Z", "2028-10-29T06:00:00Z"),
    // Quiet hours that have begun continue, although the clock shows 02:10 again.
    ("02:30-07:00", "2028-10-29T01:10:00Z", "2028-10-29T06:00:00Z"),
    ("22:00-02:30", "2028-10-29T00:10:00Z", "2028-10-29T00:30:00Z"),
    // Quiet hours that have ended don't begin again.
    ("22:00-02:30", "2028-10-29T01:10:00Z", nil),
  ])
  func `quiet hours are one range of each day, across clock changes`(
    hours: String, instant: String, end: String?
  ) throws {
    let berlin = try #require(Self.zones.zone(named: "Europe/Berlin"))
    let quiet = try #require(QuietHours(hours))
    let found = quiet.endOfStretch(around: try #require(Instant(iso8601: instant)), in: berlin)
    #expect(found?.description == end)
  }

  @Test func `a night before a day that a zone skips ends on the day after`() throws {
    // Apia changed from 2011-12-29 24:00, ten hours behind UTC, to 2011-12-31 00:00.
    let apia = try #require(Self.zones.zone(named: "Pacific/Apia"))
    let quiet = try #require(QuietHours("22:00-07:00"))
    let night = try #require(Instant(iso8601: "2011-12-30T09:00:00Z"))
    #expect(quiet.endOfStretch(around: night, in: apia)?.description == "2011-12-30T17:00:00Z")
  }
}
