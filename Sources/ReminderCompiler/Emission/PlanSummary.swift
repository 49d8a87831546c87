public import CivilTime

/// A summary of a plan in one line.
///
/// It says until when the plan is exact. It counts the fires, the slots, the misses before the next
/// renewal, the left-out reminders, the echoes and the fires that can overrun.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// let plan = Compiler.plan(for: [standUp], options)
/// let parts = PlanSummary(plan, zone: options.deviceZone).text.split(separator: ", ")
/// print(parts[1])  // 5 of 64 slots used
/// ```
public struct PlanSummary {
  private let parts: [String]

  /// Makes a line of its parts.
  package init(parts: [String]) {
    self.parts = parts
  }

  /// Sums up a plan for a device.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - zone: The zone of local times.
  public init(_ plan: Plan, zone: Zone) { self.init(plan, nil, zone: zone) }

  /// Sums up a plan for a device that keeps notifications for later.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - delays: What is seen later; nil where nobody asked.
  ///   - zone: The zone of local times.
  init(_ plan: Plan, _ delays: Delays?, zone: Zone) {
    parts = [
      EnglishNames.count(plan.fireCount, "fire") + " asked",
      "\(plan.requests.count) of \(EnglishNames.count(plan.limit, "slot")) used",
      MissedSoon(plan, zone: zone).text,
      PlanSummary.exactness(plan.exactUntil, plan.repeatsUntil, plan.horizonEnd, zone),
      PlanSummary.leftOut(plan.dropped) + PlanSummary.echoes(plan.verdict.echoes)
        + PlanSummary.ruledOut(plan.ruledOut) + PlanSummary.overruns(plan, zone)
        + PlanSummary.delays(delays),
    ]
  }

  /// Sums up what an app did that was opened now and then.
  ///
  /// - Parameters:
  ///   - playback: What it did.
  ///   - zone: The zone of local times.
  public init(_ playback: Playback, zone: Zone) {
    let verdict = playback.verdict
    parts = [
      EnglishNames.count(playback.openings, "opening"),
      EnglishNames.count(playback.fires.count, "fire"),
      "\(verdict.missedFirst + verdict.missedRepeats) missed", "\(verdict.spurious) spurious",
      (verdict.exactUntil.map { "exact until \(LocalTime($0, in: zone))" } ?? "exact all the time")
        + PlanSummary.echoes(verdict.echoes) + PlanSummary.delays(playback.delays),
    ]
  }

  /// The line with its end.
  public var text: String { parts.joined(separator: ", ") + "\n" }

  /// How many echoes there are, as a last part; nothing where there are none.
  package static func echoes(_ number: Int) -> String {
    number == 0 ? "" : number == 1 ? ", 1 echo" : ", \(number) echoes"
  }

  /// How many reminders rules leave out, as a last part; nothing where they leave out none.
  package static func ruledOut(_ number: Int) -> String {
    number == 0 ? "" : ", \(EnglishNames.count(number, "reminder")) left out by rules"
  }

  /// The unexpected fires before the horizon's end of requests that are not removed in time, as a last
  /// part; empty without such fires.
  private static func overruns(_ plan: Plan, _ zone: Zone) -> String {
    guard plan.verdict.spurious > 0, let first = plan.requests.compactMap(\.removeBy).min() else {
      return ""
    }
    return ", \(EnglishNames.count(plan.verdict.spurious, "fire")) can overrun if the app isn't "
      + "opened by \(LocalTime(first, in: zone))"
  }

  /// How many fires are seen later, and how many of them too late, as a last part; nothing where
  /// nobody asked.
  private static func delays(_ delays: Delays?) -> String {
    delays.map { ", \($0.delayed) delayed, \($0.tooLate) seen too late" } ?? ""
  }

  package static func exactness(
    _ until: Instant?, _ repeatsUntil: Instant?, _ horizonEnd: Instant, _ zone: Zone
  ) -> String {
    let end = "to the horizon (\(LocalTime(horizonEnd, in: zone)))"
    guard let until else {
      guard let repeatsUntil else { return "exact \(end)" }
      return "exact \(end) but for repeats from \(LocalTime(repeatsUntil, in: zone))"
    }
    let exact = "exact until \(LocalTime(until, in: zone))"
    guard let repeatsUntil, repeatsUntil < until else { return exact }
    return exact + ", repeats until \(LocalTime(repeatsUntil, in: zone))"
  }

  /// How much is left out, of how many reminders.
  ///
  /// Where a timer renews the plan, what comes after it is not lost.
  package static func leftOut(_ dropped: [DroppedFires], isRenewed: Bool = false) -> String {
    let dueNow = dropped.filter { $0.reason == .dueNow }.reduce(0) { $0 + $1.count }
    let now = dueNow > 0 ? "\(dueNow) due now, " : ""
    let others = dropped.filter {
      $0.reason != .dueNow && (!isRenewed || $0.count > $0.countBeforeRenewal)
    }
    guard !others.isEmpty else { return now + "nothing left out" }
    let fires = others.reduce(0) { $0 + $1.count - (isRenewed ? $1.countBeforeRenewal : 0) }
    let reminders = Set(others.map(\.reminder)).count
    return now
      + "\(EnglishNames.count(fires, "fire")) of \(EnglishNames.count(reminders, "reminder")) "
      + (isRenewed ? "left to renewals" : "left out")
  }
}
