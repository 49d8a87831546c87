import CalendarFixtures
import CivilTime
import CompilerFixtures
import DesktopReminders
import ICalendar
import ReminderCompiler
import SystemdTimers
import Testing
import TimerCompiler

/// A sender can put thousands of overrides into one series.
@Suite struct ManyOverridesTests {
  /// An hourly series and overrides of its first occurrences, each some minutes later and with a
  /// title of its own.
  private func series(_ count: Int, range: Bool = false) throws -> [CalendarComponent] {
    let first = try TestCalendars.instant("2028-01-04T00:00:00Z")
    let master = try TestCalendars.event(start: first.basicFormat, rule: "FREQ=HOURLY")
    return [master]
      + (try (0..<count).map { number in
        let original = first + number * 3_600
        var override = try TestCalendars.override(
          at: original.basicFormat, start: (original + number % 53 * 60).basicFormat,
          title: "Title \(number)")
        override.recurrenceID?.isThisAndFuture = range
        return override
      })
  }

  private func plan(
    _ components: [CalendarComponent], isPlain: Bool, horizon: String = "P1Y"
  ) throws -> TimerPlan {
    var options = try TestCalendars.timerOptions(now: "2028-01-03T08:00:00Z", horizon: horizon)
    if !isPlain {
      options.showProgram = ShowProgram(
        program: "/bin/x", arguments: ["show"], table: "/t", state: "/s", until: "/u",
        settings: ShowSettings())
    }
    return TimerPlan(of: components, options)
  }

  @Test(arguments: [(false, false), (false, true), (true, false)])
  func `twice as many overrides take about twice the time`(
    isPlain: Bool, range: Bool
  ) throws {
    let few = try series(1_500, range: range)
    let many = try series(3_000, range: range)
    // The first plan also loads zones and words.
    _ = try plan(few, isPlain: isPlain)
    let first = try ThreadTime.seconds { _ = try plan(few, isPlain: isPlain) }
    let second = try ThreadTime.seconds { _ = try plan(many, isPlain: isPlain) }
    #expect(second < 3 * first, "\(first) s, then \(second) s")
  }

  @Test func `each override keeps its reminder and its title`() throws {
    let count = 2_000
    let plan = try plan(series(count), isPlain: false, horizon: "P30D")
    let file = try #require(plan.files.first { $0.name == "ics2notify.fires" })
    let table = try DueTable(Array(file.text.utf8))
    let first = try TestCalendars.instant("2028-01-04T00:00:00Z")
    let reminders = try table.reminders(
      after: first + -1, through: first + 29 * 86_400)
    let expected = (0..<29 * 24).map { "Title \($0)" }
    #expect(Array(reminders.map(\.title).prefix(expected.count)) == expected)
    for (number, reminder) in reminders.prefix(expected.count).enumerated() {
      #expect(reminder.at == first + number * 3_600 + number % 53 * 60)
    }
  }

  @Test func `overrides at too many times of day have dates, with a note`() throws {
    let first = try TestCalendars.instant("2028-01-04T00:00:00Z")
    let master = try TestCalendars.event(
      start: first.basicFormat, rule: "FREQ=MINUTELY;INTERVAL=8")
    let overrides = try (0..<10_001).map { number in
      let original = first + number * 480
      return try TestCalendars.override(
        at: original.basicFormat, start: (original + number % 479 + 1).basicFormat)
    }
    let options = try TestCalendars.timerOptions(now: "2028-01-03T08:00:00Z", horizon: "P60D")
    let plan = TimerPlan(of: [master] + overrides, options)
    #expect(plan.diagnostics.map(\.code).contains("patterns-limited"))
    let expressions = try TimerText.lines(plan).map { try CalendarExpression(parsing: $0) }
    #expect(expressions.allSatisfy { $0.years != .every })
    // Nothing is lost silently: up to the cut, all fires are in the lines, and no others.
    let cut = try #require(plan.exactUntil)
    #expect(plan.diagnostics.map(\.code).contains("lines-cut"))
    let fires = CalendarExpression.elapses(
      of: expressions, in: options.now + 1..<cut, localZone: .gmt, zone: { _ in nil })
    let expected = (0..<10_001).map { first + $0 * 480 + $0 % 479 + 1 }.filter { $0 < cut }
    #expect(fires == expected)
    #expect(fires.count >= 500)
  }
}
