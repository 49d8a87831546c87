public import CivilTime
public import ICalendar
import NotificationTriggers
import ReminderOptions
package import ReminderPlanning
import ReminderPlans

/// Simulates an app that updates its requests on a modelled system whenever it is opened.
struct SimulatedApp {
  /// The fires so far, in order of instant, then identifier.
  private(set) var fires: [NotificationCenterModel.Delivery] = []
  /// The instant at which the simulation stopped early; nil if it reached the horizon's end.
  private(set) var cut: Instant?
  private(set) var changes = AppSimulation.Changes()
  /// The number of openings after the first one.
  private(set) var openings = 0
  /// The instant by which the current plan must be renewed; nil for never.
  private(set) var renewBy: Instant?
  let firstPlan: Plan
  var diagnostics: [Diagnostic] {
    firstPlan.diagnostics
      + (itinerary.skipped > 0 ? [Diagnostic(.hoursSkipped(count: itinerary.skipped))] : [])
  }
  let itinerary: Itinerary
  private let compile: (NotificationOptions) -> Plan
  /// The number of compilations that share the search limits.
  ///
  /// The first and the last compilation have full limits, because their results are reported.
  private var compilations = 1
  let options: NotificationOptions
  private let limit: Int
  private var system: NotificationCenterModel
  /// All requests that the app added, indexed by the system's numbers.
  private var added: [Plan.Request] = []
  /// The number of the last request with each identifier.
  private var requests: [String: Int] = [:]
  private var applied: StoredPlan?

  private init(
    _ options: NotificationOptions, itinerary: Itinerary, limit: Int,
    compile: @escaping (NotificationOptions) -> Plan
  ) throws {
    var first = options
    first.pending.setOwn([])
    firstPlan = compile(first)
    self.compile = compile
    self.options = options
    self.itinerary = itinerary
    self.limit = limit
    system = NotificationCenterModel(
      limit: max(0, options.limit - options.pending.foreignCount), now: options.now,
      deviceZone: options.deviceZone)
    try apply(firstPlan)
    changes = AppSimulation.Changes()
    renewBy = firstPlan.renewBy
  }

  static func simulated(
    on target: NotificationTarget, openings: [Instant], itinerary: Itinerary,
    limit: Int = SeriesExpansion.maximumFires,
    compile: @escaping (NotificationOptions) -> Plan
  ) throws -> SimulatedApp {
    let window = target.options.window
    var app = try SimulatedApp(target.device, itinerary: itinerary, limit: limit, compile: compile)
    let openings = openings.filter { $0 > window.lowerBound && $0 < window.upperBound }
    for (index, opening) in openings.enumerated() where app.cut == nil {
      app.compilations = index + 1 < openings.count ? openings.count : 1
      app.travel(through: opening)
      guard app.cut == nil else { break }
      try app.open(at: opening)
      app.openings += 1
    }
    app.travel(through: window.upperBound + -1)
    return app
  }

  /// Opens the app.
  ///
  /// It removes expired requests, compiles, and applies the difference.
  private mutating func open(at instant: Instant) throws {
    let expired = requests.values.lazy.map { [added] in added[$0] }
      .filter { $0.removeBy.map { $0 <= instant } ?? false }
    system.remove(Set(expired.map(\.identifier)))
    var options = options
    options.now = instant
    options.deviceZone = system.deviceZone
    options.compiler.sharers = compilations
    options.pending.setOwn(system.requests.map(\.identifier))
    let plan = compile(options)
    try apply(plan)
    renewBy = plan.renewBy
  }

  private mutating func apply(_ plan: Plan) throws {
    let new = try StoredPlan(plan)
    try apply(PlanDifference(from: pending, to: new), of: plan)
    applied = new
  }

  /// The requests of the last plan that are still pending.
  private var pending: StoredPlan {
    let identifiers = Set(system.requests.map(\.identifier))
    return (applied ?? StoredPlan()).keeping(identifiers)
  }

  private mutating func apply(_ difference: PlanDifference, of plan: Plan) {
    let new = Dictionary(uniqueKeysWithValues: plan.requests.map { ($0.identifier, $0) })
    for step in difference.steps {
      switch step {
      case .remove(let identifier):
        system.remove([identifier])
        changes.removed += 1
      case .replace(let identifier):
        add(new[identifier])
        changes.replaced += 1
      case .add(let identifier):
        add(new[identifier])
        changes.added += 1
      }
    }
    // An untouched request keeps its content but may have a later `removeBy`.
    for identifier in difference.untouched {
      guard let request = new[identifier], let place = requests[identifier] else { continue }
      added[place] = request
    }
  }

  private mutating func add(_ request: Plan.Request?) {
    guard let request else { return }
    // An interval that is added late fires at other times.
    let from = request.countsFrom.flatMap {
      system.now - $0 <= IntervalForm.longestDelay ? $0 : nil
    }
    requests[request.identifier] = system.add(
      request.identifier, trigger: request.trigger, countedFrom: from)
    added.append(request)
  }

  /// Advances the system to an instant, through all changes of the device's zone.
  ///
  /// At the same instant, the zone changes before the app opens.
  private mutating func travel(through end: Instant) {
    for change in itinerary.changes where change.at >= system.now && change.at <= end {
      advance(through: change.at)
      if cut == nil { system.move(to: change.zone) }
    }
    advance(through: end)
  }

  /// Advances the system to an instant, including fires at it, because the app opens after them.
  private mutating func advance(through end: Instant) {
    guard cut == nil else { return }
    let passed = system.advance(to: end, limit: limit - fires.count)
    cut = passed.cut
    fires += passed.deliveries.sorted { [added] in
      ($0.at, added[$0.request].identifier) < ($1.at, added[$1.request].identifier)
    }
  }
}

extension SimulatedApp {
  func request(of fire: NotificationCenterModel.Delivery) -> Plan.Request { added[fire.request] }

  /// Returns whether the request should have been removed before the fire.
  ///
  /// Such a fire is unexpected and answers nothing, even if it coincides with an expected one.
  func isOverstaying(_ fire: NotificationCenterModel.Delivery) -> Bool {
    added[fire.request].removeBy.map { $0 <= fire.at } ?? false
  }
}

/// The simulation of an app that is opened from time to time.
///
/// At each opening, the app compiles its calendars, removes requests whose `removeBy` has passed,
/// and applies the difference to the pending requests. Between openings, the system fires its
/// requests.
///
/// With `standUp` and `options` of the example of ``Compilation``:
///
/// ```swift
/// var payday = standUp
/// payday.rules = [try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR")]
/// var few = options
/// few.limit = 3
/// let openings = (1...6).map { few.now + $0 * 60 * 86_400 }
/// let simulation = try Compilation(of: [payday], few).appSimulation(openings: openings)
/// print(simulation.openings, simulation.verdict.missedFirst)  // 6 0
/// ```
public struct AppSimulation: Sendable {
  /// The numbers of changed requests.
  public struct Changes: Hashable, Sendable {
    /// The number of removed requests.
    public internal(set) var removed = 0
    /// The number of requests that replaced one with the same identifier.
    public internal(set) var replaced = 0
    /// The number of added requests.
    public internal(set) var added = 0
  }

  /// The fires, in order of instant, then identifier.
  public let fires: [ListedFire]
  /// The result of comparing the fires with the expected ones between now and the horizon.
  public let verdict: Verdict
  /// The number of openings after now.
  public let openings: Int
  /// The changes in all openings after now.
  public let changes: Changes
  /// The instant by which the last plan must be renewed; nil for never before its horizon.
  public let renewBy: Instant?
  /// The diagnostics of the first plan and of the simulation.
  public let diagnostics: [Diagnostic]
  /// The delays by a device's controls; nil without ``SystemControls``.
  public let delays: Delays?
}
