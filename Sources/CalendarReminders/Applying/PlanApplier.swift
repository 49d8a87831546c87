public import CivilTime
import NotificationTriggers
public import ReminderCompiler

/// Makes a device's pending requests match a plan.
///
/// It reads the pending requests and applies the difference to the plan step by step. A crash
/// between two steps never loses a request that ranks above the one being changed. Then it checks
/// that every request is pending, and compares the next fire date that the system reports with the
/// date that the plan was proven with.
///
/// With a `memory` as in the example of ``NotificationStore``, and a `plan` for a daily meeting on
/// five weekdays:
///
/// ```swift
/// let applier = PlanApplier(memory, now: { plan.now })
/// let applied = try await applier.apply(plan)
/// print(applied.isExact, applied.steps.count)  // true 5
/// print(try await applier.apply(plan).steps.isEmpty)  // true
/// ```
///
/// Concurrent calls are applied one after another. A plan is not applied if a plan made later has
/// been passed to this applier. If another process changes the pending requests in the meantime,
/// the applier makes up to three passes, then reports the remaining differences.
public actor PlanApplier {
  private let store: any NotificationStore
  private let now: @Sendable () -> Instant
  /// The instant for which the latest plan so far was compiled.
  private var newest: Instant?
  /// The most recently started application, which the next one waits for.
  private var running: Task<PlanApplication, any Error>?

  /// The number of passes: the second retries failed steps, and the third handles changes that
  /// other processes made in the meantime.
  private static let maximumPasses = 3

  /// Makes an applier.
  ///
  /// - Parameters:
  ///   - store: The store of the pending requests.
  ///   - now: The clock.
  public init(_ store: any NotificationStore, now: @escaping @Sendable () -> Instant) {
    self.store = store
    self.now = now
  }

  /// Applies a plan.
  ///
  /// - Parameter plan: The plan.
  /// - Throws: The store's error if it cannot list its requests, or a cancellation error. The steps
  ///   taken so far are safe to keep, and you can apply the plan again later.
  /// - Returns: The steps taken, and the remaining problems.
  public func apply(_ plan: Plan) async throws -> PlanApplication {
    if let newest, plan.now < newest {
      // The plan ignores the user's responses since it was compiled.
      return PlanApplication(
        of: plan, at: now(), steps: [], pendingCount: 0, problems: [.superseded(by: newest)])
    }
    newest = plan.now
    let before = running
    let task = Task {
      // The caller of the previous application receives its errors.
      _ = await before?.result
      return try await ApplicationRun(plan, store: store, now: now).perform(
        passes: PlanApplier.maximumPasses)
    }
    running = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// One application of a plan, in several passes if necessary.
struct ApplicationRun {
  private let plan: Plan
  private let store: any NotificationStore
  private let now: @Sendable () -> Instant
  private var steps: [PlanDifference.Step] = []
  /// The reasons for refused requests, by identifier.
  private var refused: [String: String] = [:]
  /// The error of a failed removal that was to free a slot; nil if no such removal failed.
  private var crowded: String?

  init(_ plan: Plan, store: any NotificationStore, now: @escaping @Sendable () -> Instant) {
    self.plan = plan
    self.store = store
    self.now = now
  }

  /// Repeats passes until the pending requests match the plan, `passes` times at most.
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

  /// Returns the steps that are left, without requests that would never fire again.
  private func difference(from pending: [ScheduledRequest]) throws -> PlanDifference {
    // Don't make room for requests that were refused.
    let wanted = plan.withoutPast(at: now()).without(Set(refused.keys))
    return try PlanDifference(from: StoredPlan(pending: pending.map(\.request)), to: wanted)
  }

  /// Takes a step.
  ///
  /// `makesRoom` says whether a removal frees a slot for a later addition.
  private mutating func take(_ step: PlanDifference.Step, makesRoom: Bool) async {
    switch step {
    case .add(let identifier), .replace(let identifier):
      guard let request = plan.request(withIdentifier: identifier) else { return }
      await add(request)
    case .remove(let identifier):
      // If the request that replaces this one was refused, keep the outdated one: it is better than
      // none. If the slot is needed, remove it anyway, or the system would drop other requests.
      guard makesRoom || !refused.keys.contains(where: { $0.isOfSameAlarm(as: identifier) })
      else { return }
      do {
        try await store.remove([identifier])
      } catch {
        // The next pass tries again.
        if makesRoom { crowded = "\(error)" }
      }
    }
    steps.append(step)
  }

  /// Adds a request, and retries once in case the error is transient.
  private mutating func add(_ request: Plan.Request) async {
    if let from = request.countsFrom, now() - from > ApplicationRun.longestDelay {
      refused[request.identifier] = "its alerts are counted from \(from); compile again"
      return
    }
    for _ in 0..<ApplicationRun.tries {
      do {
        try await store.add(request)
        refused[request.identifier] = nil
        return
      } catch {
        refused[request.identifier] = "\(error)"
      }
    }
  }

  /// The longest time from the instant from which a request is counted to its adding, in seconds:
  /// a minute of the compilation, and one of this run.
  private static let longestDelay = 2 * IntervalForm.longestDelay

  /// The number of attempts to add a request.
  private static let tries = 2

  /// Compares the pending requests with the plan and returns the result.
  private func account() async throws -> PlanApplication {
    let before = now()
    let pending = try await store.pending()
    let after = max(before, now())
    var problems = zoneProblems()
    if let renewBy = plan.renewBy, renewBy <= after { problems.append(.outdated(renewBy: renewBy)) }
    if plan.horizonEnd <= after { problems.append(.outdated(renewBy: plan.horizonEnd)) }
    let known = Dictionary(
      pending.map { ($0.request.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    // A request may have fired for the last time between the two instants.
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
      } else if let problem = fireProblem(
        of: found, for: request, requested: before, answered: after)
      {
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

  /// Compares the next fire date that the system reports with the model's.
  ///
  /// The system's answer may be for any instant from `requested` to `answered`.
  private func fireProblem(
    of found: ScheduledRequest, for request: Plan.Request, requested: Instant, answered: Instant
  ) -> PlanApplication.Problem? {
    // For intervals, the system counts from now instead of from when the request was added.
    guard case .calendar(let trigger) = request.trigger, let actual = found.nextFire else {
      return nil
    }
    let zone =
      store.deviceZoneIdentifier.map { $0 == plan.deviceZone.identifier } == false
      ? nil : plan.deviceZone
    // In another zone, the model's fire dates of a floating trigger don't apply.
    guard zone != nil || trigger.zone != .floating else { return nil }
    let (first, last) = (
      trigger.nextFire(after: requested, deviceZone: plan.deviceZone),
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
  fileprivate var zoneText: String {
    switch zone {
    case .floating: "on the device's clock"
    case .pinned(let zone): zone.identifier
    }
  }
}
