public import CivilTime
package import ICalendar
import ReminderOptions
package import ReminderPlanning
package import ReminderPlans

/// A summary of a plan in one line.
///
/// It counts the fires, the slots, the misses before the next renewal and the unexpected fires, and
/// says until when the plan is exact. Then it counts the left-out reminders and the echoes.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// let plan = Compilation(of: [standUp], options).plan
/// let parts = PlanSummary(plan, zone: options.deviceZone).text.split(separator: ", ")
/// print(parts[1])  // 5 of 64 slots used
/// ```
public struct PlanSummary {
  private let parts: [String]

  package init(parts: [String]) {
    self.parts = parts
  }

  /// Summarizes a plan, optionally with the delays that a device's controls cause.
  public init(_ plan: Plan, delays: Delays? = nil, zone: Zone) {
    parts = [
      EnglishNames.count(plan.fireCount, "fire") + " expected",
      "\(plan.requests.count) of \(EnglishNames.count(plan.limit, "slot")) used",
      MissedBeforeRenewal(plan, zone: zone).text + PlanSummary.unexpected(in: plan, zone: zone),
      PlanSummary.exactness(
        until: plan.exactUntil, repeatsUntil: plan.repeatsUntil, horizonEnd: plan.horizonEnd,
        in: zone),
      PlanSummary.leftOut(plan.dropped, diagnostics: plan.diagnostics)
        + PlanSummary.echoes(plan.verdict.echoes)
        + PlanSummary.ruledOut(plan.ruledOut) + PlanSummary.delays(delays),
    ]
  }

  /// Summarizes the simulation of an app that is opened from time to time.
  public init(_ simulation: AppSimulation, zone: Zone) {
    let verdict = simulation.verdict
    parts = [
      EnglishNames.count(simulation.openings, "opening"),
      EnglishNames.count(simulation.fires.count, "fire"),
      "\(verdict.missedFirst + verdict.missedRepeats) missed",
      "\(verdict.unexpected) unexpected"
        + (simulation.fires.first(where: \.isUnexpected).map {
          " from \(LocalTime($0.at, in: zone))"
        } ?? ""),
      (verdict.exactUntil.map { "exact until \(LocalTime($0, in: zone))" } ?? "exact all the time")
        + PlanSummary.echoes(verdict.echoes) + PlanSummary.delays(simulation.delays),
    ]
  }

  /// The line with a line end.
  public var text: String { parts.joined(separator: ", ") + "\n" }

  /// Returns the number of echoes as a last part; empty for 0.
  package static func echoes(_ number: Int) -> String {
    number == 0 ? "" : number == 1 ? ", 1 echo" : ", \(number) echoes"
  }

  /// Returns the number of excluded reminders as a last part; empty for 0.
  package static func ruledOut(_ number: Int) -> String {
    number == 0 ? "" : ", \(EnglishNames.count(number, "reminder")) left out by rules"
  }

  /// The number of unexpected fires before the horizon's end, as a further part; empty without such
  /// fires.
  private static func unexpected(in plan: Plan, zone: Zone) -> String {
    guard plan.verdict.unexpected > 0 else { return "" }
    let first = plan.requests.compactMap(\.removeBy).min()
    return ", " + EnglishNames.count(plan.verdict.unexpected, "unexpected fire")
      + (first.map { " from \(LocalTime($0, in: zone)) unless renewed" } ?? "")
  }

  /// Returns the numbers of delayed fires and of fires seen too late, as a last part; empty without
  /// controls.
  private static func delays(_ delays: Delays?) -> String {
    delays.map { ", \($0.delayed) delayed, \($0.tooLate) seen too late" } ?? ""
  }

  /// Returns a description of how long a plan is exact.
  package static func exactness(
    until: Instant?, repeatsUntil: Instant?, horizonEnd: Instant, in zone: Zone
  ) -> String {
    let end = "to the horizon (\(LocalTime(horizonEnd, in: zone)))"
    guard let until else {
      guard let repeatsUntil else { return "exact \(end)" }
      return "exact \(end) except for repeats from \(LocalTime(repeatsUntil, in: zone))"
    }
    let exact = "exact until \(LocalTime(until, in: zone))"
    guard let repeatsUntil, repeatsUntil < until else { return exact }
    return exact + ", repeats until \(LocalTime(repeatsUntil, in: zone))"
  }

  /// Returns the numbers of missed fires, of their reminders, and of the parts of the calendars that
  /// errors in `diagnostics` refuse.
  ///
  /// If a timer renews the plan, fires after the renewal are not counted as lost.
  package static func leftOut(
    _ dropped: [DroppedFires], isRenewed: Bool = false, diagnostics: [Diagnostic]
  ) -> String {
    let dueNow = dropped.filter { $0.reason == .dueNow }.reduce(0) { $0 + $1.count }
    let others = dropped.filter {
      $0.reason != .dueNow && (!isRenewed || $0.count > $0.countBeforeRenewal)
    }
    let fires = others.reduce(0) { $0 + $1.count - (isRenewed ? $1.countBeforeRenewal : 0) }
    let reminders = EnglishNames.count(Set(others.map(\.reminder)).count, "reminder")
    let refused = diagnostics.count(where: \.refusesPart)
    return [
      dueNow > 0 ? "\(dueNow) due now" : nil,
      others.isEmpty
        ? nil
        : "\(EnglishNames.count(fires, "fire")) of \(reminders) "
          + (isRenewed ? "left to renewals" : "left out"),
      refused > 0
        ? EnglishNames.count(refused, "part") + " of the calendars refused"
        : others.isEmpty ? "nothing left out" : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension Diagnostic {
  /// Whether a part of a calendar is skipped, such as an event or an alarm.
  fileprivate var refusesPart: Bool {
    location != nil && (severity == .error || code == "action-unsupported")
  }
}

/// A description of the fires that are missed before the next renewal.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// var few = options
/// few.limit = 3
/// let missed = MissedBeforeRenewal(Compilation(of: [standUp], few).plan, zone: few.deviceZone)
/// print(missed.isEmpty)  // false
/// print(missed.text.hasPrefix("2 first alerts of 1 reminder missed"))  // true
/// ```
public struct MissedBeforeRenewal {
  private let dropped: [DroppedFires]
  private let renewal: LocalTime

  /// Makes the description for a plan.
  public init(_ plan: Plan, zone: Zone) {
    self.init(plan.dropped, renewal: plan.renewal, zone: zone)
  }

  /// Makes the description for dropped fires.
  package init(_ dropped: [DroppedFires], renewal: Instant, zone: Zone) {
    // Fires that are due now are reported separately.
    self.dropped = dropped.filter { $0.reason != .dueNow && $0.countBeforeRenewal > 0 }
      .sorted { ($0.first, $0.uid, $0.alarm) < ($1.first, $1.uid, $1.alarm) }
    self.renewal = LocalTime(renewal, in: zone)
  }

  /// Whether no fire is missed.
  public var isEmpty: Bool { dropped.isEmpty }

  /// The numbers of missed fires and of their reminders, with the first titles.
  public var text: String {
    let before = "before the next renewal (\(renewal))"
    let alerts = dropped.filter { $0.reason == .limit }
    let repeats = dropped.filter { $0.reason == .repeatLimit }
    guard !alerts.isEmpty else {
      guard !repeats.isEmpty else { return "nothing missed \(before)" }
      return
        "no first alert but \(MissedBeforeRenewal.sum(of: repeats, noun: "repeat")) missed \(before): "
        + MissedBeforeRenewal.titles(of: repeats)
    }
    let more = repeats.isEmpty ? "" : " and \(MissedBeforeRenewal.sum(of: repeats, noun: "repeat"))"
    return "\(MissedBeforeRenewal.sum(of: alerts, noun: "first alert"))\(more) missed \(before): "
      + MissedBeforeRenewal.titles(of: alerts)
  }

  private static func sum(of dropped: [DroppedFires], noun: String) -> String {
    let reminders = Set(dropped.map(\.reminder)).count
    return EnglishNames.count(dropped.reduce(0) { $0 + $1.countBeforeRenewal }, noun) + " of "
      + EnglishNames.count(reminders, "reminder")
  }

  /// Returns the first different titles, in quotation marks because a title can be any text.
  private static func titles(of dropped: [DroppedFires]) -> String {
    var titles: [String] = []
    for entry in dropped {
      let title = QuotedTitle(entry.title).description
      guard !titles.contains(title) else { continue }
      guard titles.count < QuotedTitle.maximumNamed else {
        return titles.joined(separator: ", ") + " and others"
      }
      titles.append(title)
    }
    return titles.joined(separator: ", ")
  }
}

/// The effect of one more slot, as one line for users.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// var few = options
/// few.limit = 3
/// let compilation = Compilation(of: [standUp], few)
/// if let next = compilation.planWithAdditionalSlot {
///   let text = AdditionalSlot(compilation.plan, next: next, zone: few.deviceZone).text
///   print(text)  // one slot more: 1 instead of 2 missed before the next renewal
/// }
/// ```
public struct AdditionalSlot {
  private let plan: Plan
  private let next: Plan
  private let zone: Zone

  /// Compares a plan with the plan for one more slot.
  public init(_ plan: Plan, next: Plan, zone: Zone) {
    self.plan = plan
    self.next = next
    self.zone = zone
  }

  /// The line with a line end.
  ///
  /// It names the first objective in which the two plans differ.
  public var text: String { "one slot more: \(difference)\n" }

  private var difference: String {
    let (missed, fewer) = (
      sum(in: plan, of: \.countBeforeRenewal), sum(in: next, of: \.countBeforeRenewal)
    )
    if missed != fewer { return "\(fewer) instead of \(missed) missed before the next renewal" }
    if plan.exactUntil != next.exactUntil {
      return next.exactUntil.map { "exact until \(LocalTime($0, in: zone))" }
        ?? "exact to the horizon"
    }
    if plan.repeatsUntil != next.repeatsUntil {
      return next.repeatsUntil.map { "repeats exact until \(LocalTime($0, in: zone))" }
        ?? "repeats exact to the horizon"
    }
    let (leftOut, less) = (sum(in: plan, of: \.count), sum(in: next, of: \.count))
    return leftOut != less ? "\(less) instead of \(leftOut) left out" : "no difference"
  }

  private func sum(in plan: Plan, of count: KeyPath<DroppedFires, Int>) -> Int {
    plan.dropped.reduce(0) { $0 + ($1.reason == .dueNow ? 0 : $1[keyPath: count]) }
  }
}
