public import CivilTime

/// What a plan does, in one line: fires asked, slots, exact until when, what is left out.
public struct PlanSummary {
  private let parts: [String]

  /// Sums up a plan for a device.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - zone: The zone of local times.
  public init(_ plan: Plan, zone: Zone) {
    parts = [
      PlanSummary.count(plan.fireCount, "fire") + " asked",
      "\(plan.requests.count) of \(PlanSummary.count(plan.limit, "slot")) used",
      PlanSummary.exactness(plan.exactUntil, plan.horizonEnd, zone),
      PlanSummary.leftOut(plan.dropped),
    ]
  }

  /// Sums up systemd units.
  ///
  /// - Parameters:
  ///   - plan: The units.
  ///   - zone: The zone of local times.
  public init(_ plan: TimerPlan, zone: Zone) {
    parts = [
      PlanSummary.count(plan.fireCount, "fire") + " asked",
      PlanSummary.count(plan.timerCount, "timer"),
      PlanSummary.exactness(plan.exactUntil, plan.horizonEnd, zone),
      PlanSummary.leftOut(plan.dropped),
    ]
  }

  /// The line with its end.
  public var text: String { parts.joined(separator: ", ") + "\n" }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func exactness(_ until: Instant?, _ horizonEnd: Instant, _ zone: Zone) -> String {
    guard let until else { return "exact to the horizon (\(LocalTime(horizonEnd, in: zone)))" }
    return "exact until \(LocalTime(until, in: zone))"
  }

  private static func leftOut(_ dropped: [Plan.Dropped]) -> String {
    guard !dropped.isEmpty else { return "nothing left out" }
    let fires = dropped.reduce(0) { $0 + $1.count }
    let reminders = Set(dropped.map { [$0.uid, String($0.alarm)] }).count
    return "\(count(fires, "fire")) of \(count(reminders, "reminder")) left out"
  }
}
