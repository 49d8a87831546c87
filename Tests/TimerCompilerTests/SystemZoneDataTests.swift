import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import TestPrograms
import Testing
import TimerCompiler

/// What becomes of lines where systemd reads other zone data than the program.
@Suite struct SystemZoneDataTests {
  private func plan(_ start: String, version: String?, rule: String = "FREQ=DAILY") throws
    -> TimerPlan
  {
    var options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P1Y")
    options.systemZoneDataVersion = version
    return Compiler.timerPlan(for: [try TestCalendars.event(start: start, rule: rule)], options)
  }

  @Test(arguments: ["1999z", nil])
  func `other or unknown zone data leave no zone in a line`(_ version: String?) throws {
    let plan = try plan("Europe/Berlin:20251201T090000", version: version)
    let lines = TimerText.lines(plan)
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.hasSuffix(" UTC") }, "\(lines)")
    // Nothing is proven after the horizon.
    #expect(lines.allSatisfy { $0.contains("202") }, "\(lines)")
    #expect(plan.exactUntil == nil)
    #expect(plan.diagnostics.map(\.code) == ["zone-data-differs"])
  }

  @Test(.enabled(if: SystemdAnalyze.isInstalled, "systemd-analyze is not installed"))
  func `the lines in UTC elapse when the calendar asks`() throws {
    let event = try TestCalendars.event(
      start: "Europe/Berlin:20251201T090000", rule: "FREQ=DAILY")
    var options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P2Y")
    options.systemZoneDataVersion = nil
    let lines = TimerText.lines(Compiler.timerPlan(for: [event], options))
    let wanted = TestCalendars.fires([event], options.compiler).map(\.at)
    let elapses = try SystemdClock.elapses(
      lines, after: options.now, before: options.window.upperBound, zone: "Europe/Berlin",
      count: wanted.count)
    #expect(elapses == wanted, "\(lines)")
    // Summer and winter, and the days of March and October: five lines or six a year.
    #expect(lines.count <= 12, "\(lines)")
  }

  @Test func `a zone that the system lacks is not named, and others are`() throws {
    var options = try TestCalendars.timerOptions(now: "2026-01-01T00:00:00Z", horizon: "P1Y")
    options.systemZoneNames = ["Asia/Kolkata", "Europe/Berlin"]
    let events = try ["Asia/Calcutta", "Asia/Kolkata", "Europe/Berlin"].map {
      try TestCalendars.event($0, start: "\($0):20251201T090000", rule: "FREQ=DAILY")
    }
    let plan = Compiler.timerPlan(for: events, options)
    let lines = TimerText.lines(plan)
    // India is five hours and a half ahead, and has no clock changes.
    #expect(lines.contains { $0.hasSuffix(" 03:30:00 UTC") }, "\(lines)")
    #expect(lines.contains("*-*-* 09:00:00 Asia/Kolkata"), "\(lines)")
    #expect(lines.contains("*-*-* 09:00:00 Europe/Berlin"), "\(lines)")
    #expect(!lines.contains { $0.contains("Calcutta") }, "\(lines)")
    #expect(plan.diagnostics.map(\.code) == ["zone-not-installed"])
    #expect(plan.diagnostics.allSatisfy { $0.message.contains("Asia/Calcutta") })
    #expect(plan.exactUntil == nil)
  }

  @Test func `the program's own zone data change nothing`() throws {
    let plan = try plan("Europe/Berlin:20251201T090000", version: ZoneDatabase.dataVersion)
    #expect(TimerText.lines(plan) == ["*-*-* 09:00:00 Europe/Berlin"])
    #expect(plan.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("20251201T090000", "*-*-* 09:00:00"), ("20251201T090000Z", "*-*-* 09:00:00 UTC"),
  ])
  func `a floating series and one in UTC need no zone data`(_ start: String, _ line: String) throws
  {
    let plan = try plan(start, version: nil)
    #expect(TimerText.lines(plan) == [line])
    #expect(plan.diagnostics.isEmpty)
  }
}
