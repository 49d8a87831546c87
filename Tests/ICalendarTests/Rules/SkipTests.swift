import CivilTime
import ICalendar
import Testing

/// SKIP: how a day that its month lacks is replaced (RFC 7529, 4.1).
@Suite struct SkipTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let rule: String
    let start: String
    let days: String
    var testDescription: String { rule }

    init(_ rule: String, from start: String, is days: String) {
      (self.rule, self.start, self.days) = (rule, start, days)
    }
  }

  @Test(arguments: [
    // The RFC's examples: a birthday on 29 February, and the last day of each month from January.
    Row("FREQ=YEARLY", from: "2012-02-29", is: "2012-02 29; 2016-02 29; 2020-02 29; 2024-02 29"),
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", from: "2012-02-29",
      is: "2012-02 29; 2013-03 1; 2014-03 1; 2015-03 1; 2016-02 29; 2017-03 1"),
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD", from: "2012-02-29",
      is: "2012-02 29; 2013-02 28; 2014-02 28; 2015-02 28; 2016-02 29; 2017-02 28"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT;COUNT=4", from: "2014-01-31",
      is: "2014-01 31; 2014-03 31; 2014-05 31; 2014-07 31"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4", from: "2014-01-31",
      is: "2014-01 31; 2014-02 28; 2014-03 31; 2014-04 30"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;COUNT=4", from: "2014-01-31",
      is: "2014-01 31; 2014-03 1 31; 2014-05 1"),
    // A day moved forward still belongs to the interval that lacks it.
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=2;SKIP=FORWARD", from: "2014-01-31",
      is: "2014-01 31; 2014-03 31; 2014-05 31; 2014-07 31; 2014-10 1; 2014-12 1; 2015-01 31"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;SKIP=FORWARD", from: "2014-01-31",
      is: "2014-01 31; 2014-05 1; 2014-07 31; 2014-10 31; 2015-01 31; 2015-05 1"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;SKIP=BACKWARD", from: "2014-01-31",
      is: "2014-01 31; 2014-04 30; 2014-07 31; 2014-10 31; 2015-01 31"),
    // Days that move to the same day are merged.
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD", from: "2015-01-30",
      is: "2015-01 30 31; 2015-02 28; 2015-03 30 31; 2015-04 30; 2015-05 30 31"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=29,30,31;SKIP=FORWARD", from: "2015-01-29",
      is: "2015-01 29 30 31; 2015-03 1 29 30 31; 2015-04 29 30; 2015-05 1 29 30 31"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,31;SKIP=FORWARD", from: "2015-01-01",
      is: "2015-01 1 31; 2015-02 1; 2015-03 1 31; 2015-04 1; 2015-05 1 31"),
    // BYMONTH names the month that lacks the day.
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;SKIP=FORWARD", from: "2015-03-01",
      is: "2015-03 1; 2015-05 1; 2016-03 1; 2016-05 1"),
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31;SKIP=FORWARD", from: "2015-12-31",
      is: "2015-12 31; 2016-12 31"),
    // Days counted from the end: the expected values are from libical's icalrecur_test_rscale.txt.
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=FORWARD;COUNT=12", from: "2015-01-01",
      is: "2015-01 1; 2015-02 1; 2015-03 1; 2015-04 1; 2015-05 1; 2015-06 1; 2015-07 1; "
        + "2015-08 1; 2015-09 1; 2015-10 1; 2015-11 1; 2015-12 1"),
    Row(
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD;COUNT=12", from: "2015-01-01",
      is: "2015-01 1 31; 2015-03 1 31; 2015-05 1 31; 2015-07 1; 2015-08 1 31; 2015-10 1 31; "
        + "2015-12 1"),
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;SKIP=FORWARD;COUNT=6",
      from: "2015-02-28",
      is: "2015-02 28; 2015-03 1; 2016-02 28 29; 2017-02 28; 2017-03 1"),
    // A day of the year that a common year lacks: the expected values of libical and of lib-recur's
    // RScaleTest agree.
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD;COUNT=9", from: "2012-12-31",
      is: "2012-12 31; 2014-01 1; 2015-01 1; 2016-01 1; 2016-12 31; 2018-01 1; 2019-01 1; "
        + "2020-01 1; 2020-12 31"),
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD;COUNT=9", from: "2012-12-31",
      is: "2012-12 31; 2013-12 31; 2014-12 31; 2015-12 31; 2016-12 31; 2017-12 31; 2018-12 31; "
        + "2019-12 31; 2020-12 31"),
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=-366;SKIP=FORWARD;COUNT=9", from: "2012-01-01",
      is: "2012-01 1; 2013-01 1; 2014-01 1; 2015-01 1; 2016-01 1; 2017-01 1; 2018-01 1; "
        + "2019-01 1; 2020-01 1"),
    Row(
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=-366;SKIP=BACKWARD;COUNT=9", from: "2012-01-01",
      is: "2012-01 1; 2012-12 31; 2013-12 31; 2014-12 31; 2016-01 1; 2016-12 31; 2017-12 31; "
        + "2018-12 31; 2020-01 1"),
    // BYMONTHDAY only limits the days at DAILY, so SKIP doesn't apply.
    Row(
      "RSCALE=GREGORIAN;FREQ=DAILY;BYMONTHDAY=31;SKIP=FORWARD", from: "2026-01-31",
      is: "2026-01 31; 2026-03 31; 2026-05 31"),
    Row(
      "RSCALE=GREGORIAN;FREQ=DAILY;BYMONTHDAY=31;SKIP=BACKWARD", from: "2026-01-31",
      is: "2026-01 31; 2026-03 31; 2026-05 31"),
  ])
  func `a day that its month lacks is left out or moved`(_ row: Row) throws {
    let start = try #require(CivilDateTime(iso8601: "\(row.start)T00:00:00"))
    let expected = try DayList.times(row.days, at: start)
    let rule = try RecurrenceRule(row.rule)
    let expansion = RuleExpansion(rule, start: start, isDate: true, zone: .gmt)
    let end = start + 86_400 * 366 * 30
    #expect(expansion.civilTimes(in: start..<end, limit: expected.count) == expected)
    // A search that starts later finds the same.
    let tail = expansion.civilTimes(
      in: (try #require(expected.last))..<end, limit: 1)
    #expect(rule.count != nil || tail == expected.suffix(1))
  }

  /// A day moved back is before the interval that lacks it; a search that ends between the two must
  /// find it.
  @Test func `a day moved back is found by a search that ends before its month`() throws {
    let rule = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=-31;RSCALE=GREGORIAN;SKIP=BACKWARD")
    let start = try #require(CivilDateTime(iso8601: "2015-01-01T09:00:00"))
    let expansion = RuleExpansion(rule, start: start, isDate: false, zone: .gmt)
    let moved = try #require(CivilDateTime(iso8601: "2015-01-31T09:00:00"))
    let february = try #require(CivilDateTime(iso8601: "2015-02-01T00:00:00"))
    #expect(expansion.civilTimes(in: start..<february, limit: 9) == [start, moved])
    #expect(expansion.civilTimes(in: moved..<february, limit: 9) == [moved])
  }
}
