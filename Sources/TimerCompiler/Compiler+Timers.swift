public import ICalendar
public import ReminderCompiler
package import WorkSharing

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

  /// The same units, by several threads.
  package static func timerPlan(
    for components: [CalendarComponent], _ options: TimerOptions, _ workers: Workers
  ) async -> TimerPlan {
    let expansion = Expansion(components, options.compiler)
    let target = SystemdTarget(options, zones: expansion.zones)
    return await compile(expansion, for: target, workers)
  }
}
