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
    let pending = try StoredPlan(json: Data(#"["ics2notify.a.W2T090000", "drink water"]"#.utf8))
    let difference = try PlanDifference(from: pending, to: plan)
    for case .add(let identifier) in difference.steps.suffix(2) {
      print(plan.request(withIdentifier: identifier)!.nextFire)  // 2028-01-03T07:50:00Z
    }
    print(difference.steps.last!)  // remove("ics2notify.a.W2T090000")
    print(difference.untouched)  // ["drink water"]
  }

  @Test func pendingRequest() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let pending = plan.requests.map {
      PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint)
    }
    print(try PlanDifference(from: StoredPlan(pending: pending), to: plan).isEmpty)  // true
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
