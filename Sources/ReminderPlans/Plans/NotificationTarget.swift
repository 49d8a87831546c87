package import CivilTime
package import ICalendar
import NotificationTriggers
package import ReminderExpansion
package import ReminderOptions
package import ReminderPlanning
package import WorkSharing

/// A device that keeps a limited number of pending notification requests (UserNotifications).
package struct NotificationTarget: Target {
  /// The options, with invalid values replaced by the nearest valid ones.
  package var device: NotificationOptions
  /// The diagnostics for invalid device options.
  package private(set) var diagnostics: [Diagnostic]
  package let range: ProofRange

  /// Makes a target from options, which it corrects if necessary.
  package init(_ options: NotificationOptions) {
    device = options.corrected
    diagnostics = options.deviceFaults
    range = ProofRange(device.compiler)
  }

  /// Makes a target for the reminders of an expansion.
  ///
  /// The search for the best use of many slots takes too long for many reminders, so they get as many
  /// as an Apple system can have.
  package init(_ options: NotificationOptions, for expansion: Expansion) {
    self.init(options)
    let (slots, most) = (device.slots, NotificationOptions.largestLimit)
    guard expansion.reminderCount > NotificationTarget.mostReminders, slots > most else { return }
    diagnostics.append(
      Diagnostic(.slotsLimited(.forAll(most, reminders: expansion.reminderCount), of: slots)))
    device.reserve += slots - most
  }

  /// The most reminders among which more than 128 slots are allocated.
  private static let mostReminders = 1_000

  package var options: CompilerOptions { device.compiler }

  package var roomier: NotificationTarget {
    var roomier = self
    roomier.device.limit += 1
    return roomier
  }
}

extension NotificationTarget {
  package func lowering(
    of expansion: Expansion
  ) -> @Sendable ([Reminder]) -> [LoweredReminder] {
    let lowering = Lowering(
      device, range: range, scope: LoweringScope(of: expansion, device),
      followedLimit: ReminderSchedule.followedLimit(of: expansion))
    return { lowering.lower(seriesOf: $0) }
  }

  /// Selects requests: first by the fires missed before the next renewal, then by how long the plan
  /// is exact.
  package func select(
    _ lowered: [LoweredReminder], of expansion: Expansion, workers: Workers
  ) -> RequestSelection {
    RequestSelector(device).select(
      lowered, overdue: device.overdueNag.map(expansion.overdue) ?? [])
  }

  package func assemble(_ selection: RequestSelection) -> Assembly<ProvenTrigger> {
    var identifiers = IdentifierCheck(on: device.layer)
    var answers: [Answer<ProvenTrigger>] = []
    for reminder in selection.reminders {
      let lowered = reminder.lowered
      for (index, own) in lowered.groups.enumerated() {
        // A device keeps one request for each identifier, so a duplicate is dropped from the plan.
        let requests = (reminder.covers[index]?.triggers(for: own, device) ?? []).filter {
          identifiers.insert(
            own.group.identifier(of: $0), at: lowered.location, uid: lowered.id.uid)
        }
        answers.append(Answer(to: [own.group], requests))
      }
      answers += lowered.excess.map { Answer(to: [$0], []) }
    }
    let limits = selection.limits
    let limited = limits.min().map {
      Diagnostic(.slotsLimited(.each($0, reminders: limits.count), of: device.slots))
    }
    return Assembly(answers, diagnostics: identifiers.diagnostics + [limited].compactMap(\.self))
  }

  package func fires(
    of request: ProvenTrigger, after start: Instant, before end: Instant
  ) -> [Instant] {
    request.fires(after: start, before: end, deviceZone: options.deviceZone)
  }

  package func removeBy(_ request: ProvenTrigger) -> Instant? { request.removeBy }
}

extension NotificationTarget {
  /// Makes a plan from the validated requests, with content, rank, verdict and dropped fires.
  package func output(
    _ selection: RequestSelection, validated: ValidatedAssembly<ProvenTrigger>,
    of expansion: Expansion, diagnostics: [Diagnostic]
  ) -> Plan {
    let chosen = chosen(validated)
    let writer = ContentWriter(expansion)
    var verdict = Verdict()
    let reminders = selection.lowered
    var dropped: [DroppedFires] = []
    for answer in validated.answers { verdict.add(answer.outcome.verdict) }
    let outcomes = Dictionary(
      uniqueKeysWithValues: validated.answers.map {
        (ObjectIdentifier($0.answer.groups[0]), $0.outcome)
      })
    for reminder in reminders {
      var missed: [Missed] = []
      for group in reminder.groups.map(\.group) + reminder.excess {
        guard let outcome = outcomes[ObjectIdentifier(group)] else {
          preconditionFailure("a group without an answer")
        }
        missed.append(
          Missed(
            instants: outcome.missed[0],
            reason: group.repetition > 0 ? .repeatLimit : .limit, title: group.content.title))
      }
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, reminder.cut)
      let first = reminder.groups.first?.group ?? reminder.excess.first
      missed.append(
        Missed(instants: reminder.dueNow, reason: .dueNow, title: first?.content.title ?? ""))
      dropped += self.dropped(missed, of: reminder.id)
    }
    dropped.putInOrder()
    var requests = requests(for: chosen, writer: writer)
    if device.layer != .apple {
      addAlerts(of: chosen, besides: selection.overdue, to: &requests, writer: writer)
    }
    var identifiers = IdentifierCheck(requests.map(\.identifier), on: device.layer)
    requests += selection.overdue.filter {
      identifiers.insert($0.identifier, at: nil, uid: nil)
    }.map { request(for: $0, writer: writer) }
    var plan = Plan(
      now: options.now, horizonEnd: options.window.upperBound, deviceZone: options.deviceZone,
      renewal: options.renewal,
      verdict: verdict, limit: device.limit, slots: device.slots, requests: ranked(requests),
      dropped: dropped,
      diagnostics: diagnostics + selection.reminders.flatMap(\.diagnostics)
        + limited(reminders) + validated.diagnostics
        + layerNotes(about: chosen, leftOut: expansion.leftOut.count)
        + travelNotes(about: chosen, expansion: expansion)
        + identifiers.diagnostics + writer.diagnostics,
      fireCount: reminders.reduce(0) { $0 + $1.dueNow.count }
        + validated.answers.reduce(0) { $0 + $1.answer.groups.reduce(0) { $0 + $1.instants.count } }
    )
    plan.categories = writer.categories
    plan.ruledOut = expansion.leftOut.count
    plan.layer = device.layer
    return plan
  }

  /// Fires that are missed for one reason, ascending, with the title of their notification.
  private struct Missed {
    let instants: [Instant]
    let reason: DroppedFires.Reason
    let title: String
  }

  /// Returns the missed fires of a reminder by reason, each with the title of its first fire.
  private func dropped(_ missed: [Missed], of reminder: Reminder.ID) -> [DroppedFires] {
    [DroppedFires.Reason.dueNow, .limit, .repeatLimit].compactMap { reason in
      let own = missed.filter { $0.reason == reason && !$0.instants.isEmpty }
      return own.min { $0.instants[0] < $1.instants[0] }.flatMap {
        DroppedFires(
          reminder, reason: reason, instants: own.flatMap(\.instants), title: $0.title,
          renewal: options.renewal)
      }
    }
  }

  /// Returns one diagnostic, at the first reminder whose triggers were not searched.
  private func limited(_ reminders: [LoweredReminder]) -> [Diagnostic] {
    let limited = reminders.lazy.filter(\.isLimited)
    return limited.first.map {
      [Diagnostic(.triggersLimited(count: limited.count), at: $0.location, uid: $0.id.uid)]
    } ?? []
  }

  /// Returns what a layer other than UserNotifications leaves out or reads differently.
  private func layerNotes(about chosen: [Chosen], leftOut: Int) -> [Diagnostic] {
    let layer = device.layer
    guard layer != .apple else { return [] }
    func note(_ finding: (Int) -> Finding, where isConcerned: (Chosen) -> Bool) -> Diagnostic? {
      let count = chosen.count(where: isConcerned)
      return count > 0 ? Diagnostic(finding(count)) : nil
    }
    let zone = options.deviceZone.identifier
    return [
      layer.takesAlarmsOnly && leftOut > 0
        ? Diagnostic(.criticalOnly(count: leftOut, layer: layer.name)) : nil,
      note({ .zoneFollowed(count: $0, zone: zone) }) {
        !$0.group.isFloating && $0.proven.trigger.calendar?.zone == .floating
      },
      note({ .zoneFixed(count: $0, zone: zone) }) {
        $0.group.isFloating && $0.proven.trigger.calendar.map { $0.zone != .floating } ?? false
      },
      note({ .deviceCalendar(count: $0) }) {
        layer.countsInDeviceCalendar && device.deviceCalendar == .other
          && ($0.proven.trigger.repeats || layer.oneShots == .floating)
          && !($0.proven.pattern?.days.isCalendarIndependent ?? true)
      },
    ].compactMap(\.self)
  }

  /// Returns a note about requests that follow the device, but ring a number of hours before or
  /// after a time on the other side of a clock change: another zone lacks this change.
  private func travelNotes(about chosen: [Chosen], expansion: Expansion) -> [Diagnostic] {
    let changes = options.deviceZone.transitions.lazy.map(\.instant)
    let count = chosen.count { own in
      guard own.group.isFloating, own.proven.trigger.calendar?.zone == .floating else {
        return false
      }
      let distances = expansion.elapsedDistances(of: own.group.reminder).filter { $0 != 0 }
      return own.group.instants.contains { fire in
        distances.contains { distance in
          let other = fire + -distance
          let place = changes.partitionPoint { $0 <= min(fire, other) }
          return place < changes.endIndex && changes[place] <= max(fire, other)
        }
          && !own.proven.fires(after: fire + -1, before: fire + 1, deviceZone: options.deviceZone)
            .isEmpty
      }
    }
    guard count > 0 else { return [] }
    return [Diagnostic(.changeSpanned(count: count, zone: options.deviceZone.identifier))]
  }

  private struct Chosen: Sendable {
    let group: FireGroup
    let proven: ProvenTrigger
    let echoes: [Instant]
  }

  private func chosen(_ validated: ValidatedAssembly<ProvenTrigger>) -> [Chosen] {
    validated.answers.flatMap { answer in
      answer.answer.groups.flatMap { group in
        answer.answer.requests.enumerated().map { index, proven in
          Chosen(
            group: group, proven: proven,
            echoes: answer.outcome.echoes.filter { $0.request == index }.map(\.at))
        }
      }
    }
  }

  /// Returns the requests of triggers, of which those of one group follow each other.
  private func requests(for chosen: [Chosen], writer: ContentWriter) -> [Plan.Request] {
    var requests: [Plan.Request] = []
    var rest = chosen[...]
    while let group = rest.first?.group {
      let own = rest.prefix { $0.group === group }
      rest.removeFirst(own.count)
      requests += zip(own, writer.contents(of: group, own.map(\.proven))).map(request)
    }
    return requests
  }

  private func request(for chosen: Chosen, worded: RequestContent) -> Plan.Request {
    let (group, proven) = (chosen.group, chosen.proven)
    return Plan.Request(
      rank: 0, identifier: group.identifier(of: proven), uid: group.reminder.uid,
      distinction: group.reminder.distinction, alarm: group.reminder.alarm,
      repetition: group.repetition, content: worded.content,
      occurrence: OccurrenceTimes(worded.occurrence, in: options.deviceZone),
      occurrenceName: proven.trigger.repeats ? nil : worded.occurrenceName,
      trigger: proven.trigger, countsFrom: proven.countsFrom, nextFire: proven.nextFire,
      provenUntil: proven.provenUntil, removeBy: proven.removeBy, movedFires: group.movedFrom,
      echoes: chosen.echoes
    ).describing(group.content)
  }

  /// Adds the next alerts of repeating requests whose occurrences have other alerts, too.
  private func addAlerts(
    of chosen: [Chosen], besides overdue: [OverdueToDo], to requests: inout [Plan.Request],
    writer: ContentWriter
  ) {
    func series(_ group: FireGroup) -> [String] {
      [group.reminder.uid, group.reminder.distinction]
    }
    // Nagging rings besides the alarms.
    let nagged = Set(overdue.map { [$0.uid, $0.distinction] })
    let kinds = Dictionary(grouping: chosen, by: { series($0.group) }).map { key, own in
      let alarms = Set(own.map { [$0.group.reminder.alarm, $0.group.repetition] })
      return (key, alarms.count + (nagged.contains(key) ? 1 : 0))
    }
    let counts = Dictionary(uniqueKeysWithValues: kinds)
    for (place, own) in chosen.enumerated()
    where own.proven.trigger.repeats && counts[series(own.group)] ?? 0 > 1 {
      let start = options.now + -HandledReminders.longestDelay
      let fires = own.proven.fires(
        after: start, before: options.renewal, deviceZone: options.deviceZone)
      let past = fires.partitionPoint { $0 <= options.now }
      let instants = fires.dropFirst(max(0, past - 1)).prefix(Plan.Request.maximumAlerts)
      requests[place].alerts = writer.occurrenceNames(of: own.group, at: Array(instants)).map {
        Plan.Request.Alert(at: $0.at, occurrence: $0.name)
      }
    }
  }

  private func request(for overdue: OverdueToDo, writer: ContentWriter) -> Plan.Request {
    var request = Plan.Request(
      rank: 0, identifier: overdue.identifier, uid: overdue.uid, alarm: nil, repetition: 0,
      content: writer.content(of: overdue),
      occurrence: OccurrenceTimes(overdue.occurrence, in: options.deviceZone),
      trigger: .timeInterval(overdue.trigger),
      nextFire: options.now + overdue.trigger.interval, provenUntil: nil,
      removeBy: overdue.silentFrom
    ).describing(overdue.content)
    request.overdueOccurrence = overdue.occurrenceName
    return request
  }

  private func ranked(_ requests: [Plan.Request]) -> [Plan.Request] {
    /// The order is first alerts, overdue to-dos, repeats.
    func standing(of request: Plan.Request) -> Int {
      request.repetition > 0 ? 2 : request.alarm == nil ? 1 : 0
    }
    // Requests are large, so only what determines their order is sorted.
    let keys = requests.map {
      (
        level: $0.content.interruptionLevel, standing: standing(of: $0), nextFire: $0.nextFire,
        identifier: $0.identifier
      )
    }
    let sorted = keys.indices.sorted {
      let (left, right) = (keys[$0], keys[$1])
      if left.level != right.level { return left.level > right.level }
      return (left.standing, left.nextFire, left.identifier)
        < (right.standing, right.nextFire, right.identifier)
    }
    return sorted.enumerated().map { place, index in
      var request = requests[index]
      request.rank = place + 1
      return request
    }
  }
}

extension Finding {
  private static func requests(_ count: Int) -> String {
    count == 1 ? "1 request" : "\(count) requests"
  }

  package static func zoneFollowed(count: Int, zone: String) -> Finding {
    Finding(
      "zone-followed", .note,
      message:
        "\(requests(count)) will follow the device, although the calendar names a time zone; "
        + "the plan is right while the device is in \(zone)")
  }

  package static func zoneFixed(count: Int, zone: String) -> Finding {
    Finding(
      "zone-fixed", .note,
      message: "\(requests(count)) will keep the clock of \(zone), although the calendar names no "
        + "time zone; compile again when the device moves")
  }

  package static func changeSpanned(count: Int, zone: String) -> Finding {
    Finding(
      "change-spanned", .note,
      message: "\(requests(count)) will follow the device, but count hours across a clock change "
        + "of \(zone); in a zone without this change, they ring at another time until the next plan"
    )
  }

  package static func criticalOnly(count: Int, layer: String) -> Finding {
    Finding(
      "critical-only", .note,
      message: "\(layer) takes critical reminders only; "
        + (count == 1 ? "1 reminder is left out" : "\(count) reminders are left out")
        + "; --level critical=RULE makes some critical")
  }

  package static func deviceCalendar(count: Int) -> Finding {
    Finding(
      "device-calendar", .note,
      message: "\(requests(count)) will follow the months of the device's calendar; the plan is "
        + "right if they are the Gregorian ones")
  }

  package static func slotsLimited(_ limit: SlotLimit, of slots: Int) -> Finding {
    let subject =
      switch limit {
      case .forAll(let most, let reminders): "\(reminders) reminders share \(most)"
      case .each(let least, let reminders):
        reminders == 1
          ? "1 dense reminder can have \(least)"
          : "each of \(reminders) dense reminders can have \(least) or more"
      }
    return Finding(
      "slots-limited", .note,
      message: "\(subject) of the \(slots) slots; the best use of more "
        + "slots takes too long to find")
  }
}

/// A bound of slots, by which the search for their best use ends in time.
package enum SlotLimit {
  /// The slots that all reminders share.
  case forAll(Int, reminders: Int)
  /// The fewest slots that one of the dense reminders can have.
  case each(Int, reminders: Int)
}
