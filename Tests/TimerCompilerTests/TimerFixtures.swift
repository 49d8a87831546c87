import CalendarFixtures
import CivilTime
import CompilerFixtures
import ReminderCompiler
import TestPrograms
import Testing
import TimerCompiler

extension NotificationOptions {
  /// Options for timers with the same settings, with as many timers as slots.
  var timers: TimerOptions {
    var options = TimerOptions(compiler)
    options.limit = limit
    options.reserve = reserve
    return options
  }
}

extension TestCalendars {
  static func timerOptions(
    now: String, zone: String = "Europe/Berlin", horizon: String = "P1Y",
    renewWithin: String = "P7D", limit: Int? = nil, reserve: Int = 0
  ) throws -> TimerOptions {
    var options = TimerOptions(
      try compilerOptions(now: now, zone: zone, horizon: horizon, renewWithin: renewWithin))
    options.limit = limit
    options.reserve = reserve
    return options
  }
}

/// Reads the lines of a plan's timers.
enum TimerText {
  static func lines(_ plan: TimerPlan) -> [String] {
    plan.files.filter { $0.name.hasSuffix(".timer") }.flatMap { lines($0.text) }
  }

  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("OnCalendar=") }.map {
      String($0.dropFirst("OnCalendar=".count))
    }
  }
}

/// Elapses of calendar expressions as systemd computes them.
enum SystemdClock {
  /// The instants between two instants at which any of the expressions elapses.
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
