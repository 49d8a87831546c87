public import CivilTime
import NotificationTriggers
public import ReminderCompiler

/// Brings what is pending on a device to what a plan has.
///
/// It asks for what is pending, takes the steps of the difference in the order in which a crash
/// between any two loses nothing that matters more than what is being changed, looks afterwards
/// whether everything is there, and holds what the system says of each next fire against the model
/// that the plan was proven with.
///
/// With a `memory` as that of ``NotificationStore``, and a `plan` for a stand-up on five weekdays:
///
/// ```swift
/// let applier = PlanApplier(memory, now: { plan.now })
/// let applied = try await applier.apply(plan)
/// print(applied.isExact, applied.steps.count)  // true 5
/// print(try await applier.apply(plan).steps.isEmpty)  // true
/// ```
///
/// Plans that are applied at once are applied one after another; one that was made before another
/// that has been handed in is not. Where somebody else changes what
/// is pending meanwhile, such as another process, it goes over it again a few times, and says what
/// is left.
public actor PlanApplier {
  private let store: any NotificationStore
  private let now: @Sendable () -> Instant
  /// The instant of the newest plan that was handed in.
  private var newest: Instant?
  /// The application that is under way.
  private var running: Task<PlanApplication, any Error>?

  /// How often what is pending is gone over: the second time for what failed once, the third for
  /// what somebody else did meanwhile.
  private static let maximumPasses = 3

  /// Makes an applier.
  ///
  /// - Parameters:
  ///   - store: What keeps the requests.
  ///   - now: The clock.
  public init(_ store: any NotificationStore, now: @escaping @Sendable () -> Instant) {
    self.store = store
    self.now = now
  }

  /// Applies a plan.
  ///
  /// - Parameter plan: The plan.
  /// - Throws: Why the store can't tell what is pending, or that the task was cancelled: what was
  ///   done so far is safe to be left, and to be gone on with later.
  /// - Returns: What was done, and what is not as the plan has it.
  public func apply(_ plan: Plan) async throws -> PlanApplication {
    if let newest, plan.now < newest {
      // It knows nothing of what a user has done since.
      return PlanApplication(
        of: plan, at: now(), steps: [], pendingCount: 0, problems: [.superseded(by: newest)])
    }
    newest = plan.now
    let before = running
    let task = Task {
      // Whether the one before has succeeded is told to who asked for it.
      _ = await before?.result
      return try await Application(plan, store, now).perform(passes: PlanApplier.maximumPasses)
    }
    running = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
