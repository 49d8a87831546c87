import CalendarFixtures
import CompilerFixtures
import ICalendar
import Testing

@testable import ReminderCompiler
@testable import ReminderOptions

@Suite struct RuleNamesTests {
  private func names(
    of component: CalendarComponent, defaultAlarms: [String] = [], moves: [String] = [],
    levels: [String] = []
  ) throws -> [[String]] {
    var options = try TestCalendars.options(now: "2026-01-01T00:00:00Z")
    options.ruledDefaultAlarms = try defaultAlarms.map { try #require(DefaultAlarm($0)) }
    options.allDayMoves = try moves.map { try #require(AllDayMove($0)) }
    options.levels = try levels.map { try #require(LevelRule($0)) }
    return Compilation(of: [component], options).explanation().reminders.map(\.rules)
  }

  @Test func `a default alarm has the rule that made it`() throws {
    let rules = [
      "-PT15M=SUMMARY:*", "-PT5M=SUMMARY:title", "09:00=SUMMARY:*", "-PT1M=SUMMARY:other",
    ]
    let timed = try TestCalendars.event(start: "20260105T090000", alarms: [])
    #expect(
      try names(of: timed, defaultAlarms: rules) == [
        ["--default-alarm -PT15M=SUMMARY:*"], ["--default-alarm -PT5M=SUMMARY:title"],
      ])
    let allDay = try TestCalendars.event(start: "20260105", alarms: [])
    #expect(
      try names(of: allDay, defaultAlarms: rules) == [["--all-day-alarm 09:00=SUMMARY:*"]])
  }

  @Test func `an alarm of the calendar that equals a default alarm has no rule`() throws {
    let event = try TestCalendars.event(start: "20260105T090000", alarms: ["-PT15M"])
    #expect(try names(of: event, defaultAlarms: ["-PT15M=SUMMARY:*"]) == [[]])
  }

  @Test func `of several levels, only the first that matches applies`() throws {
    let event = try TestCalendars.event(start: "20260105T090000")
    #expect(
      try names(of: event, levels: ["critical=SUMMARY:t*", "passive=SUMMARY:t*", "active=UID:*"])
        == [["--level critical=SUMMARY:t*"]])
  }

  @Test func `a moved alarm has the first rule that matches`() throws {
    let rules = ["08:00=SUMMARY:title", "10:00=SUMMARY:*"]
    let allDay = try TestCalendars.event(start: "20260105", alarms: ["PT0S", "PT9H"])
    // The second alarm is not at midnight, so it isn't moved.
    #expect(
      try names(of: allDay, moves: rules) == [["--move-all-day 08:00=SUMMARY:title"], []])
    var absolute = try TestCalendars.event(start: "20260105")
    absolute.alarms = [Alarm(.absolute(try TestCalendars.instant("2026-01-04T23:00:00Z")))]
    #expect(
      try names(of: absolute, moves: rules) == [["--move-all-day 08:00=SUMMARY:title"]])
  }
}
