import CivilTime
import Foundation
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// The examples of plans, and what they promise.
@Suite(.printsAll) struct PlanExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions

  init() throws { (standUp, options) = try Self.given() }

  @Test func plan() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let request = plan.requests[0]
    print(request.rank, request.content.title, request.nextFire)  // 1 Stand-up 2028-01-03T07:50:00Z
    print(request.identifier)  // ics2notify.hGdCuLqtovNGemSk_UtwGBDw.W2T085000
    print(plan.exactUntil == nil, plan.dropped.isEmpty)  // true true
    // As the program writes it, and as an app on another device reads it.
    let stored = try Plan(json: plan.json())
    print(stored.requests.count, stored.fireCount)  // 5 262
  }

  @Test func jsonFault() {
    do {
      _ = try Plan(json: Data(#"{"version": 2}"#.utf8))
    } catch {
      print(error)  // version: is 2; this library reads version 1
    }
  }

  @Test func occurrenceTimes() throws {
    let occurrence = Compiler.plan(for: [standUp], options).requests[0].occurrence!
    print(occurrence.start!, occurrence.startLocal!)  // 2028-01-03T08:00:00Z 2028-01-03T09:00:00
  }

  @Test func verdict() throws {
    var few = options
    few.limit = 3
    let verdict = Compiler.plan(for: [standUp], few).verdict
    print(verdict.missedFirst, verdict.spurious)  // 104 0
    print(verdict.exactUntil!)  // 2028-01-06T07:50:00Z
  }

  @Test func droppedFires() throws {
    var few = options
    few.limit = 3
    for dropped in Compiler.plan(for: [standUp], few).dropped {
      print(dropped.uid, dropped.reason, dropped.count)  // standup@example.org limit 104
    }
  }

  @Test func bodyTemplate() throws {
    let template = try BodyTemplate("Day {n} of {count}")
    print(template == (try BodyTemplate("Day {n} of {count}")))  // true
  }

  @Test func bodyRule() throws {
    var worded = options
    worded.bodies = [try BodyRule("{title}, {lead}")]
    let content = Compiler.plan(for: [standUp], worded).requests[0].content
    print(content.body)  // Stand-up, in 10 minutes
  }

  @Test func threadGrouping() throws {
    var grouped = options
    grouped.threads = .calendar
    let one = Compiler.plan(for: [standUp], options).requests[0].content
    let other = Compiler.plan(for: [standUp], grouped).requests[0].content
    print(one.threadIdentifier == other.threadIdentifier)  // false
  }

  @Test func planTable() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let lines = PlanTable(plan, zone: options.deviceZone).text.split(separator: "\n")
    print(lines[1])  // 1  Mon 2028-01-03 08:50  every Monday at 08:50     Stand-up
  }

  @Test func planSummary() throws {
    let plan = Compiler.plan(for: [standUp], options)
    let parts = PlanSummary(plan, zone: options.deviceZone).text.split(separator: ", ")
    print(parts[1])  // 5 of 64 slots used
  }

  @Test func missedSoon() throws {
    var few = options
    few.limit = 3
    let missed = MissedSoon(Compiler.plan(for: [standUp], few), zone: few.deviceZone)
    print(missed.isNothing)  // false
    print(missed.text.hasPrefix("2 first alerts of 1 reminder missed"))  // true
  }

  @Test func nextSlot() throws {
    var few = options
    few.limit = 3
    let (plan, next) = Compiler.planAndNext(for: [standUp], few)
    if let next {
      let text = NextSlot(plan, next, zone: few.deviceZone).text
      print(text)  // one slot more: 1 instead of 2 missed before the next renewal
    }
  }
}
