import CalendarReminders
import Testing

/// The examples of what an app does with a plan.
@Suite(.printsAll) struct ApplyingExamples: StandUpExample {
  let standUp: CalendarComponent
  let options: NotificationOptions
  private let plan: Plan
  private let memory = KeptRequests()

  init() throws {
    (standUp, options) = try Self.given()
    plan = Compiler.plan(for: [standUp], options)
  }

  @Test func notificationStore() async throws {
    actor Memory: NotificationStore {
      var requests: [String: Plan.Request] = [:]
      func pending() -> [PendingNotification] {
        requests.values.map {
          PendingNotification(
            PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint))
        }
      }
      func add(_ request: Plan.Request) { requests[request.identifier] = request }
      func remove(_ identifiers: [String]) {
        for identifier in identifiers { requests[identifier] = nil }
      }
    }
    print(await Memory().pending().isEmpty)  // true
  }

  @Test func pendingNotification() throws {
    let water = PendingNotification(PendingRequest(identifier: "drink water"))
    print(water.request.identifier, water.nextFire == nil)  // drink water true
  }

  @Test func planApplier() async throws {
    let applier = PlanApplier(memory, now: { plan.now })
    let applied = try await applier.apply(plan)
    print(applied.isExact, applied.steps.count)  // true 5
    print(try await applier.apply(plan).steps.isEmpty)  // true
  }

  @Test func planApplication() throws {
    let application = PlanApplication(of: plan, at: plan.now, steps: [], problems: [])
    print(application.isExact)  // true
  }

  @Test func readingOptionsForACompilation() throws {
    print(ReadingOptions(for: options).firesFrom!)  // 2028-01-01T07:00:00Z
  }

  @Test func complaint() throws {
    func complaint(about application: PlanApplication) -> String? {
      application.isExact ? nil : application.report
    }
    let application = PlanApplication(of: plan, at: plan.now, steps: [], problems: [])
    print(complaint(about: application) == nil)  // true
  }

  @Test func earliestRefresh() throws {
    print(plan.renewal, plan.earliestRefresh)  // 2028-01-10T07:00:00Z 2028-01-09T07:00:00Z
  }
}

/// Requests as a device keeps them.
private actor KeptRequests: NotificationStore {
  private var requests: [String: Plan.Request] = [:]

  func pending() -> [PendingNotification] {
    requests.values.map {
      PendingNotification(
        PendingRequest(identifier: $0.identifier, fingerprint: $0.fingerprint))
    }
  }

  func add(_ request: Plan.Request) { requests[request.identifier] = request }

  func remove(_ identifiers: [String]) {
    for identifier in identifiers { requests[identifier] = nil }
  }
}
