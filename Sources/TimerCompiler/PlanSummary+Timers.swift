public import CivilTime
public import ReminderCompiler

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
