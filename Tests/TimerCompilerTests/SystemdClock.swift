import CalendarFixtures
import CivilTime
import TestPrograms
import Testing
import TimerCompiler

/// The elapses of calendar expressions as systemd itself computes them.
enum SystemdClock {
  /// The instants at which any of the expressions elapses after one instant and before another.
  ///
  /// `zone` is the local zone of the machine, and `count` the most elapses of one expression.
  static func elapses(
    _ expressions: [String], after start: Instant, before end: Instant, zone: String,
    count: Int
  ) throws -> [Instant] {
    let answers = try #require(SystemdAnalyze()).calendar(
      expressions, after: start.secondsSince1970, count: count, zone: zone)
    var elapses: Set<Instant> = []
    for expression in expressions {
      let answer = try #require(answers[expression], "systemd refuses \(expression)")
      for text in answer.elapses { elapses.insert(try TestCalendars.instant(text)) }
    }
    return elapses.filter { $0 > start && $0 < end }.sorted()
  }
}
