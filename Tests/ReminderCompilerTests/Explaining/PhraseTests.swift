import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import Testing

@testable import ReminderCompiler
@testable import ReminderExpansion
@testable import ReminderOptions
@testable import ReminderPlanning
@testable import ReminderPlans

@Suite struct PhraseTests {
  /// Rules and their descriptions, for a start at 09:15 on a Monday.
  private static let rules: [(rule: String, words: String)] = [
    ("FREQ=DAILY", "every day"),
    ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
    ("FREQ=DAILY;COUNT=10", "every day, 10 times"),
    ("FREQ=DAILY;COUNT=1", "every day, once"),
    ("FREQ=DAILY;UNTIL=20260630", "every day, until 2026-06-30"),
    ("FREQ=DAILY;UNTIL=20260630T235959Z", "every day, until 2026-06-30 23:59:59 UTC"),
    ("FREQ=DAILY;UNTIL=20260630T170000", "every day, until 2026-06-30 17:00"),
    ("FREQ=DAILY;BYMONTH=6", "every day in June"),
    ("FREQ=DAILY;BYHOUR=9,17", "every day at 09:15 and 17:15"),
    ("FREQ=DAILY;BYHOUR=8,12;BYMINUTE=0,30", "every day at 08:00, 08:30, 12:00 and 12:30"),
    ("FREQ=DAILY;BYMINUTE=0,45", "every day at 09:00 and 09:45"),
    ("FREQ=DAILY;BYSECOND=5", "every day at 09:15:05"),
    (
      "FREQ=DAILY;BYHOUR=8,9,10;BYMINUTE=0,20,40",
      "every day in hours 8, 9 and 10 at minutes 0, 20 and 40"
    ),
    ("FREQ=WEEKLY;BYDAY=MO", "every week on Monday"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "every 2 weeks on Tuesday and Thursday"),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU",
      "every 2 weeks on Monday and Sunday, weeks starting on Sunday"
    ),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every week from Monday to Friday"),
    ("FREQ=WEEKLY;BYDAY=SA,SU,WE", "every week on Wednesday, Saturday and Sunday"),
    ("FREQ=MONTHLY", "every month"),
    ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on day 15"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on days 1 and 15"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1,-2", "every month on the last day and the 2nd last day"),
    ("FREQ=MONTHLY;BYMONTHDAY=15,-1", "every month on day 15 and the last day"),
    ("FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tuesday"),
    ("FREQ=MONTHLY;BYDAY=1MO,3MO", "every month on the 1st Monday and the 3rd Monday"),
    ("FREQ=MONTHLY;BYDAY=1SU,-1SU", "every month on the 1st Sunday and the last Sunday"),
    ("FREQ=YEARLY;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "every year on every day in January"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
    ("FREQ=MONTHLY;BYDAY=-2FR", "every month on the 2nd last Friday"),
    ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on day 13 if it is a Friday"),
    (
      "FREQ=MONTHLY;BYDAY=MO,TU;BYMONTHDAY=1,2",
      "every month on days 1 and 2 if it is a Monday or a Tuesday"
    ),
    (
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      "every month from Monday to Friday, of these only the last"
    ),
    (
      "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1,-2",
      "every month on Saturday and Sunday, of these only the 1st and the 2nd last"
    ),
    (
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
      "every month on day 31, on the last day of a month that lacks the day"
    ),
    ("FREQ=YEARLY", "every year"),
    ("FREQ=YEARLY;INTERVAL=4", "every 4 years"),
    ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the 4th Thursday in November"),
    (
      "FREQ=YEARLY;INTERVAL=3;BYMONTH=5,11;BYDAY=3TU",
      "every 3 years on the 3rd Tuesday in May and November"
    ),
    ("FREQ=YEARLY;BYDAY=20MO", "every year on the 20th Monday of the year"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "every year on Monday in week 20"),
    ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU", "every year on Sunday in the last week"),
    ("FREQ=YEARLY;BYYEARDAY=100", "every year on day 100 of the year"),
    ("FREQ=YEARLY;BYYEARDAY=1,-1", "every year on day 1 and the last day of the year"),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "every year on day 29 in February"),
    ("FREQ=HOURLY;INTERVAL=6", "every 6 hours"),
    ("FREQ=HOURLY;BYMINUTE=0,30", "every hour at minutes 0 and 30"),
    ("FREQ=HOURLY;BYHOUR=9", "every hour in hour 9"),
    ("FREQ=MINUTELY;INTERVAL=15;BYDAY=MO", "every 15 minutes on Monday"),
    ("FREQ=SECONDLY;INTERVAL=30", "every 30 seconds"),
  ]

  @Test(arguments: rules)
  func `a rule is described in words`(_ row: (rule: String, words: String)) throws {
    let start = try TestCalendars.time("20260105T091500").civil
    #expect(RecurrencePhrase(try RecurrenceRule(row.rule), start: start).description == row.words)
  }

  @Test func `a series is described with its start, ends and changes`() throws {
    func words(_ start: String, _ rules: String...) throws -> String {
      var event = try TestCalendars.event(start: start)
      event.rules = try rules.map { try RecurrenceRule($0) }
      return SeriesPhrase(EventSeries(master: event)).description
    }
    #expect(
      try words("Europe/Berlin:20260105T090000", "FREQ=WEEKLY;BYDAY=MO;COUNT=10")
        == "every week on Monday, from 2026-01-05 09:00 Europe/Berlin, 10 times")
    #expect(
      try words("20260105T090005", "FREQ=DAILY")
        == "every day, from 2026-01-05 09:00:05 wherever the device is")
    #expect(
      try words("20260105", "FREQ=DAILY;UNTIL=20260110")
        == "every day, from 2026-01-05, all day, until 2026-01-10")
    #expect(try words("20260105T090000Z") == "once, on 2026-01-05 09:00 UTC")
    #expect(
      try words("20260105T090000Z", "FREQ=WEEKLY;COUNT=2", "FREQ=MONTHLY")
        == "every week, 2 times; and every month, from 2026-01-05 09:00 UTC")
  }

  @Test func `occurrences without their series are counted`() throws {
    let one = try TestCalendars.override(at: "20260108T090000Z")
    let other = try TestCalendars.override(at: "20260109T090000Z")
    let orphans = EventSeries(orphans: [one, other], uid: "event")
    #expect(SeriesPhrase(orphans).description == "2 occurrences of a series that is missing")
  }

  @Test func `the description of a series counts added, excluded and changed dates`() throws {
    var event = try TestCalendars.event(
      start: "20260105T090000Z", rule: "FREQ=DAILY",
      exceptions: ["20260106T090000Z", "20260107T090000Z"])
    event.recurrenceDates = [.init(try TestCalendars.time("20260105T120000Z"))]
    let other = try TestCalendars.override(at: "20260108T090000Z", title: "Other")
    #expect(
      SeriesPhrase(EventSeries(master: event, overrides: [other])).description
        == "every day, from 2026-01-05 09:00 UTC, 1 added date, 2 dates left out, 1 changed occurrence"
    )
    event.rules = []
    event.exceptionDates = []
    #expect(
      SeriesPhrase(EventSeries(master: event)).description
        == "on 2026-01-05 09:00 UTC, 1 added date")
  }

  @Test(arguments: [
    ("PT0S", "at the start"), ("-PT15M", "15 minutes before the start"),
    ("-P1D", "1 day before the start"), ("-P1DT1H", "1 day 1 hour before the start"),
    ("PT9H", "9 hours after the start"),
    ("-PT1H30M5S", "1 hour 30 minutes 5 seconds before the start"),
    ("-P1W", "7 days before the start"),
    ("PT0S+1xPT10M", "at the start, then once more 10 minutes later"),
    ("-PT5M+3xPT1H", "5 minutes before the start, then 3 more times, 1 hour apart"),
  ])
  func `an alarm is described in words`(alarm: String, words: String) throws {
    let event = try TestCalendars.event(start: "20260105T090000Z", alarms: [alarm])
    let series = EventSeries(master: event)
    #expect(AlarmPhrase(series, alarm: .alarm(0)).description == words)
  }

  @Test func `alarms of other kinds are described in words`() throws {
    func words(_ trigger: Alarm.Trigger?) throws -> String {
      var event = try TestCalendars.event(start: "20260105T090000Z", alarms: [])
      event.alarms = [trigger.map { Alarm($0) }]
      return AlarmPhrase(EventSeries(master: event), alarm: .alarm(0)).description
    }
    let hour = CalendarDuration(seconds: -3_600)
    #expect(try words(.relative(hour, to: .end)) == "1 hour before the end")
    #expect(
      try words(.timeOfDay(TimeOfDay(secondOfDay: 9 * 3_600 + 1_800))) == "at 09:30 on the day")
    #expect(
      try words(.absolute(TestCalendars.instant("2026-01-05T08:00:00Z")))
        == "at 2026-01-05T08:00:00Z")
    #expect(try words(nil) == "of a kind that never fires")
    let event = try TestCalendars.event(start: "20260105T090000Z", alarms: ["PT0S"])
    let series = EventSeries(master: event)
    #expect(AlarmPhrase(series, alarm: .snooze).description == "when a snooze ends")
  }
}

@Suite struct EqualFireExplanationTests {
  @Test(arguments: [
    // The rule of b, the text on its merged fires, and whether others remain. Series a fires more
    // often.
    (nil, "  1 alert is identical to another one at the same instant and rings with it\n", false),
    (
      "FREQ=DAILY;COUNT=2",
      "  2 alerts are identical to others at the same instant and ring with them\n", false
    ),
    (
      "FREQ=DAILY;INTERVAL=3;COUNT=3",
      "  2 alerts are identical to others at the same instant and ring with them\n", true
    ),
  ])
  func `a reminder with merged fires keeps its title, and the text says so`(
    rule: String?, line: String, isLeft: Bool
  ) throws {
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", horizon: "P10D")
    let events = try [("a", "FREQ=DAILY;COUNT=4"), ("b", rule)].map { uid, rule in
      try TestCalendars.event(
        uid, start: "Europe/Berlin:20260105T090000", rule: rule, title: "Meet")
    }
    let text = ExplanationText(
      Compilation(of: events, options).explanation(uid: "b"), zone: options.deviceZone
    ).text
    #expect(text.hasPrefix("Meet [b] alarm 0\n"), "\(text)")
    #expect(text.contains(line), "\(text)")
    #expect(text.contains("  first alerts: 1 before the horizon") == isLeft, "\(text)")
    #expect(!text.contains("nothing is due"))
  }

  @Test func `an explanation ends after 5,000 reminders, and says so`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", horizon: "P3D")
    let events = try (0..<5_003).map {
      try TestCalendars.event("\($0)", start: "20260102T090000Z", title: "Meet \($0)")
    }
    let explanation = Compilation(of: events, options).explanation()
    #expect(explanation.reminders.count == 5_000)
    let notes = explanation.plan.diagnostics.filter { $0.code == "explanation-cut" }
    #expect(
      notes.map(\.message) == [
        "5000 reminders are explained, and 3 more are not; select a series with --uid"
      ])
    let last = Compilation(of: events, options).explanation(uid: "4999")
    #expect(last.reminders.map(\.title) == ["Meet 4999"])
    #expect(!last.plan.diagnostics.contains { $0.code == "explanation-cut" })
  }

  @Test func `a reminder without fires keeps its title`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", horizon: "P3D")
    let event = try TestCalendars.event("a", start: "20260110T090000Z", title: "Meet")
    let text = ExplanationText(
      Compilation(of: [event], options).explanation(uid: "a"), zone: options.deviceZone
    ).text
    #expect(text.hasPrefix("Meet [a] alarm 0\n"), "\(text)")
    #expect(text.contains("\n  nothing is due before the horizon\n"), "\(text)")
  }
}
