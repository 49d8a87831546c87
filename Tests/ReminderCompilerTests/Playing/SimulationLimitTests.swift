import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import Testing

@testable import ReminderCompiler

/// Of what requests would fire, the soonest are listed.
@Suite struct SimulationLimitTests {
  /// Three alerts at 9:00 each day, and one at 12:00 each Monday.
  private func plan() throws -> (Plan, NotificationOptions) {
    let options = try TestCalendars.options(
      now: "2026-01-04T10:00:00Z", zone: "GMT", horizon: "P60D")
    let components = try [
      TestCalendars.event("a@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event("b@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event("c@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event(
        "d@example.org", start: "20260105T120000Z", rule: "FREQ=WEEKLY;BYDAY=MO"),
    ]
    return (Compiler.plan(for: components, options), options)
  }

  // On 5 January, a Monday, there are four; on each of the next days three.
  @Test(arguments: [
    (0, 0, "2026-01-05T09:00:00Z"), (1, 0, "2026-01-05T09:00:00Z"),
    (3, 3, "2026-01-05T12:00:00Z"), (4, 4, "2026-01-06T09:00:00Z"),
    (6, 4, "2026-01-06T09:00:00Z"), (7, 7, "2026-01-07T09:00:00Z"),
  ])
  func `of an instant all fires are listed or none`(_ limit: Int, _ count: Int, _ cut: String)
    throws
  {
    let (plan, options) = try plan()
    let all = plan.simulated(onDeviceIn: options.deviceZone)
    #expect(all.count == 3 * 60 + 9)
    let some = plan.simulation(onDeviceIn: options.deviceZone, limit: limit)
    #expect(some.fires.map(\.at) == all.prefix(count).map(\.at))
    #expect(some.fires.map(\.identifier) == all.prefix(count).map(\.identifier))
    #expect(some.cut?.description == cut)
    #expect(some.diagnostics.map(\.code) == ["simulation-cut"])
  }

  @Test func `what fits is listed whole and nothing is said`() throws {
    let (plan, options) = try plan()
    let whole = plan.simulation(onDeviceIn: options.deviceZone, limit: 3 * 60 + 9)
    #expect(whole.fires.count == 3 * 60 + 9)
    #expect(whole.cut == nil && whole.diagnostics.isEmpty)
  }
}
