public import CivilTime
public import ICalendar
public import ReminderCompiler
package import WorkSharing

extension TimerPlan {
  /// Compiles systemd units.
  ///
  /// - Parameters:
  ///   - components: The components of all files, in any order.
  ///   - options: The instant, the machine and the number of timers.
  public init(of components: [CalendarComponent], _ options: TimerOptions) {
    self.init(of: components, options, workers: .one)
  }

  /// Compiles systemd units on several threads.
  package init(
    of components: [CalendarComponent], _ options: TimerOptions, workers: Workers
  ) {
    self.init(
      of: Expansion(components, options: options.compiler, workers: workers), options,
      workers: workers)
  }

  /// Compiles systemd units of expanded calendars.
  package init(of expansion: Expansion, _ options: TimerOptions, workers: Workers) {
    self = SystemdTarget(options, for: expansion).compile(expansion, workers: workers)
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
      PlanSummary.exactness(
        until: plan.exactUntil, repeatsUntil: plan.repeatsUntil, horizonEnd: plan.horizonEnd,
        in: zone),
      PlanSummary.leftOut(plan.dropped, isRenewed: plan.isRenewed, diagnostics: plan.diagnostics)
        + PlanSummary.echoes(plan.echoes) + PlanSummary.ruledOut(plan.ruledOut),
    ])
  }
}
