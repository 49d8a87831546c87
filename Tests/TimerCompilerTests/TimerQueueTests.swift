import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler
import Testing
import TimerCompiler
import WorkSharing

/// The lines are searched for 1,024 timers at a time.
@Suite struct TimerQueueTests {
  /// Daily series at minutes of their own, each with two texts and so two timers.
  private func series(_ count: Int) throws -> [CalendarComponent] {
    let first = try TestCalendars.instant("2028-01-03T08:00:00Z")
    return try (0..<count).flatMap { number in
      let start = first + number * 60
      return [
        try TestCalendars.event(
          "\(number)", start: start.basicFormat, rule: "FREQ=DAILY", title: "\(number)"),
        try TestCalendars.override(
          of: "\(number)", at: (start + 86_400).basicFormat, start: (start + 86_430).basicFormat,
          title: "Late \(number)"),
      ]
    }
  }

  /// The texts of the units of timers, by file.
  private func timers(_ limit: Int, _ workers: Workers) throws -> [String: String] {
    let options = try TestCalendars.timerOptions(now: "2028-01-03T08:00:00Z", limit: limit)
    let plan = TimerPlan(of: try series(520), options, workers: workers)
    return Dictionary(
      uniqueKeysWithValues: plan.files.filter { $0.name.hasSuffix(".timer") }
        .map { ($0.name, $0.text) })
  }

  @Test func `a limit keeps the first timers of a greater one, with any number of threads`() throws
  {
    let all = try timers(1_040, .one)
    #expect(all.count == 1_040)
    for limit in [1, 1_024, 1_025] {
      let own = try timers(limit, Workers(3))
      #expect(own.count == limit)
      let other = own.filter { all[$0.key] != $0.value }
      #expect(other.isEmpty)
    }
  }
}
