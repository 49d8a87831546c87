import CalendarFixtures
import CivilTime
import CompilerFixtures
import Foundation
import ICalendar
import ReminderCompiler
import Testing

/// A fingerprint tells what the system gets of a request, and nothing else.
@Suite struct FingerprintTests {
  private func plan(
    now: String = "2026-01-01T00:00:00Z", start: String = "Europe/Berlin:20260105T090000",
    title: String = "Title", url: String? = nil
  ) throws -> Plan {
    var event = try TestCalendars.event(start: start, rule: "FREQ=WEEKLY", title: title)
    event.url = url
    return Compiler.plan(
      for: [event], try TestCalendars.options(now: now, zone: "Europe/Berlin"))
  }

  private func fingerprint(_ plan: Plan) throws -> String {
    try #require(plan.requests.first).fingerprint
  }

  @Test func `it is the same in every run, and for a plan that is read`() throws {
    let plan = try plan()
    #expect(try fingerprint(plan).utf8.count == 16)
    #expect(try fingerprint(plan) == fingerprint(self.plan()))
    #expect(try fingerprint(plan) == fingerprint(self.plan(now: "2026-01-08T00:00:00Z")))
    #expect(try fingerprint(plan) == fingerprint(Plan(json: plan.json())))
  }

  @Test func `it is another one where the content or the trigger is`() throws {
    let all = try [
      plan(), plan(title: "title"), plan(title: "Ti\u{301}tle"), plan(title: "T\u{ED}tle"),
      plan(url: "https://example.org/"), plan(start: "Europe/Berlin:20260105T090001"),
      plan(start: "Europe/London:20260105T090000"), plan(start: "Europe/Berlin:20260106T090000"),
    ].map(fingerprint)
    #expect(Set(all).count == all.count)
  }

  @Test func `of what a device tells nothing is replaced that is the same`() throws {
    let old = try plan()
    let request = try #require(old.requests.first)
    let same = PendingRequest(
      identifier: request.identifier, fingerprint: request.fingerprint)
    let other = PendingRequest(identifier: "other", fingerprint: request.fingerprint)
    func difference(_ pending: [PendingRequest], _ new: Plan) throws -> PlanDifference {
      try PlanDifference(from: StoredPlan(pending: pending), to: new)
    }
    let unchanged = try difference([other, same], old)
    #expect(unchanged.isEmpty && unchanged.untouched == [request.identifier, "other"])
    let changed = try plan(title: "Changed")
    #expect(try difference([same, other], changed).steps == [.replace(request.identifier)])
    let unknown = PendingRequest(identifier: request.identifier)
    #expect(try difference([unknown], old).replaced == [request.identifier])
    #expect(throws: StoredPlan.Fault.repeated(identifier: request.identifier)) {
      try StoredPlan(pending: [same, unknown])
    }
  }

  @Test(arguments: 0..<20)
  func `a difference is the same from a plan as from what a device tells of it`(_ seed: Int) throws
  {
    let calendar = try RandomCalendar(seed: UInt64(seed))
    var options = calendar.options
    let old = Compiler.plan(for: calendar.components, options)
    options.now = options.now + 3 * 86_400
    var components = calendar.components
    components[0].title += "!"
    let new = Compiler.plan(for: components, options)
    let told = old.requests.map {
      PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint)
    }
    let one = try PlanDifference(from: StoredPlan(old), to: new)
    let other = try PlanDifference(from: StoredPlan(pending: told), to: new)
    #expect(Set(one.replaced) == Set(other.replaced), "seed \(seed): \(calendar)")
    #expect(Set(one.added) == Set(other.added) && Set(one.removed) == Set(other.removed))
    #expect(one.untouched == other.untouched)
    // And it reads back.
    let json = try one.json()
    let read = try PlanDifference(json: json)
    #expect(read.steps == one.steps && read.untouched == one.untouched)
    #expect(try read.json() == json)
  }

  @Test func `a difference whose steps are not what stands beside them is refused`() throws {
    let json = try PlanDifference(from: StoredPlan(pending: []), to: plan()).json()
    let text = String(decoding: json, as: UTF8.self)
    for (found, replacement, path) in [
      ("\"version\" : 1", "\"version\" : 9", "version"),
      ("\"add\" : \"ics2notify", "\"remove\" : \"ics2notify", "remove"),
      ("\"add\" : \"ics2notify", "\"add\" : \"2notify", "add"),
      ("\"add\" : \"ics2notify", "\"drop\" : \"ics2notify", "steps[0]"),
      ("\"content\"", "\"Content\"", "add"),
    ] {
      let wrong = text.replacing(found, with: replacement)
      #expect(wrong != text)
      let fault = #expect(throws: JSONFault.self) { try PlanDifference(json: Data(wrong.utf8)) }
      #expect(fault?.path == path, "\(replacement)")
    }
  }
}
