import CivilTime
import ICalendar
import NotificationTriggers

/// An app that keeps the requests of a modelled system up to date whenever it is opened.
struct PlayedApp {
  /// A fire of a request.
  struct PlayedFire {
    let at: Instant
    let request: Plan.Request

    /// Whether the request should have been taken away before: its plan counts on that, so what it
    /// fires answers nothing, even where it happens to be due.
    var isOverstaying: Bool { request.removeBy.map { $0 <= at } ?? false }

    /// The fire as it is listed.
    var listed: ListedFire {
      ListedFire(
        at: at, uid: request.uid, alarm: request.alarm, repetition: request.repetition,
        title: request.content.title, identifier: request.identifier)
    }
  }

  /// What has fired so far.
  private(set) var fires: [PlayedFire] = []
  /// What has been changed so far.
  var changes = Playback.Changes()
  private let components: [CalendarComponent]
  private let options: CompilerOptions
  private var system: PendingRequests
  /// What the app has added, by identifier.
  private var requests: [String: Plan.Request] = [:]
  /// The plan that was applied last.
  private var applied: StoredPlan?

  /// Makes an app that has added nothing yet.
  ///
  /// - Parameters:
  ///   - components: Its calendars.
  ///   - options: The device, and what is pending of others.
  init(_ components: [CalendarComponent], _ options: CompilerOptions) {
    self.components = components
    self.options = options
    system = PendingRequests(
      limit: max(0, options.limit - options.pending.foreignCount), now: options.now,
      deviceZone: options.deviceZone)
  }

  /// Opens the app: it cleans up, compiles and applies the difference.
  ///
  /// - Parameter instant: When, not before the last time.
  /// - Throws: What the encoder throws, which no plan makes it do.
  /// - Returns: The plan.
  mutating func open(at instant: Instant) throws -> Plan {
    letTimePass(through: instant)
    let expired = requests.values.filter { $0.removeBy.map { $0 <= instant } ?? false }
    system.remove(Set(expired.map(\.identifier)))
    var options = options
    options.now = instant
    options.pending.setOwn(system.requests.map(\.identifier))
    let plan = Compiler.plan(for: components, options)
    let new = try StoredPlan(PlanDocument(plan, timeZone: options.deviceZone.identifier))
    try apply(PlanDifference(from: pending, to: new), of: plan)
    applied = new
    return plan
  }

  /// The requests of the last plan that are still pending.
  private var pending: StoredPlan {
    let identifiers = Set(system.requests.map(\.identifier))
    return (applied ?? StoredPlan.empty).keeping(identifiers)
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
    for identifier in difference.untouched { requests[identifier] = new[identifier] }
  }

  private mutating func add(_ request: Plan.Request?) {
    guard let request else { return }
    system.add(request.identifier, request.trigger)
    requests[request.identifier] = request
  }

  /// Lets the system fire what is due before an instant.
  mutating func letTimePass(until end: Instant) {
    letTimePass(through: end + -1)
  }

  /// Lets the system fire what is due up to an instant, and at it: the app opens after that.
  private mutating func letTimePass(through end: Instant) {
    fires += system.advance(to: end).compactMap { fire in
      requests[fire.identifier].map { PlayedFire(at: fire.at, request: $0) }
    }
  }
}

extension PlayedApp {
  /// What a fire has to agree in with what is asked for.
  private struct Alert: Hashable {
    let at: Instant
    let repetition: Int
    let content: NotificationContent
    /// Whether it comes from a request that should have been taken away: never what is asked for.
    var isOverstaying = false
  }

  /// Holds what has fired against what the calendars ask for.
  ///
  /// - Parameter source: The calendars, with the window that is looked at.
  /// - Returns: The verdict; requests that serve no alarm have no part in it.
  func verdict(on source: Source) -> Verdict {
    var fired: [Reminder.ID: [Alert]] = [:]
    for fire in fires {
      guard let reminder = fire.request.reminder else { continue }
      fired[reminder, default: []].append(
        Alert(
          at: fire.at, repetition: fire.request.repetition, content: fire.request.content,
          isOverstaying: fire.isOverstaying))
    }
    var verdict = Verdict()
    let outcomes = source.mapReminders { reminder -> Verdict in
      let asked = reminder.fires.fires.lazy.filter { $0.at > options.now }.map { fire in
        Alert(
          at: fire.at, repetition: fire.repetition, content: reminder.contents[fire.component])
      }
      return PlayedApp.verdict(
        asked: Set(asked), fired: fired[reminder.id] ?? [], cut: reminder.fires.cut)
    }
    for outcome in outcomes { verdict.add(outcome) }
    return verdict
  }

  /// The verdict on one reminder.
  private static func verdict(asked: Set<Alert>, fired: [Alert], cut: Instant?) -> Verdict {
    var verdict = Verdict()
    var left = asked
    // Beyond the cut nobody knows what is asked for.
    for alert in fired where cut.map({ alert.at < $0 }) ?? true {
      if left.remove(alert) == nil { verdict.addSpurious(alert.at, repetition: alert.repetition) }
    }
    for alert in left { verdict.addMissed(alert.at, repetition: alert.repetition) }
    if let cut {
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, cut)
      verdict.repeatsUntil = Verdict.earlier(verdict.repeatsUntil, cut)
    }
    return verdict
  }
}
