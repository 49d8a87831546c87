public import ICalendar
public import ReminderCompiler

extension Compiler {
  /// Compiles systemd units.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the machine and the number of timers.
  /// - Returns: The units, proven against what the calendars ask for.
  public static func timerPlan(
    for components: [CalendarComponent], _ options: TimerOptions
  ) -> TimerPlan {
    let expansion = Expansion(components, options.compiler)
    let target = SystemdTarget(options, zones: expansion.zones)
    return compile(expansion, for: target)
  }
}
