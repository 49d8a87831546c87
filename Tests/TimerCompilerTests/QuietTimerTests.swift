import CalendarFixtures
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing
import TimerCompiler

/// Timers for what quiet hours move.
@Suite struct QuietTimerTests {
  @Test func `what waits for the morning is one line for ever`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20280101T120000", rule: "FREQ=DAILY",
      alarms: ["-PT8H", "-PT7H", "-PT1H"])
    var options = try TestCalendars.timerOptions(now: "2028-01-03T12:00:00Z")
    options.compiler.quietHours = [try #require(QuietHoursRule("22:00-07:00"))]
    let plan = Compiler.timerPlan(for: [event], options)
    #expect(plan.exactUntil == nil && plan.fireCount == 2 * 366)
    let lines = plan.files.flatMap { $0.text.split(separator: "\n") }
      .filter { $0.hasPrefix("OnCalendar") }
    #expect(lines.sorted().joined(separator: " ") == "OnCalendar=*-*-* 07,11:00:00 Europe/Berlin")
  }
}
