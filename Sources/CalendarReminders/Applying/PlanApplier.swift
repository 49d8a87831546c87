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

/// One application of a plan.
struct Application {
  private let plan: Plan
  private let store: any NotificationStore
  private let now: @Sendable () -> Instant
  /// What was done.
  private var steps: [PlanDifference.Step] = []
  /// What was refused, and why, by identifier.
  private var refused: [String: String] = [:]
  /// Why there is no room for more; nil where there is.
  private var crowded: String?

  /// Prepares to apply a plan.
  init(_ plan: Plan, _ store: any NotificationStore, _ now: @escaping @Sendable () -> Instant) {
    self.plan = plan
    self.store = store
    self.now = now
  }

  /// Goes over what is pending until it is as the plan has it, or as often as that is worth.
  func perform(passes: Int) async throws -> PlanApplication {
    var application = self
    for _ in 0..<passes {
      let pending = try await application.store.pending()
      let difference = try application.difference(from: pending)
      if difference.isEmpty { break }
      let lastAddition = difference.steps.lastIndex { step in
        if case .add = step { true } else { false }
      }
      application.crowded = nil
      for (index, step) in difference.steps.enumerated() where application.crowded == nil {
        try Task.checkCancellation()
        await application.take(step, makesRoom: index < lastAddition ?? 0)
      }
    }
    return try await application.account()
  }

  /// What is to do: a request that would fire no more is none.
  private func difference(from pending: [PendingNotification]) throws -> PlanDifference {
    // For what is refused, no room is made any more.
    let wanted = plan.withoutPast(at: now()).without(Set(refused.keys))
    return try PlanDifference(from: StoredPlan(pending: pending.map(\.request)), to: wanted)
  }

  /// Takes a step; what is removed may make room for what is still to be added.
  private mutating func take(_ step: PlanDifference.Step, makesRoom: Bool) async {
    switch step {
    case .add(let identifier), .replace(let identifier):
      guard let request = plan.request(withIdentifier: identifier) else { return }
      await add(request)
    case .remove(let identifier):
      // What it reminds of, another one was to remind of that was refused: better one that is old
      // than none. But with more than there is room for, the system would drop those of others.
      guard makesRoom || !refused.keys.contains(where: { $0.isOfSameAlarm(as: identifier) })
      else { return }
      do {
        try await store.remove([identifier])
      } catch {
        // It is tried again when what is pending is gone over the next time.
        if makesRoom { crowded = "\(error)" }
      }
    }
    steps.append(step)
  }

  /// Adds a request, and once more where it is refused: for a fault that passes.
  private mutating func add(_ request: Plan.Request) async {
    for _ in 0..<Application.tries {
      do {
        try await store.add(request)
        refused[request.identifier] = nil
        return
      } catch {
        refused[request.identifier] = "\(error)"
      }
    }
  }

  /// How often a request is added that is refused.
  private static let tries = 2

  /// What became of it all.
  private func account() async throws -> PlanApplication {
    let before = now()
    let pending = try await store.pending()
    let after = max(before, now())
    var problems = zoneProblems()
    if let renewBy = plan.renewBy, renewBy <= after { problems.append(.outdated(renewBy: renewBy)) }
    if plan.horizonEnd <= after { problems.append(.outdated(renewBy: plan.horizonEnd)) }
    let known = Dictionary(
      pending.map { ($0.request.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    // Between the two instants a request may have fired for the last time.
    let lasting = plan.withoutPast(at: after).requests
    for request in lasting {
      let identifier = request.identifier
      guard let found = known[identifier] else {
        problems.append(
          (refused[identifier] ?? crowded).map { .refused(identifier: identifier, reason: $0) }
            ?? .dropped(identifier: identifier))
        continue
      }
      if found.request.fingerprint != request.fingerprint {
        problems.append(
          refused[identifier].map { .refused(identifier: identifier, reason: $0) }
            ?? .different(identifier: identifier))
      } else if let problem = fireProblem(found, request, asked: before, answered: after) {
        problems.append(problem)
      }
    }
    let wanted = Set(plan.requests.map(\.identifier))
    problems += pending.map(\.request.identifier)
      .filter { RequestIdentifier.isOwn($0) && !wanted.contains($0) }.sorted()
      .map { .leftOver(identifier: $0) }
    return PlanApplication(
      of: plan, at: after, steps: steps,
      pendingCount: plan.requests.count { known[$0.identifier] != nil }, problems: problems)
  }

  private func zoneProblems() -> [PlanApplication.Problem] {
    guard let device = store.deviceZoneIdentifier, device != plan.deviceZone.identifier else {
      return []
    }
    return [.otherZone(plan: plan.deviceZone.identifier, device: device)]
  }

  /// Holds what the system says of a next fire against what the model says, which the answer may be
  /// of any instant between the question and itself.
  private func fireProblem(
    _ found: PendingNotification, _ request: Plan.Request, asked: Instant, answered: Instant
  ) -> PlanApplication.Problem? {
    // An interval counts from when its request was added, and the system says it from now.
    guard case .calendar(let trigger) = request.trigger, let actual = found.nextFire else {
      return nil
    }
    let zone =
      store.deviceZoneIdentifier.map { $0 == plan.deviceZone.identifier } == false
      ? nil : plan.deviceZone
    // Where a trigger floats in another zone, the model was asked about the wrong clock.
    guard zone != nil || trigger.zone != .floating else { return nil }
    let (first, last) = (
      trigger.nextFire(after: asked, deviceZone: plan.deviceZone),
      trigger.nextFire(after: answered, deviceZone: plan.deviceZone)
    )
    guard actual != first, actual != last else { return nil }
    return .firesOtherwise(
      identifier: request.identifier, trigger: "\(trigger.pattern) \(trigger.zoneText)",
      expected: last, actual: actual)
  }
}

extension String {
  /// Whether the request with this identifier serves the same alarm as another one.
  fileprivate func isOfSameAlarm(as other: String) -> Bool {
    RequestIdentifier.prefix(of: self) == RequestIdentifier.prefix(of: other)
  }
}

extension CalendarTrigger {
  /// The zone, for people.
  fileprivate var zoneText: String {
    switch zone {
    case .floating: "on the device's clock"
    case .pinned(let zone): zone.identifier
    }
  }
}
