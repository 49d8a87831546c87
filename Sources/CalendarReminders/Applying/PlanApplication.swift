public import CivilTime
public import ReminderCompiler

/// What became of a plan that was applied: what was done, and what is not as it should be.
///
/// With a `plan`:
///
/// ```swift
/// let application = PlanApplication(of: plan, at: plan.now, steps: [], problems: [])
/// print(application.isExact)  // true
/// ```
public struct PlanApplication: Hashable, Sendable, Codable {
  /// Something that is not as the plan has it.
  public enum Problem: Hashable, Sendable, Codable {
    /// The system refused a request, and says why.
    case refused(identifier: String, reason: String)
    /// A request was added, and is not pending afterwards: the system has dropped it.
    case dropped(identifier: String)
    /// A request that the plan doesn't have is still pending: it could not be removed, or somebody
    /// else has added it meanwhile.
    case leftOver(identifier: String)
    /// What is pending under an identifier shows something else, or at other times.
    case different(identifier: String)
    /// The system says another next fire than the plan was proven with: a fault of ours, or of the
    /// system, that its makers want to hear of.
    case firesOtherwise(
      identifier: String, trigger: String, expected: Instant?, actual: Instant?)
    /// The plan was made for another time zone than the device has: compile again.
    case otherZone(plan: String, device: String)
    /// A plan that was made later has been applied before: nothing was done.
    case superseded(by: Instant)
    /// The plan doesn't reach up to now: compile again.
    case outdated(renewBy: Instant)
  }

  /// The instant that the plan was made for.
  public let plannedAt: Instant
  /// When it had been applied.
  public let appliedAt: Instant
  /// The time zone that it was made for.
  public let timeZone: String
  /// The version of the zone data that it was made with, such as `2025b`.
  public let zoneDataVersion: String
  /// What was done, in order; refused steps among it.
  public let steps: [PlanDifference.Step]
  /// How many requests of the plan are pending.
  public let pendingCount: Int
  /// What is not as the plan has it.
  public let problems: [Problem]

  /// Whether all that is pending is as the plan has it, so that what it promises holds.
  public var isExact: Bool { problems.isEmpty }

  /// Makes the account of an application.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - now: When it had been applied.
  ///   - steps: What was done.
  ///   - pendingCount: How many requests of the plan are pending; nil for all.
  ///   - problems: What is not as the plan has it.
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
  /// What a user can send to the app's makers where something is wrong: identifiers, triggers and
  /// instants, and nothing that a calendar says.
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
  /// What is wrong, in a line.
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
