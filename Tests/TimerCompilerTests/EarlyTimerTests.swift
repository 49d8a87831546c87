import CalendarFixtures
import CivilTime
import CompilerFixtures
import ReminderCompiler
import Testing
import TimerCompiler

/// Timers about 1970, where days and instants change their sign.
@Suite struct EarlyTimerTests {
  // 19:00 in New York is midnight in Greenwich: by the wall clock, now lies in the year before.
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "19700112T090000", "1970-01-12 09:00:00"),
    // systemd has no year 1969, which this is in New York only.
    ("1970-01-01T00:00:00Z", "19691231T230000", "1970-01-01 04:00:00 UTC"),
    ("1969-12-31T23:59:59Z", "19700112T090000", "1970-01-12 09:00:00"),
  ])
  func `a date in January 1970 is one line, from a now that is in 1969 by the wall clock`(
    _ now: String, _ start: String, _ line: String
  ) throws {
    let event = try TestCalendars.event(start: start)
    let options = try TestCalendars.timerOptions(now: now, zone: "America/New_York")
    let plan = Compiler.timerPlan(for: [event], options)
    #expect(TimerText.lines(plan) == [line])
    #expect(plan.exactUntil == nil)
  }

  @Test(arguments: ["1969-06-01T00:00:00Z", "1900-01-01T00:00:00Z"])
  func `what no timer can fire before 1970 is said to be left out`(_ now: String) throws {
    let start = try TestCalendars.instant(now)
    let event = try TestCalendars.event(
      start: (start + 3 * 86_400).civilInUTC.basicFormat, rule: "FREQ=DAILY;COUNT=3")
    let options = try TestCalendars.timerOptions(now: now, zone: "America/New_York")
    let plan = Compiler.timerPlan(for: [event], options)
    #expect(TimerText.lines(plan).isEmpty)
    #expect(plan.exactUntil == TestCalendars.fires([event], options.compiler).first?.at)
  }
}
