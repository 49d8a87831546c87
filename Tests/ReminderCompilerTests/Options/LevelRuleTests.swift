import CalendarFixtures
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// Which level a rule of the command line gives to which component.
@Suite struct LevelRuleTests {
  struct Row: CustomTestStringConvertible {
    let rules: [String]
    let level: InterruptionLevel
    var testDescription: String { "\(rules)" }

    init(_ rules: String..., is level: InterruptionLevel) {
      (self.rules, self.level) = (rules, level)
    }
  }

  @Test(arguments: [
    Row(is: .timeSensitive),
    Row("critical=CATEGORIES:medication", is: .critical),
    Row("critical=CATEGORIES:medic", is: .timeSensitive),
    Row("critical=CATEGORIES:medic*", is: .critical),
    Row("passive=UID:pill-1@example.org", is: .passive),
    Row("passive=UID:pill-?@example.org", is: .passive),
    Row("passive=uid:pill-??@example.org", is: .timeSensitive),
    Row("active=X-WR-CALNAME:at HOME", is: .active),
    Row("active=SUMMARY:*pressure*", is: .active),
    Row("active=SUMMARY:*", is: .active),
    Row("active=SUMMARY:pressure", is: .timeSensitive),
    Row("active=SUMMARY:*p*p*p*", is: .timeSensitive),
    Row("active=SUMMARY:*p*p*", is: .active),
    // The first rule that matches counts, not the highest level.
    Row("passive=SUMMARY:*", "critical=CATEGORIES:medication", is: .passive),
    Row("passive=SUMMARY:x", "critical=CATEGORIES:medication", is: .critical),
    // Behind the first colon everything is the pattern.
    Row("critical=SUMMARY:a:b=c", is: .timeSensitive),
    Row("time-sensitive=SUMMARY:*", is: .timeSensitive),
  ])
  func `a rule is about the components whose whole text it matches`(_ row: Row) throws {
    var event = try TestCalendars.event(
      "pill-1@example.org", start: "20260201T090000", title: "Blood pressure pill")
    event.categories = ["Health", "Medication"]
    event.calendarName = "At home"
    event.priority = 1
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.levels = try row.rules.map { try #require(LevelRule($0)) }
    let plan = Compiler.plan(for: [event], options)
    #expect(plan.requests.map(\.content.interruptionLevel) == [row.level])
  }

  @Test(arguments: [
    "", "critical", "critical=", "critical=UID", "critical=UID:", "urgent=UID:a",
    "critical=DESCRIPTION:a", "CRITICAL=UID:a", "=UID:a", "critical:UID=a", "time_sensitive=UID:a",
    "critical=UID:" + String(repeating: "a", count: 1_001),
  ])
  func `what is no level, property and pattern is refused`(_ text: String) {
    #expect(LevelRule(text) == nil)
  }

  @Test func `a pattern of many stars takes no longer than the two texts multiplied`() throws {
    let rule = try #require(
      LevelRule("critical=SUMMARY:" + String(repeating: "*a", count: 400) + "b"))
    let event = try TestCalendars.event(
      start: "20260201T090000", title: String(repeating: "a", count: 2_000))
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.levels = [rule]
    // A search that tries every way of dividing the text would not end.
    #expect(
      Compiler.plan(for: [event], options).requests.map(\.content.interruptionLevel) == [.active])
  }
}
