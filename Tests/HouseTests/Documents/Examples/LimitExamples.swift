import CivilTime
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// The examples of what an app does with plans.
@Suite(.printsAll) struct LimitExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func storedPlan() throws {
    let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
    print(pending.identifiers.count)  // 2
  }

  @Test func planDifference() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let json = try PlanDocument(plan).json()
    let applied = try StoredPlan(json: json)
    print(try PlanDifference(from: applied, to: applied).isEmpty)  // true
  }

  @Test func differenceDocument() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let new = try StoredPlan(
      json: PlanDocument(plan).json())
    let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
    let steps = DifferenceDocument(try PlanDifference(from: pending, to: new)).text
    print(steps.split(separator: "\n").last!)  // 1 to remove, 0 to replace, 5 to add, 1 untouched
  }

  @Test func playback() throws {
    var payday = standUp
    payday.rules = [try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR")]
    var few = options
    few.limit = 3
    let openings = (1...6).map { few.now + $0 * 60 * 86_400 }
    let playback = try Compiler.playback(of: [payday], few, openings: openings)
    print(playback.openings, playback.verdict.missedFirst)  // 6 0
  }
}
