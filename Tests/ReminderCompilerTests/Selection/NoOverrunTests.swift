import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import NotificationTriggers
import ReminderCompiler
import Testing

/// Requests that must be removed later: where plans use none.
@Suite struct NoOverrunTests {
  private func options(_ rules: String..., limit: Int = 64) throws -> NotificationOptions {
    var options = try TestCalendars.options(
      now: "2026-11-24T12:00:00Z", zone: "Europe/Berlin", horizon: "P1Y", limit: limit)
    options.noOverrun = try rules.map { try #require(ReminderRule($0)) }
    return options
  }

  private func medicine(
    _ rule: String, uid: String = "medicine", title: String = "Medicine"
  ) throws -> CalendarComponent {
    try TestCalendars.event(
      uid, start: "Europe/Berlin:20261125T080000", rule: rule, title: title)
  }

  @Test(arguments: ["", ";COUNT=183", ";COUNT=400", ";UNTIL=20270301T000000Z", ";COUNT=45"])
  func `an every-other-day medicine has one-shots and nothing to remove`(_ end: String) throws {
    let plan = Compiler.plan(
      for: [try medicine("FREQ=DAILY;INTERVAL=2" + end)], try options())
    #expect(plan.requests.allSatisfy { $0.removeBy == nil && !$0.trigger.repeats })
    // 64 fires two days apart, from 25 November on.
    #expect(
      plan.exactUntil.map { "\($0)" }
        == (end.contains("UNTIL") || end.hasSuffix("=45") ? nil : "2027-04-02T06:00:00Z"))
  }

  @Test func `a course that one-shots can't reach the end of has requests to remove`() throws {
    let course = try medicine("FREQ=DAILY;COUNT=90")
    let plan = Compiler.plan(for: [course], try options())
    #expect(plan.requests.contains { $0.removeBy != nil })
    #expect(plan.dropped.isEmpty && plan.verdict.spurious > 0)
    let first = try #require(plan.requests.compactMap(\.removeBy).min())
    let local = String("\(first)".prefix(10))
    let text = PlanSummary(plan, zone: plan.deviceZone).text
    #expect(
      text.contains(
        ", \(plan.verdict.spurious) fires can overrun if the app isn't opened by "), "\(text)")
    #expect(text.hasSuffix("\(local) 08:00\n"), "\(text)")
  }

  @Test func `without overruns the same course has one-shots for the next fires`() throws {
    let course = try medicine("FREQ=DAILY;COUNT=90")
    let plan = Compiler.plan(for: [course], try options("UID:*"))
    #expect(plan.requests.count == 64 && plan.requests.allSatisfy { $0.removeBy == nil })
    #expect(plan.verdict.spurious == 0)
    // The 65th dose.
    #expect(plan.exactUntil == Instant(iso8601: "2027-01-28T07:00:00Z"))
    #expect(!PlanSummary(plan, zone: plan.deviceZone).text.contains("overrun"))
  }

  @Test func `a rule is about some series, of which others at the same times are none`() throws {
    let courses = [
      try medicine("FREQ=DAILY;COUNT=40", uid: "a", title: "Pill"),
      try medicine("FREQ=DAILY;COUNT=40", uid: "b", title: "Drops"),
      try medicine("FREQ=DAILY;COUNT=40", uid: "c", title: "Inhaler"),
    ]
    let usual = Compiler.plan(for: courses, try options(limit: 30))
    #expect(Set(usual.requests.filter { $0.removeBy != nil }.map(\.uid)) == ["a", "b", "c"])
    for rule in ["SUMMARY:drops", "UID:b && ACTION:DISPLAY"] {
      let plan = Compiler.plan(for: courses, try options(rule, limit: 30))
      #expect(Set(plan.requests.filter { $0.removeBy != nil }.map(\.uid)) == ["a", "c"])
      #expect(plan.requests.count { $0.uid == "b" } > 2)
    }
  }

  @Test func `requests that would meet later are not used together`() throws {
    // Fridays and the 13th: on a Friday 13th both ring, unless one of them is removed by then.
    var event = try TestCalendars.event(
      "both", start: "Europe/Berlin:20261113T080000", rule: "FREQ=WEEKLY;BYDAY=FR")
    event.rules.append(try RecurrenceRule("FREQ=MONTHLY;BYMONTHDAY=13"))
    for limit in [2, 5, 20, 64] {
      let plan = Compiler.plan(for: [event], try options("SUMMARY:*", limit: limit))
      #expect(plan.requests.allSatisfy { $0.removeBy == nil } && plan.verdict.spurious == 0)
    }
  }
}
