import CalendarFixtures
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing

/// What is explained of fires that ring with equal ones.
@Suite struct EqualFireExplanationTests {
  @Test(arguments: [
    // The rule of b, its equal fires, and whether others are left. Series a rings more often.
    (nil, "  1 fire shows the same as another one at the same instant and rings with it\n", false),
    (
      "FREQ=DAILY;COUNT=2",
      "  2 fires show the same as others at the same instant and ring with them\n", false
    ),
    (
      "FREQ=DAILY;INTERVAL=3;COUNT=3",
      "  2 fires show the same as others at the same instant and ring with them\n", true
    ),
  ])
  func `a reminder whose fires ring with others keeps its title and says so`(
    rule: String?, line: String, isLeft: Bool
  ) throws {
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", horizon: "P10D")
    let events = try [("a", "FREQ=DAILY;COUNT=4"), ("b", rule)].map { uid, rule in
      try TestCalendars.event(
        uid, start: "Europe/Berlin:20260105T090000", rule: rule, title: "Meet")
    }
    let text = ExplanationText(
      Compiler.explanation(of: events, options, uid: "b"), zone: options.deviceZone
    ).text
    #expect(text.hasPrefix("Meet [b] alarm 0\n"), "\(text)")
    #expect(text.contains(line), "\(text)")
    #expect(text.contains("  first alerts: 1 before the horizon") == isLeft, "\(text)")
    #expect(!text.contains("nothing is due"))
  }

  @Test func `a reminder without fires keeps its title`() throws {
    let options = try TestCalendars.options(now: "2026-01-01T12:00:00Z", horizon: "P3D")
    let event = try TestCalendars.event("a", start: "20260110T090000Z", title: "Meet")
    let text = ExplanationText(
      Compiler.explanation(of: [event], options, uid: "a"), zone: options.deviceZone
    ).text
    #expect(text.hasPrefix("Meet [a] alarm 0\n"), "\(text)")
    #expect(text.contains("\n  nothing is due before the horizon\n"), "\(text)")
  }
}
