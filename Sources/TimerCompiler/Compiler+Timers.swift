public import CivilTime
public import ICalendar
public import ReminderCompiler
package import WorkSharing

extension Compiler {
  /// Compiles systemd units.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the machine and the number of timers.
  /// - Returns: The units, with the proof of their fire dates.
  public static func timerPlan(
    for components: [CalendarComponent], _ options: TimerOptions
  ) -> TimerPlan {
    timerPlan(for: components, options, .one)
  }

  /// Compiles systemd units on several threads.
  package static func timerPlan(
    for components: [CalendarComponent], _ options: TimerOptions, _ workers: Workers
  ) -> TimerPlan {
    let expansion = Expansion(components, options.compiler, workers)
    let target = SystemdTarget(options, for: expansion)
    return compile(expansion, for: target, workers)
  }

  /// Describes the effect of quiet hours on units.
  ///
  /// - Parameters:
  ///   - plan: The units.
  ///   - components: The components from which the units were compiled.
  ///   - options: The options with which the units were compiled.
  ///   - workers: The threads to use.
  /// - Returns: The effect in words; nil if no fires are in quiet hours.
  package static func quietHoursCost(
    of plan: TimerPlan, for components: [CalendarComponent], _ options: TimerOptions,
    _ workers: Workers
  ) -> String? {
    guard let changes = QuietHoursEffect(of: components, options.compiler) else { return nil }
    var others = options
    others.compiler.quietHours = []
    let other = Compiler.timerPlan(for: components, others, workers)
    return changes.cost(
      in: "timer", (plan.timerCount, plan.exactUntil),
      without: (other.timerCount, other.exactUntil), zone: options.deviceZone)
  }
}

extension PlanSummary {
  /// Summarizes systemd units.
  ///
  /// - Parameters:
  ///   - plan: The units.
  ///   - zone: The time zone of the summary.
  public init(_ plan: TimerPlan, zone: Zone) {
    self.init(parts: [
      EnglishNames.count(plan.fireCount, "fire") + " expected",
      EnglishNames.count(plan.timerCount, "timer"),
      MissedBeforeRenewal(plan.dropped, renewal: plan.renewal, zone: zone).text,
      PlanSummary.exactness(plan.exactUntil, plan.repeatsUntil, plan.horizonEnd, zone),
      PlanSummary.leftOut(plan.dropped, isRenewed: plan.isRenewed, plan.diagnostics)
        + PlanSummary.echoes(plan.echoes) + PlanSummary.ruledOut(plan.ruledOut),
    ])
  }
}
