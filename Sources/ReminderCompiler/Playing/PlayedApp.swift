public import CivilTime
public import ICalendar
import NotificationTriggers

/// An app that keeps the requests of a modelled system up to date whenever it is opened.
struct PlayedApp {
  /// What has fired so far, by instant, then identifier.
  private(set) var fires: [PendingRequests.Delivery] = []
  /// From when on nothing is played any more; nil for the horizon's end.
  private(set) var cut: Instant?
  private(set) var changes = Playback.Changes()
  /// How often it has been opened after the first time.
  private(set) var openings = 0
  /// When its plan has to be made anew; nil for never.
  private(set) var renewBy: Instant?
  let firstPlan: Plan
  /// What was found wrong when the first plan was made.
  var diagnostics: [Diagnostic] { firstPlan.diagnostics }
  private let compile: (NotificationOptions) -> Plan
  /// How many compilations share what is looked at: the first and the last that is asked for stand
  /// for themselves, since what they find is told.
  private var compilations = 1
  let options: NotificationOptions
  private let limit: Int
  private var system: PendingRequests
  /// What the app has ever added, by the numbers that the system gave.
  private var added: [Plan.Request] = []
  /// The numbers of the last of them, by identifier.
  private var requests: [String: Int] = [:]
  private var applied: StoredPlan?

  /// Makes an app that is opened for the first time.
  private init(
    _ options: NotificationOptions, limit: Int,
    _ compile: @escaping (NotificationOptions) -> Plan
  ) throws {
    var first = options
    first.pending.setOwn([])
    firstPlan = compile(first)
    self.compile = compile
    self.options = options
    self.limit = limit
    system = PendingRequests(
      limit: max(0, options.limit - options.pending.foreignCount), now: options.now,
      deviceZone: options.deviceZone)
    try apply(firstPlan)
    changes = Playback.Changes()
    renewBy = firstPlan.renewBy
  }

  /// Plays an app.
  ///
  /// - Parameters:
  ///   - target: The device.
  ///   - openings: When it is opened after now; those from the horizon's end on are passed over.
  ///   - limit: The most fires; where there would be more, nothing is played from then on.
  ///   - compile: Compiles its calendars at each opening.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: The app at the horizon's end.
  static func played(
    on target: NotificationTarget, _ openings: [Instant],
    limit: Int = SeriesExpansion.maximumFires,
    _ compile: @escaping (NotificationOptions) -> Plan
  ) throws -> PlayedApp {
    let window = target.options.window
    var app = try PlayedApp(target.device, limit: limit, compile)
    let openings = openings.filter { $0 > window.lowerBound && $0 < window.upperBound }
    for (index, opening) in openings.enumerated() where app.cut == nil {
      app.compilations = index + 1 < openings.count ? openings.count : 1
      app.letTimePass(through: opening)
      guard app.cut == nil else { break }
      try app.open(at: opening)
      app.openings += 1
    }
    app.letTimePass(until: window.upperBound)
    return app
  }

  /// Opens the app: it cleans up, compiles and applies the difference.
  private mutating func open(at instant: Instant) throws {
    letTimePass(through: instant)
    let expired = requests.values.lazy.map { [added] in added[$0] }
      .filter { $0.removeBy.map { $0 <= instant } ?? false }
    system.remove(Set(expired.map(\.identifier)))
    var options = options
    options.now = instant
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
    // What stays as it is keeps what it shows, and may have got a later end.
    for identifier in difference.untouched {
      guard let request = new[identifier], let place = requests[identifier] else { continue }
      added[place] = request
    }
  }

  private mutating func add(_ request: Plan.Request?) {
    guard let request else { return }
    requests[request.identifier] = system.add(request.identifier, request.trigger)
    added.append(request)
  }

  /// Lets the system fire what is due before an instant.
  private mutating func letTimePass(until end: Instant) {
    letTimePass(through: end + -1)
  }

  /// Lets the system fire what is due up to an instant, and at it: the app opens after that.
  private mutating func letTimePass(through end: Instant) {
    guard cut == nil else { return }
    let passed = system.advance(to: end, limit: limit - fires.count)
    cut = passed.cut
    fires += passed.deliveries.sorted { [added] in
      ($0.at, added[$0.request].identifier) < ($1.at, added[$1.request].identifier)
    }
  }
}

extension PlayedApp {
  func request(of fire: PendingRequests.Delivery) -> Plan.Request { added[fire.request] }

  /// Whether the request should have been taken away before: its plan counts on that, so what it
  /// fires answers nothing, even where it happens to be due.
  func isOverstaying(_ fire: PendingRequests.Delivery) -> Bool {
    added[fire.request].removeBy.map { $0 <= fire.at } ?? false
  }
}

/// Months of an app that is opened now and then, played on a modelled system.
///
/// At each opening the calendars are compiled anew, what has passed its `removeBy` is cleaned away,
/// and the difference to what is pending is applied. In between the system fires what it has.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var payday = standUp
/// payday.rules = [try RecurrenceRule("FREQ=MONTHLY;BYDAY=-1FR")]
/// var few = options
/// few.limit = 3
/// let openings = (1...6).map { few.now + $0 * 60 * 86_400 }
/// let playback = try Compiler.playback(of: [payday], few, openings: openings)
/// print(playback.openings, playback.verdict.missedFirst)  // 6 0
/// ```
public struct Playback: Sendable {
  /// Numbers of requests.
  public struct Changes: Hashable, Sendable {
    /// Those that were removed.
    public internal(set) var removed = 0
    /// Those that took the place of one with the same identifier.
    public internal(set) var replaced = 0
    /// Those that were added.
    public internal(set) var added = 0
  }

  /// What fired, by instant, then identifier.
  public let fires: [ListedFire]
  /// How that compares with what the calendars ask for between now and the horizon.
  public let verdict: Verdict
  /// How often the app was opened after now.
  public let openings: Int
  /// What was changed in all openings, the plan of now not counted.
  public let changes: Changes
  /// When the last plan has to be made anew; nil for never before its own horizon.
  public let renewBy: Instant?
  /// What was found wrong when the first plan was made, and what the user should know of fires that
  /// are seen too late.
  public let diagnostics: [Diagnostic]
  /// What a device keeps for later; nil where nobody asked, see ``SystemControls``.
  public let delays: Delays?
}
