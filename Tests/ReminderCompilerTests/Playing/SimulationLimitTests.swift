import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import Testing

@testable import ReminderCompiler

/// Of what requests would fire, the soonest are listed.
@Suite struct SimulationLimitTests {
  /// Three alerts at 9:00 each day, and one at 12:00 each Monday.
  private func calendar() throws -> ([CalendarComponent], NotificationOptions) {
    let options = try TestCalendars.options(
      now: "2026-01-04T10:00:00Z", zone: "GMT", horizon: "P60D")
    let components = try [
      TestCalendars.event("a@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event("b@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event("c@example.org", start: "20260101T090000Z", rule: "FREQ=DAILY"),
      TestCalendars.event(
        "d@example.org", start: "20260105T120000Z", rule: "FREQ=WEEKLY;BYDAY=MO"),
    ]
    return (components, options)
  }

  private func plan() throws -> (Plan, NotificationOptions) {
    let (components, options) = try calendar()
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

  /// When an app is opened after now, and what comes of it.
  struct Opening: Sendable {
    let openings: [String]
    let compilations: [String]
    let limit: Int
    let count: Int
    let cut: String
  }

  // Of 5 January there are four fires, so that of the three at 9:00 on the 6th six leave room for
  // two; seven leave none for the 7th.
  @Test(arguments: [
    Opening(
      openings: ["2026-01-05T10:00:00Z", "2026-01-06T08:59:59Z"],
      compilations: ["2026-01-05T10:00:00Z", "2026-01-06T08:59:59Z"], limit: 6, count: 4,
      cut: "2026-01-06T09:00:00Z"),
    Opening(
      openings: ["2026-01-05T10:00:00Z", "2026-01-06T09:00:00Z"],
      compilations: ["2026-01-05T10:00:00Z"], limit: 6, count: 4, cut: "2026-01-06T09:00:00Z"),
    Opening(
      openings: ["2026-01-07T08:00:00Z", "2026-01-08T08:00:00Z"], compilations: [], limit: 6,
      count: 4, cut: "2026-01-06T09:00:00Z"),
    Opening(
      openings: ["2026-01-07T08:00:00Z", "2026-01-08T08:00:00Z"],
      compilations: ["2026-01-07T08:00:00Z"], limit: 7, count: 7, cut: "2026-01-07T09:00:00Z"),
  ])
  func `an opening behind the cut is not played`(_ row: Opening) throws {
    let (components, options) = try calendar()
    var compiledAt: [Instant] = []
    let app = try PlayedApp.played(
      on: NotificationTarget(options), row.openings.map(TestCalendars.instant), limit: row.limit
    ) {
      compiledAt.append($0.now)
      return Compiler.plan(for: components, $0)
    }
    #expect(compiledAt.map(\.description) == ["2026-01-04T10:00:00Z"] + row.compilations)
    #expect(app.openings == row.compilations.count)
    #expect(app.cut?.description == row.cut)
    #expect(app.fires.count == row.count)
    let expansion = Expansion(components, options.compiler)
    let playback = app.playback(app.validated(against: expansion), [])
    // What wasn't played was not missed.
    #expect(playback.verdict.missedFirst == 0 && playback.verdict.spurious == 0)
    #expect(playback.verdict.exactUntil?.description == row.cut)
    #expect(playback.diagnostics.map(\.code) == ["simulation-cut"])
  }
}
