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
    let options = source.options
    let lowering = TimerLowering(options, ProofRange(options), zones: source.zones)
    let lowered = source.mapSeries { reminders in
      (
        timers: lowering.lower(reminders),
        dueNow: reminders.compactMap {
          Plan.Dropped(
            $0.id, .dueNow, $0.instantsDue(at: options.now), title: $0.contents.first?.title ?? "",
            renewal: options.renewal)
        },
        diagnostics: reminders.flatMap { $0.diagnostics(now: options.now) }
      )
    }
    let timers = lowered.flatMap(\.timers)
    return TimerPacking(options, lowering.machine).plan(
      timers, dueNow: lowered.flatMap(\.dueNow),
      source.diagnostics + lowered.flatMap(\.diagnostics) + diagnostics(timers, options))
  }

  /// What the user should know about timers.
  private static func diagnostics(
    _ timers: [LoweredTimer], _ options: CompilerOptions
  ) -> [Diagnostic] {
    var diagnostics = timers.compactMap { timer in
      timer.lines.cut.map {
        Diagnostic(
          .linesCut(limit: TimerLines.maximumLines, from: $0), at: timer.location,
          uid: timer.reminder.uid)
      }
    }
    let avoided = Set(timers.compactMap(\.lines.avoidedZone)).sorted()
    if options.sharesZoneData {
      diagnostics += avoided.map { Diagnostic(.zoneNotInstalled(name: $0)) }
    } else if !avoided.isEmpty {
      diagnostics.append(
        Diagnostic(
          .zoneDataDiffers(
            own: ZoneDatabase.dataVersion, system: options.systemZoneDataVersion)))
    }
    return diagnostics
  }
}
