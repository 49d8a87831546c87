import CalendarFixtures
import CalendarReminders
import CivilTime
import CompilerFixtures
import NotificationTriggers
import ReminderCompiler
import Testing

/// Requests whose alerts are counted from the instant of adding.
@Suite struct CountedRequestTests {
  private static func plan(now: String, pending: Set<String> = []) throws -> Plan {
    var options = try TestCalendars.options(now: now, horizon: "P30D")
    options.pending = PendingIdentifiers(pending)
    return Compilation(
      of: [
        try TestCalendars.event("pill", start: "20280104T090000Z", rule: "FREQ=WEEKLY"),
        try TestCalendars.event(start: "20280103T080000Z", rule: "FREQ=MINUTELY;INTERVAL=50"),
      ], options
    ).plan
  }

  @Test func `they are added first, and never again`() async throws {
    let plan = try Self.plan(now: "2028-01-03T08:00:00Z")
    let model = SystemModel(limit: 64, now: plan.now, zone: plan.deviceZone)
    let applied = try await PlanApplier(model, now: { plan.now + 119 }).apply(plan)
    let counted = try #require(plan.requests.first { $0.countsFrom != nil })
    #expect(applied.isExact && applied.steps.count == 2)
    #expect(applied.steps.first == .add(counted.identifier))
    await model.advance(to: plan.now + 100_000)
    let next = try Self.plan(now: "2028-01-05T08:00:00Z", pending: await model.identifiers)
    let again = try await PlanApplier(model, now: { next.now }).apply(next)
    #expect(again.isExact && again.steps.isEmpty)
  }

  @Test func `a plan that is applied late is reported`() async throws {
    let plan = try Self.plan(now: "2028-01-03T08:00:00Z")
    let model = SystemModel(limit: 64, now: plan.now, zone: plan.deviceZone)
    let applied = try await PlanApplier(model, now: { plan.now + 121 }).apply(plan)
    let counted = try #require(plan.requests.first { $0.countsFrom != nil })
    #expect(await model.identifiers.count == 1)
    #expect(
      applied.problems == [
        .refused(
          identifier: counted.identifier,
          reason: "its alerts are counted from 2028-01-03T08:00:00Z; compile again")
      ])
  }
}
