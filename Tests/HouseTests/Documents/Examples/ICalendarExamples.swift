import CivilTime
import ICalendar
import ReminderCompiler
import Testing

/// The examples of calendars as values.
@Suite(.printsAll) struct ICalendarExamples: Example {
  @Test func alarm() throws {
    // A quarter of an hour before the start, and twice again, five minutes apart.
    let alarm = Alarm(
      .relative(CalendarDuration("-PT15M")!, to: .start), repeatCount: 2,
      repeatInterval: CalendarDuration("PT5M")!)
    print(alarm.action, alarm.repeatCount)  // display 2
  }

  @Test func calendarComponent() throws {
    let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
    let due = CalendarTime(CivilDateTime(iso8601: "2028-05-31T18:00")!, reference: .zone(berlin))
    var taxes = CalendarComponent(.toDo, uid: "taxes@example.org")
    taxes.title = "File the taxes"
    taxes.extent = .until(due)
    taxes.alarms = [Alarm(.relative(CalendarDuration("-P1D")!, to: .end))]
    print(taxes.kind.rawValue, due)  // VTODO Europe/Berlin:20280531T180000
  }

  @Test func calendarUser() {
    let invited = CalendarUser("ann@example.org", name: "Ann", participation: "declined")
    print(invited.address, invited.participation)  // ann@example.org DECLINED
  }

  @Test func calendarDocument() throws {
    var document = CalendarDocument(file: "taxes.ics")
    document.components = [CalendarComponent(.toDo, uid: "taxes@example.org")]
    print(document.components.count, document.diagnostics.isEmpty)  // 1 true
  }

  @Test func calendarTime() throws {
    let morning = CivilDateTime(iso8601: "2028-01-03T08:00")!
    print(CalendarTime(morning))  // 20280103T080000
    print(CalendarTime(morning, reference: .utc))  // 20280103T080000Z
    let birthday = CivilDateTime(CivilDate(year: 2028, month: 2, day: 29)!)
    print(CalendarTime(birthday, isDate: true))  // 20280229
  }

  @Test func diagnostic() throws {
    let now = Instant(iso8601: "2028-01-03T07:00:00Z")!
    let event = CalendarComponent(uid: "no-start@example.org")
    let plan = Compiler.plan(for: [event], NotificationOptions(now: now, deviceZone: .gmt))
    let diagnostic = plan.diagnostics[0]
    print(diagnostic.severity, diagnostic.code)  // error start-missing
    print(diagnostic.message)  // DTSTART is missing; the event is skipped
  }

  @Test func sourceLocation() throws {
    let start = SourceLocation(file: "standup.ics", line: 6)
    print(start < SourceLocation(file: "standup.ics", line: 11))  // true
  }

  @Test func recurrenceRule() throws {
    var rule = try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR")
    rule.count = 12
    print(rule)  // FREQ=MONTHLY;COUNT=12;BYDAY=-1FR
    var yearly = RecurrenceRule(.yearly, interval: 4)
    yearly.months = [2]
    yearly.daysOfTheMonth = [29]
    print(yearly)  // FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29
  }

  @Test func recurrenceRuleError() throws {
    do {
      _ = try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=32")
    } catch {
      print(error)  // BYMONTHDAY=32 is not in 1…31 or -31…-1
    }
  }

  @Test func occurrence() throws {
    let start = Instant(iso8601: "2028-01-03T08:00:00Z")!
    let occurrence = Occurrence(start: start, end: start + 900, zone: .gmt)
    print(occurrence.end!, occurrence.isAllDay)  // 2028-01-03T08:15:00Z false
  }
}
