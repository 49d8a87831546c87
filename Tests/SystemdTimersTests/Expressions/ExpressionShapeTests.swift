import CivilTime
import SystemdTimers
import Testing

/// The shapes that reminders are made of, as systemd writes them.
@Suite struct ExpressionShapeTests {
  @Test func `an instant is a line in UTC`() throws {
    let instant = try #require(Instant(iso8601: "2026-03-29T00:30:00Z"))
    #expect(CalendarExpression(at: instant)?.description == "2026-03-29 00:30:00 UTC")
    #expect(CalendarExpression(at: Instant(secondsSince1970: 7_258_118_400)) == nil)
    #expect(CalendarExpression(at: Instant(secondsSince1970: -1)) == nil)
  }

  @Test func `weekdays come at a time of day`() {
    let weekdays = WeekdaySet([.friday, .monday, .tuesday, .wednesday, .thursday])
    let expression = CalendarExpression(weekdays: weekdays, secondOfDay: 32_400, zone: .local)
    #expect(expression?.description == "Mon..Fri *-*-* 09:00:00")
  }

  @Test(arguments: [
    (1, "Mon *-*-01..07 09:00:00 UTC"), (2, "Mon *-*-08..14 09:00:00 UTC"),
    (5, "Mon *-*-29..31 09:00:00 UTC"), (-1, "Mon *-*~07/1 09:00:00 UTC"),
    (-2, "Mon *-*~08..14 09:00:00 UTC"), (-4, "Mon *-*~22..28 09:00:00 UTC"),
  ])
  func `the nth weekday is a window of seven days`(_ ordinal: Int, _ text: String) {
    let expression = CalendarExpression(
      ordinal: ordinal, weekday: .monday, secondOfDay: 32_400, zone: .utc)
    #expect(expression?.description == text)
  }

  @Test func `a weekday that systemd cannot count is none`() {
    for ordinal in [0, 6, -5] {
      #expect(
        CalendarExpression(ordinal: ordinal, weekday: .monday, secondOfDay: 0, zone: .utc) == nil)
    }
  }

  @Test func `days count from one end of the month only`() {
    let zone = ExpressionZone.named("Europe/Berlin")
    let last = CalendarExpression(days: [-1], secondOfDay: 0, zone: zone)
    #expect(last?.description == "*-*~01 00:00:00 Europe/Berlin")
    let some = CalendarExpression(
      years: .range(2026...2028), months: ExpressionComponent([6, 3, 9, 12], of: .month),
      days: [1, 2, 3, 15], secondOfDay: 61, zone: zone)
    #expect(some?.description == "2026..2028-03..12/3-01..03,15 00:01:01 Europe/Berlin")
    #expect(CalendarExpression(days: [1, -1], secondOfDay: 0, zone: zone) == nil)
    #expect(CalendarExpression(days: [-29], secondOfDay: 0, zone: zone) == nil)
  }

  @Test func `years can be written out afterwards`() throws {
    let expression = try CalendarExpression(parsing: "Mon *-*-* 09:00 UTC")
    #expect(
      expression.limited(to: .range(2026...2027))?.description == "Mon 2026..2027-*-* 09:00:00 UTC")
    #expect(expression.limited(to: 2200) == nil)
  }

  @Test func `a set of every value is a star`() {
    #expect(ExpressionComponent(0...23, of: .hour) == .every)
    #expect(ExpressionComponent([5, 7, 5], of: .hour).elements.count == 2)
  }
}
