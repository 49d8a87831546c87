import CivilTime
package import ICalendar
import NotificationTriggers

/// Puts chosen triggers into a plan: content, rank, verdict, and what is left out.
package struct Packing: Sendable {
  private let options: CompilerOptions

  /// Makes a packing for a device and a window.
  package init(_ options: CompilerOptions) {
    self.options = options
  }

  /// Makes the plan.
  ///
  /// Every request is simulated once more and held against the fires that are asked for: the
  /// plan's promises are what this comparison finds, whatever ranking had in mind.
  ///
  /// - Parameters:
  ///   - ranked: The reminders and overdue to-dos with what they were given.
  ///   - diagnostics: What was found before.
  /// - Returns: The plan.
  package func plan(_ ranked: RankedPlan, _ diagnostics: [Diagnostic]) -> Plan {
    let reminders = ranked.reminders
    var verdict = Verdict()
    var dropped: [Plan.Dropped] = []
    var unranked: [Plan.Request] = []
    var identifiers = UniqueIdentifiers()
    var fireCount = 0
    for reminder in reminders {
      var missed: [Plan.Dropped.Reason: Missed] = [:]
      let excess = reminder.lowered.excess
      let title = reminder.lowered.groups.first?.group.content.title ?? ""
      missed[.dueNow, default: Missed()].add(reminder.lowered.dueNow, title)
      missed[.repeatLimit, default: Missed()].add(excess, title)
      verdict.add(
        Verdict(
          Validation.Outcome(answered: [], missed: excess, spurious: []), isRepeat: true,
          cut: nil))
      fireCount += reminder.lowered.dueNow.count + excess.count
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, reminder.lowered.cut)
      for (index, lowered) in reminder.lowered.groups.enumerated() {
        let group = lowered.group
        // Of two requests with one identifier a device keeps one, so the plan has one.
        let requests = reminder.requests.filter {
          $0.group == index
            && identifiers.insert(group.identifier(form: $0.proven.form), reminder.lowered)
        }
        // Beyond the cut nobody knows what is asked for: there the plan promises nothing.
        let end = min(options.window.upperBound, group.cut ?? options.window.upperBound)
        let outcome = Validation.outcome(
          of: requests.map { DeviceRequest(request: $0, deviceZone: options.deviceZone) },
          wanted: group.instants, echoes: group.echoes,
          window: options.window.lowerBound..<end)
        let isRepeat = group.repetition > 0
        verdict.add(Verdict(outcome, isRepeat: isRepeat, cut: group.cut))
        missed[isRepeat ? .repeatLimit : .limit, default: Missed()]
          .add(outcome.missed, group.content.title)
        fireCount += group.instants.count
        unranked += requests.enumerated().map { index, packed in
          var request = request(group, packed.proven)
          request.echoes = outcome.echoes.filter { $0.request == index }.map(\.at)
          return request
        }
      }
      dropped += missed.compactMap {
        Plan.Dropped(
          reminder.lowered.id, $0.key, $0.value.instants, title: $0.value.title,
          renewal: options.renewal)
      }
    }
    let overdue = ranked.overdue.filter { identifiers.insert($0.identifier, nil) }
    return Plan(
      now: options.now, horizonEnd: options.window.upperBound, renewal: options.renewal,
      verdict: verdict,
      limit: options.limit, slots: options.slots,
      requests: numbered(unranked + overdue.map(request)),
      dropped: dropped.sorted {
        ($0.uid, $0.alarm, $0.reason.rawValue) < ($1.uid, $1.alarm, $1.reason.rawValue)
      },
      diagnostics: diagnostics + reminders.flatMap(\.lowered.diagnostics) + identifiers.diagnostics,
      fireCount: fireCount)
  }

  private func request(_ group: FireGroup, _ proven: ProvenTrigger) -> Plan.Request {
    Plan.Request(
      rank: 0, identifier: group.identifier(form: proven.form), uid: group.reminder.uid,
      distinction: group.reminder.distinction, alarm: group.reminder.alarm,
      repetition: group.repetition, content: group.content,
      trigger: .calendar(proven.trigger), nextFire: proven.nextFire,
      provenUntil: proven.provenUntil,
      removeBy: proven.removeBy)
  }

  private func request(_ overdue: OverdueToDo) -> Plan.Request {
    Plan.Request(
      rank: 0, identifier: overdue.identifier, uid: overdue.uid, alarm: nil, repetition: 0,
      content: overdue.content, trigger: .timeInterval(overdue.trigger),
      nextFire: options.now + overdue.trigger.interval, provenUntil: nil, removeBy: nil)
  }

  /// First alerts before overdue to-dos before repeats.
  private static func standing(of request: Plan.Request) -> Int {
    request.repetition > 0 ? 2 : request.alarm == nil ? 1 : 0
  }

  /// Orders requests by importance and numbers them.
  private func numbered(_ requests: [Plan.Request]) -> [Plan.Request] {
    let sorted = requests.sorted { left, right in
      let (first, second) = (left.content.interruptionLevel, right.content.interruptionLevel)
      if first != second { return first > second }
      let (standing, other) = (Packing.standing(of: left), Packing.standing(of: right))
      if standing != other { return standing < other }
      return (left.nextFire, left.identifier) < (right.nextFire, right.identifier)
    }
    return sorted.enumerated().map { $1.with(rank: $0 + 1) }
  }
}

/// What a reminder misses for one reason.
private struct Missed {
  private(set) var instants: [Instant] = []
  /// The title of the first of them.
  private(set) var title = ""
  private var first = Instant.endOfTime

  mutating func add(_ more: [Instant], _ title: String) {
    instants += more
    guard let earliest = more.min(), earliest < first else { return }
    (first, self.title) = (earliest, title)
  }
}

/// A request on a device, as validation sees it.
private struct DeviceRequest: SimulatedRequest {
  let request: PackedRequest
  let deviceZone: Zone

  var removeBy: Instant? { request.proven.removeBy }

  func simulatedFires(addedAt start: Instant, until end: Instant) -> [Instant] {
    Array(request.proven.trigger.fires(addedAt: start, until: end, deviceZone: deviceZone))
  }
}

extension Plan.Request {
  fileprivate func with(rank: Int) -> Plan.Request {
    Plan.Request(
      rank: rank, identifier: identifier, uid: uid, distinction: distinction, alarm: alarm,
      repetition: repetition, content: content, trigger: trigger, nextFire: nextFire,
      provenUntil: provenUntil,
      removeBy: removeBy, echoes: echoes)
  }
}

/// The identifiers of a plan, each once: a promise that is looked at like all others.
private struct UniqueIdentifiers {
  private var known: Set<String> = []
  /// What was found to be named like something else.
  private(set) var diagnostics: [Diagnostic] = []

  /// Takes an identifier, unless another request has it.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - reminder: The reminder that is served; nil where there is none.
  /// - Returns: Whether it is the first with it.
  mutating func insert(_ identifier: String, _ reminder: LoweredReminder?) -> Bool {
    if known.insert(identifier).inserted { return true }
    diagnostics.append(
      Diagnostic(
        .identifierTaken(identifier: identifier), at: reminder?.location, uid: reminder?.id.uid))
    return false
  }
}
