import CivilTime
public import ICalendar
import NotificationTriggers
import SystemdTimers

extension Compiler {
  /// Compiles systemd units.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the machine and the number of timers.
  /// - Returns: The units, proven against what the calendars ask for.
  public static func timerPlan(
    for components: [CalendarComponent], _ options: CompilerOptions
  ) -> TimerPlan {
    let source = Source(components, options)
    let lowering = TimerLowering(options, ProofRange(options), zones: source.zones)
    let lowered = source.mapSeries { reminders in
      (
        timers: lowering.lower(reminders),
        dueNow: reminders.compactMap {
          Plan.Dropped(
            $0.id, .dueNow, $0.instantsDue(at: options.now), renewal: options.renewal)
        },
        diagnostics: reminders.flatMap { $0.diagnostics(now: options.now) }
      )
    }
    return TimerPacking(options, lowering.machine).plan(
      lowered.flatMap(\.timers), dueNow: lowered.flatMap(\.dueNow),
      source.diagnostics + lowered.flatMap(\.diagnostics))
  }
}
