import CalendarFixtures
import CompilerFixtures
import ReminderCompiler
import TimerCompiler

extension NotificationOptions {
  /// The same of timers, as many as there are slots.
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
