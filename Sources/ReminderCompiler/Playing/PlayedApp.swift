import CivilTime
import ICalendar
import NotificationTriggers

/// An app that keeps the requests of a modelled system up to date whenever it is opened.
struct PlayedApp {
  /// A fire of a request.
  struct PlayedFire {
    let at: Instant
    let request: Plan.Request
    /// Whether it is an echo; known once what has fired was compared with what is asked for.
    var isEcho = false

    /// Whether the request should have been taken away before: its plan counts on that, so what it
    /// fires answers nothing, even where it happens to be due.
    var isOverstaying: Bool { request.removeBy.map { $0 <= at } ?? false }

    /// The fire as it is listed.
    var listed: ListedFire {
      ListedFire(
        at: at, uid: request.uid, alarm: request.alarm, repetition: request.repetition,
        title: request.content.title, identifier: request.identifier, isEcho: isEcho)
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
  /// Holds what has fired against what the calendars ask for, and marks what are echoes.
  ///
  /// - Parameter source: The calendars, with the window that is looked at.
  /// - Returns: The verdict; requests that serve no alarm have no part in it.
  mutating func compare(with source: Source) -> Verdict {
    var fired: [Reminder.ID: [Int]] = [:]
    for (index, fire) in fires.enumerated() {
      guard let reminder = fire.request.reminder else { continue }
      fired[reminder, default: []].append(index)
    }
    var verdict = Verdict()
    for result in source.mapReminders({ compare(with: $0, fired[$0.id] ?? []) }) {
      verdict.add(result.verdict)
      for index in result.echoes { fires[index].isEcho = true }
    }
    return verdict
  }

  /// The verdict on one reminder, and which of its fires, as ascending indices, are echoes.
  private func compare(
    with reminder: Reminder, _ fired: [Int]
  ) -> (verdict: Verdict, echoes: [Int]) {
    var asked: [FireGroup.Key: Set<Instant>] = [:]
    for fire in reminder.fires.fires where fire.at > options.now {
      asked[reminder.key(of: fire), default: []].insert(fire.at)
    }
    let (groups, strangers) = groups(of: reminder, fired)
    let allowed = reminder.echoes
    var verdict = Verdict()
    var echoes: [Int] = []
    for key in Set(asked.keys).union(groups.keys) {
      let all = groups[key] ?? []
      let own = all.filter { !fires[$0].isOverstaying }
      var outcome = Validation.outcome(
        of: [own.map { fires[$0].at }], wanted: (asked[key] ?? []).sorted(),
        echoes: (allowed[key] ?? []).sorted())
      outcome.spurious += all.filter { fires[$0].isOverstaying }.map { fires[$0].at }
      outcome.spurious.sort()
      verdict.add(Verdict(outcome, isRepeat: key.repetition > 0, cut: nil))
      echoes += outcome.echoes.compactMap { echo in own.first { fires[$0].at == echo.at } }
    }
    for index in strangers {
      let outcome = Validation.Outcome(spurious: [fires[index].at])
      verdict.add(
        Verdict(outcome, isRepeat: fires[index].request.repetition > 0, cut: nil))
    }
    if let cut = reminder.fires.cut {
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, cut)
      verdict.repeatsUntil = Verdict.earlier(verdict.repeatsUntil, cut)
    }
    return (verdict, echoes)
  }

  /// The fires of a reminder by the group that they answer, and those that show what it never does.
  private func groups(
    of reminder: Reminder, _ fired: [Int]
  ) -> (known: [FireGroup.Key: [Int]], strangers: [Int]) {
    let components = Dictionary(
      zip(reminder.identifierPrefixes, reminder.contents.indices),
      uniquingKeysWith: { first, _ in first })
    var known: [FireGroup.Key: [Int]] = [:]
    var strangers: [Int] = []
    // Beyond the cut nobody knows what is asked for.
    for index in fired where reminder.fires.cut.map({ fires[index].at < $0 }) ?? true {
      let request = fires[index].request
      let prefix = String(RequestIdentifier.prefix(of: request.identifier))
      if let component = components[prefix], reminder.contents[component] == request.content {
        let key = reminder.key(ofRepetition: request.repetition, component: component)
        known[key, default: []].append(index)
      } else {
        strangers.append(index)
      }
    }
    return (known, strangers)
  }
}
