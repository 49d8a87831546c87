import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import Testing

@testable import ReminderCompiler

/// What a device has to change when a plan is made anew.
@Suite struct RenewalStabilityTests {
  private func stored(_ components: [CalendarComponent], now: String) throws -> StoredPlan {
    try StoredPlan(Compiler.plan(for: components, TestCalendars.options(now: now)))
  }

  @Test func `a week later all that is still right stays as it is`() throws {
    // Five requests that repeat, and one-shots of which two have passed.
    let standUp = try TestCalendars.event(
      "standup", start: "Europe/Berlin:20260105T090000",
      rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", alarms: ["-PT10M"])
    let dates = try ["20260107", "20260110", "20260120", "20260220"].map {
      try TestCalendars.event("once-\($0)", start: "Europe/Berlin:\($0)T120000", alarms: ["-P1D"])
    }
    let old = try stored([standUp] + dates, now: "2026-01-05T06:00:00Z")
    let new = try stored([standUp] + dates, now: "2026-01-12T06:00:00Z")
    let difference = try PlanDifference(from: old, to: new)
    #expect(difference.replaced.isEmpty)
    #expect(difference.added.isEmpty)
    #expect(difference.removed.count == 2)
    #expect(difference.untouched.count == 7)
  }
}
