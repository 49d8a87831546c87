import CivilTime
import ICalendar
import ReminderCompiler
import Testing

/// The examples of what a user did with a notification.
@Suite(.printsAll) struct ResponseExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func reminderResponse() throws {
    let response = ReminderResponse(
      actionIdentifier: "ics2notify.snooze",
      requestIdentifier: "ics2notify.hGdCuLqtovNGemSk_UtwGBDw.W2T085000",
      deliveredAt: Instant(iso8601: "2028-01-03T07:50:00Z")!)
    print(response.action!)  // snooze
  }

  @Test func handledReminders() throws {
    var handled = HandledReminders()
    print(handled.isEmpty, handled.count)  // true 0
    handled.forget(before: Instant(iso8601: "2028-01-03T07:00:00Z")!)
  }

  @Test func responseOutcome() throws {
    let outcomes: [ResponseOutcome] = [.compileAnew, .open("https://meet.example.org/standup")]
    print(outcomes.contains(.nothing))  // false
  }

  @Test func handling() throws {
    let request = Compiler.plan(for: [standUp], options).requests[0]
    let snooze = ReminderResponse(
      actionIdentifier: "ics2notify.snooze", requestIdentifier: request.identifier,
      deliveredAt: request.nextFire)
    var later = options
    later.now = request.nextFire
    print(later.handled.handle(snooze, of: [standUp], later))  // compileAnew
    let soonest = Compiler.plan(for: [standUp], later).requests.map(\.nextFire).min()!
    print(soonest)  // 2028-01-03T07:59:00Z
  }
}
