import CalendarFixtures
import CivilTime
import CompilerFixtures
import ICalendar
import ReminderCompiler

/// Reminders, an instant and a number of slots, all known as numbers.
struct OptimumInstance: CustomStringConvertible {
  var clock: WallClock
  var series: [AskedSeries]
  /// Seconds since 1970.
  var now: Int
  /// At least twice the days to the renewal.
  var horizonInDays: Int
  var renewalInDays: Int
  var limit: Int

  /// The end of what is looked at.
  var end: Int { now + horizonInDays * 86_400 }
  /// The next renewal.
  var renewal: Int { now + renewalInDays * 86_400 }
  /// Before it, no repeating trigger may have to be taken away.
  var earliestRemoval: Int { now + renewalInDays * 2 * 86_400 }

  /// The plan that the compiler makes.
  func plan() throws -> Plan {
    let options = try TestCalendars.options(
      now: "\(Instant(secondsSince1970: now))", zone: clock.rawValue, horizon: "P\(horizonInDays)D",
      renewWithin: "P\(renewalInDays)D", limit: limit)
    return Compiler.plan(for: try series.flatMap { try $0.components(clock) }, options)
  }

  /// The lines of one time of day of one reminder, each with at least one fire.
  func lines() -> [DayLine] {
    series.indices.flatMap { index in
      series[index].allSeconds.compactMap { second in
        let line = DayLine(self, reminder: index, second: second)
        return line.askedCount == 0 ? nil : line
      }
    }
  }

  var description: String {
    let calendar = series.flatMap { $0.lines(clock) }.joined(separator: "\n")
    return """
      --now \(Instant(secondsSince1970: now)) --time-zone \(clock.rawValue) --horizon \
      P\(horizonInDays)D --renew-within P\(renewalInDays)D --limit \(limit)
      \(calendar)
      """
  }
}
