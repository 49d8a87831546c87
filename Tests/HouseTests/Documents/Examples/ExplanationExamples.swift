import CivilTime
import ICalendar
import ReminderCompiler
import Testing

/// The examples of explanations.
@Suite(.printsAll) struct ExplanationExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func explanation() throws {
    let explanation = Compiler.explanation(of: [standUp], options, uid: "standup@example.org")
    print(explanation.isEmpty, explanation.plan.requests.count)  // false 5
  }

  @Test func explanationText() throws {
    let explanation = Compiler.explanation(of: [standUp], options)
    let text = ExplanationText(explanation, zone: options.deviceZone).text
    print(text.split(separator: "\n")[0])  // Stand-up [standup@example.org] alarm 0
  }
}
