import CivilTime
import SystemdTimers
import Testing

/// Expressions that are made of values, as systemd writes them.
@Suite struct CalendarExpressionTests {
  @Test func `an instant is a line in UTC`() throws {
    let instant = try #require(Instant(iso8601: "2026-03-29T00:30:00Z"))
    #expect(CalendarExpression(at: instant)?.description == "2026-03-29 00:30:00 UTC")
    #expect(CalendarExpression(at: Instant(secondsSince1970: 7_258_118_400)) == nil)
    #expect(CalendarExpression(at: Instant(secondsSince1970: -1)) == nil)
  }

  @Test func `sets of values are written in few elements`() throws {
    let expression = try CalendarExpression(
      weekdays: WeekdaySet.every.subtracting([WeekdaySet(.saturday), WeekdaySet(.sunday)]),
      years: .range(2026...2028), months: ExpressionComponent([6, 3, 9, 12], of: .month),
      days: ExpressionComponent([1, 2, 3, 15], of: .day), hours: 9,
      zone: .named("Europe/Berlin"))
    #expect(
      expression.description == "Mon..Fri 2026..2028-03..12/3-01..03,15 09:00:00 Europe/Berlin")
  }

  @Test func `a set of every value is a star`() {
    #expect(ExpressionComponent(0...23, of: .hour) == .every)
    #expect(ExpressionComponent([5, 7, 5], of: .hour).elements.count == 2)
  }
}
