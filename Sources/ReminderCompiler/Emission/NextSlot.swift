public import CivilTime

/// What one slot more would bring, in one line for a person.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var few = options
/// few.limit = 3
/// let (plan, next) = Compiler.planAndNext(for: [standUp], few)
/// if let next {
///   let text = NextSlot(plan, next, zone: few.deviceZone).text
///   print(text)  // one slot more: 1 instead of 2 missed before the next renewal
/// }
/// ```
public struct NextSlot {
  private let plan: Plan
  private let next: Plan
  private let zone: Zone

  /// Compares two plans.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - next: The plan with a slot more.
  ///   - zone: The zone of local times.
  public init(_ plan: Plan, _ next: Plan, zone: Zone) {
    self.plan = plan
    self.next = next
    self.zone = zone
  }

  /// The line with its end: the first objective in which the two differ.
  public var text: String { "one slot more: \(difference)\n" }

  private var difference: String {
    let (missed, fewer) = (NextSlot.missedSoon(plan), NextSlot.missedSoon(next))
    if missed != fewer { return "\(fewer) instead of \(missed) missed before the next renewal" }
    if plan.exactUntil != next.exactUntil {
      return next.exactUntil.map { "exact until \(LocalTime($0, in: zone))" }
        ?? "exact to the horizon"
    }
    if plan.repeatsUntil != next.repeatsUntil {
      return next.repeatsUntil.map { "repeats exact until \(LocalTime($0, in: zone))" }
        ?? "repeats exact to the horizon"
    }
    let (leftOut, less) = (NextSlot.leftOut(plan), NextSlot.leftOut(next))
    return leftOut != less ? "\(less) instead of \(leftOut) left out" : "no difference"
  }

  private static func missedSoon(_ plan: Plan) -> Int {
    plan.dropped.reduce(0) { $0 + ($1.reason == .dueNow ? 0 : $1.countBeforeRenewal) }
  }

  private static func leftOut(_ plan: Plan) -> Int {
    plan.dropped.reduce(0) { $0 + ($1.reason == .dueNow ? 0 : $1.count) }
  }
}
