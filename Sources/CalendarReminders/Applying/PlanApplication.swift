public import CivilTime
public import ReminderCompiler

/// The result of applying a plan: the steps taken, and the problems that remain.
///
/// With a `plan`:
///
/// ```swift
/// let application = PlanApplication(of: plan, at: plan.now, steps: [], problems: [])
/// print(application.isExact)  // true
/// ```
public struct PlanApplication: Hashable, Sendable, Codable {
  /// A difference between the plan and the pending requests, or a reason to compile again.
  public enum Problem: Hashable, Sendable, Codable {
    /// The system refused to add a request, for this reason.
    case refused(identifier: String, reason: String)
    /// A request was added but is not pending afterwards, because the system dropped it.
    case dropped(identifier: String)
    /// A request that is not in the plan is still pending: it could not be removed, or another
    /// process added it in the meantime.
    case leftOver(identifier: String)
    /// The pending request with this identifier has another content or trigger.
    case different(identifier: String)
    /// The system reports another next fire date than the plan was proven with.
    ///
    /// This is a bug of this library or of the system; please report it.
    case firesOtherwise(
      identifier: String, trigger: String, expected: Instant?, actual: Instant?)
    /// The plan was made for another time zone than the device's: compile again.
    case otherZone(plan: String, device: String)
    /// A plan that was made later had already been applied; nothing was changed.
    case superseded(by: Instant)
    /// The plan expired before it was applied: compile again.
    case outdated(renewBy: Instant)
  }

  /// The instant for which the plan was compiled.
  public let plannedAt: Instant
  /// The instant at which the plan had been applied.
  public let appliedAt: Instant
  /// The identifier of the time zone for which the plan was made.
  public let timeZone: String
  /// The version of the time zone data that this process uses, such as `2025b`.
  public let zoneDataVersion: String
  /// The steps taken, in order, including refused ones.
  public let steps: [PlanDifference.Step]
  /// The number of the plan's requests that are pending.
  public let pendingCount: Int
  /// The remaining differences from the plan, and reasons to compile again.
  public let problems: [Problem]

  /// Whether the pending requests match the plan, so that the plan's guarantees hold.
  public var isExact: Bool { problems.isEmpty }

  /// Makes the result of applying a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - now: The instant at which the plan had been applied.
  ///   - steps: The steps taken, in order.
  ///   - pendingCount: The number of the plan's requests that are pending; nil means all.
  ///   - problems: The remaining differences from the plan.
  public init(
    of plan: Plan, at now: Instant, steps: [PlanDifference.Step], pendingCount: Int? = nil,
    problems: [Problem]
  ) {
    plannedAt = plan.now
    appliedAt = now
    timeZone = plan.deviceZone.identifier
    zoneDataVersion = ZoneDatabase.dataVersion
    self.steps = steps
    self.pendingCount = pendingCount ?? plan.requests.count
    self.problems = problems
  }
}

extension PlanApplication {
  /// A report that a user can send to the app's developers.
  ///
  /// It contains identifiers, triggers and instants, but no calendar text.
  public var report: String {
    var lines = [
      "planned at \(plannedAt), applied at \(appliedAt), \(timeZone), zone data \(zoneDataVersion)",
      "\(steps.count) steps, \(pendingCount) pending, \(problems.count) problems",
    ]
    lines += problems.map(\.description)
    return lines.map { $0 + "\n" }.joined()
  }
}

extension PlanApplication.Problem: CustomStringConvertible {
  /// A description of the problem in one line.
  public var description: String {
    switch self {
    case .refused(let identifier, let reason): "\(identifier): refused: \(reason)"
    case .dropped(let identifier): "\(identifier): added and not pending"
    case .leftOver(let identifier): "\(identifier): pending and not in the plan"
    case .different(let identifier): "\(identifier): pending with another content or trigger"
    case .firesOtherwise(let identifier, let trigger, let expected, let actual):
      "\(identifier): \(trigger): expected \(expected?.description ?? "never"), "
        + "the system says \(actual?.description ?? "never")"
    case .otherZone(let plan, let device): "made for \(plan), the device is in \(device)"
    case .superseded(let later): "a plan of \(later) has been applied"
    case .outdated(let renewBy): "had to be renewed by \(renewBy)"
    }
  }
}
