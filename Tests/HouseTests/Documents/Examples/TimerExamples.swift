import CivilTime
import ICalendar
import ReminderCompiler
import Testing
import TimerCompiler

/// The examples of what a desktop gets.
@Suite(.printsAll) struct TimerExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func timerOptions() throws {
    var machine = TimerOptions(options.compiler)
    machine.isPersistent = true
    machine.limit = 100
    print(machine.now, machine.reserve)  // 2028-01-03T07:00:00Z 0
  }

  @Test func timerPlan() throws {
    let plan = Compiler.timerPlan(for: [standUp], TimerOptions(options.compiler))
    print(plan.timerCount, plan.fireCount)  // 1 262
    for line in plan.files[0].text.split(separator: "\n") where line.hasPrefix("OnCalendar") {
      print(line)  // OnCalendar=Mon..Fri *-*-* 08:50:00 Europe/Berlin
    }
  }
}
