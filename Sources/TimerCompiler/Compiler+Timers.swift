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
  /// - Returns: The units, proven against what the calendars ask for.
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

  /// What quiet hours do to units.
  ///
  /// - Parameters:
  ///   - plan: The units.
  ///   - components: What they were made of.
  ///   - options: What they were made for.
  ///   - workers: The threads that work at once.
  /// - Returns: The cost; nil where no fire lies in quiet hours.
  package static func quietHoursCost(
    of plan: TimerPlan, for components: [CalendarComponent], _ options: TimerOptions,
    _ workers: Workers
  ) -> String? {
    guard let changes = QuietChanges(of: components, options.compiler) else { return nil }
    var others = options
    others.compiler.quietHours = []
    let other = Compiler.timerPlan(for: components, others, workers)
    return changes.cost(
      in: "timer", (plan.timerCount, plan.exactUntil),
      without: (other.timerCount, other.exactUntil), zone: options.deviceZone)
  }
}

extension PlanSummary {
  /// Sums up systemd units.
  ///
  /// - Parameters:
  ///   - plan: The units.
  ///   - zone: The zone of local times.
  public init(_ plan: TimerPlan, zone: Zone) {
    self.init(parts: [
      EnglishNames.count(plan.fireCount, "fire") + " asked",
      EnglishNames.count(plan.timerCount, "timer"),
      MissedSoon(plan.dropped, renewal: plan.renewal, zone: zone).text,
      PlanSummary.exactness(plan.exactUntil, plan.repeatsUntil, plan.horizonEnd, zone),
      PlanSummary.leftOut(plan.dropped, isRenewed: plan.isRenewed)
        + PlanSummary.echoes(plan.echoes) + PlanSummary.ruledOut(plan.ruledOut),
    ])
  }
}
