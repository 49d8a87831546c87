import CivilTime
import SystemdTimers
import Testing

/// The expected values are the output of `systemd-analyze calendar` in systemd 252.
@Suite struct NormalFormTests {
  @Test(arguments: [
    ("Fri,Mon", "Mon,Fri *-*-* 00:00:00"),
    ("mon..thu,sat-sun", "Mon..Thu,Sat,Sun *-*-* 00:00:00"),
    ("Tuesday", "Tue *-*-* 00:00:00"),
    ("daily", "*-*-* 00:00:00"),
    ("WEEKLY", "Mon *-*-* 00:00:00"),
    ("quarterly", "*-01,04,07,10-01 00:00:00"),
    ("semi-annually UTC", "*-01,07-01 00:00:00 UTC"),
    ("minutely Europe/Berlin", "*-*-* *:*:00 Europe/Berlin"),
    ("9:5", "*-*-* 09:05:00"),
    ("*:0/15", "*-*-* *:00/15:00"),
    ("7..9,18:30:15", "*-*-* 07..09,18:30:15"),
    ("26-7-4 6:00", "2026-07-04 06:00:00"),
    ("69-1-1", "2069-01-01 00:00:00"),
    ("70-1-1", "1970-01-01 00:00:00"),
    ("2-29", "*-02-29 00:00:00"),
    ("*~1", "*-*~01 00:00:00"),
    ("Mon *-*-8..14 9:00", "Mon *-*-08..14 09:00:00"),
    ("Fri *-*~07/1 17:30", "Fri *-*~07/1 17:30:00"),
    ("*-1,3,2,3-*", "*-01,02,03-* 00:00:00"),
    ("*-*-1..31/7", "*-*-01..29/7 00:00:00"),
    ("*:10..12/5", "*-*-* *:10:00"),
    ("*:*:*", "*-*-* *:*:*"),
    ("*:*:0/1,30", "*-*-* *:*:*"),
    ("*-*-* 0:0:0..59/20", "*-*-* 00:00:00..40/20"),
    ("@1774744200", "2026-03-29 00:30:00 UTC"),
    ("@0 Europe/Berlin", "1970-01-01 00:00:00 UTC"),
    ("2026-03-29 00:30 utc", "2026-03-29 00:30:00 UTC"),
    ("Mon  *-*-01  08:00 UTC", "Mon *-*-01 08:00:00 UTC"),
    ("Mon,", "Mon *-*-* 00:00:00"),
    (
      "Sun 2026..2028-12-24 18:00 America/New_York",
      "Sun 2026..2028-12-24 18:00:00 America/New_York"
    ),
    ("*-*~3,25", "*-*~03,25 00:00:00"),
    ("08:00:00.0000004", "*-*-* 08:00:00"),
  ])
  func `an expression has systemd's normal form, which is stable`(text: String, normal: String)
    throws
  {
    let expression = try CalendarExpression(parsing: text)
    #expect(expression.description == normal)
    #expect(try CalendarExpression(parsing: normal) == expression)
  }

  @Test(arguments: [
    "", "Mon..", "Sun..Tue", "Mon#2", "Montag", "*-*-32", "*-13-*", "*/5:00", "24:00", "08:60",
    "08:00:60", "*-*~29", "*~3,26", "*~5/5", "*-*~14..8", "00:00/60", "20/4:00", "8",
    "2026-01-01T08:00", "08:00Z", "08:00+02:00", "2200-01-01", "1969-12-31", "1,*:00", "05..03:00",
    "*:*:05..05", " daily", "daily ", "08:00 # x", "08:00  UTC", "*:0/0", "2026-1-1 8:00 ../etc",
    "08:00\n", "08:00 UTC\nExecStart=/bin/true", "08:00 %H", "Mon Tue",
  ])
  func `an expression that systemd rejects is rejected`(_ text: String) {
    #expect(throws: CalendarExpressionError.self) { try CalendarExpression(parsing: text) }
  }

  @Test func `a fraction of a second is rejected`() {
    #expect(throws: CalendarExpressionError.self) {
      try CalendarExpression(parsing: "08:00:15.5")
    }
  }

  @Test func `a component has at most 241 elements`() throws {
    let elements = Array(repeating: "1", count: 242)
    #expect(throws: CalendarExpressionError.self) {
      try CalendarExpression(parsing: elements.joined(separator: ",") + ":00")
    }
    let most = try CalendarExpression(parsing: elements.dropLast().joined(separator: ",") + ":00")
    #expect(most.description == "*-*-* 01:00:00")
  }

  @Test(arguments: ["Europe/Ber\nlin", "../etc/passwd", "/etc", "", "a//b", "%H", "Zürich"])
  func `a zone's name cannot add to a line or a path`(_ name: String) {
    #expect(throws: CalendarExpressionError.self) {
      try CalendarExpression(zone: .named(name))
    }
  }
}

@Suite struct CalendarExpressionTests {
  @Test func `an instant is a line in UTC`() throws {
    let instant = try #require(Instant(iso8601: "2026-03-29T00:30:00Z"))
    #expect(CalendarExpression(at: instant)?.description == "2026-03-29 00:30:00 UTC")
    #expect(CalendarExpression(at: Instant(secondsSince1970: 7_258_118_400)) == nil)
    #expect(CalendarExpression(at: Instant(secondsSince1970: -1)) == nil)
  }

  @Test func `sets of values are written with few elements`() throws {
    let expression = try CalendarExpression(
      weekdays: WeekdaySet.every.subtracting([WeekdaySet(.saturday), WeekdaySet(.sunday)]),
      years: ExpressionComponent(2026...2028, of: .year),
      months: ExpressionComponent([6, 3, 9, 12], of: .month),
      days: ExpressionComponent([1, 2, 3, 15], of: .day), hours: 9,
      zone: .named("Europe/Berlin"))
    #expect(
      expression.description == "Mon..Fri 2026..2028-03..12/3-01..03,15 09:00:00 Europe/Berlin")
  }
}
