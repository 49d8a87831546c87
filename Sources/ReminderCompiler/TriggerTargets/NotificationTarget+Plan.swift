import CivilTime
package import ICalendar
import NotificationTriggers

extension NotificationTarget {
  /// Puts requests into a plan: content, rank, verdict, and what is left out.
  package func output(
    _ selection: RequestSelection, _ validated: ValidatedAssembly<ProvenTrigger>,
    of expansion: Expansion, _ diagnostics: [Diagnostic]
  ) -> Plan {
    let chosen = chosen(validated)
    let writer = ContentWriter(expansion)
    var verdict = Verdict()
    let reminders = selection.lowered
    var missed = MissedFires(
      renewal: options.renewal,
      atMost: validated.answers.count { !$0.outcome.missed[0].isEmpty }
        + reminders.count { !$0.dueNow.isEmpty })
    var answers = validated.answers[...]
    for reminder in reminders {
      // The answers to a reminder's groups stand together, in the order of the reminders.
      while let answer = answers.first, answer.answer.groups[0].reminder == reminder.id {
        answers.removeFirst()
        verdict.add(answer.outcome.verdict)
        let group = answer.answer.groups[0]
        missed.add(
          answer.outcome.missed[0], group.repetition > 0 ? .repeatLimit : .limit,
          title: group.content.title)
      }
      verdict.exactUntil = Verdict.earlier(verdict.exactUntil, reminder.cut)
      missed.add(
        reminder.dueNow, .dueNow, title: reminder.groups.first?.group.content.title ?? "")
      missed.finish(reminder.id)
    }
    precondition(answers.isEmpty, "an answer to no reminder")
    var requests = chosen.map { request($0, text(of: $0, writer)) }
    var identifiers = UniqueIdentifiers(requests.map(\.identifier))
    requests += selection.overdue.filter {
      identifiers.insert($0.identifier, at: nil, uid: nil)
    }.map { request($0, writer) }
    var plan = Plan(
      now: options.now, horizonEnd: options.window.upperBound, deviceZone: options.deviceZone,
      renewal: options.renewal,
      verdict: verdict, limit: device.limit, slots: device.slots, requests: ranked(requests),
      dropped: missed.takeDropped(),
      diagnostics: diagnostics + selection.reminders.flatMap(\.diagnostics) + validated.diagnostics
        + identifiers.diagnostics + writer.diagnostics,
      fireCount: reminders.reduce(0) { $0 + $1.dueNow.count }
        + validated.answers.reduce(0) { $0 + $1.answer.groups.reduce(0) { $0 + $1.instants.count } }
    )
    plan.categories = writer.categories
    plan.ruledOut = expansion.leftOut.count
    return plan
  }

  /// A request that was chosen, with the group that it answers.
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

  private func text(of chosen: Chosen, _ writer: ContentWriter) -> WordedContent {
    chosen.proven.trigger.pattern.isOnce
      ? writer.once(chosen.group, at: chosen.proven.nextFire)
      : writer.repeating([chosen.group], at: FireSample(of: chosen.proven, options))
  }

  private func request(_ chosen: Chosen, _ worded: WordedContent) -> Plan.Request {
    let (group, proven) = (chosen.group, chosen.proven)
    return Plan.Request(
      rank: 0, identifier: group.identifier(of: proven), uid: group.reminder.uid,
      distinction: group.reminder.distinction, alarm: group.reminder.alarm,
      repetition: group.repetition, content: worded.content,
      occurrence: OccurrenceTimes(worded.occurrence, in: options.deviceZone),
      occurrenceName: proven.trigger.repeats ? nil : worded.occurrenceName,
      trigger: .calendar(proven.trigger), nextFire: proven.nextFire,
      provenUntil: proven.provenUntil, removeBy: proven.removeBy, movedFires: group.movedFrom,
      echoes: chosen.echoes
    ).describing(group.content)
  }

  private func request(_ overdue: OverdueToDo, _ writer: ContentWriter) -> Plan.Request {
    Plan.Request(
      rank: 0, identifier: overdue.identifier, uid: overdue.uid, alarm: nil, repetition: 0,
      content: writer.content(of: overdue),
      occurrence: OccurrenceTimes(overdue.occurrence, in: options.deviceZone),
      trigger: .timeInterval(overdue.trigger),
      nextFire: options.now + overdue.trigger.interval, provenUntil: nil, removeBy: nil
    ).describing(overdue.content)
  }

  /// Orders requests by importance and numbers them.
  private func ranked(_ requests: [Plan.Request]) -> [Plan.Request] {
    /// First alerts before overdue to-dos before repeats.
    func standing(of request: Plan.Request) -> Int {
      request.repetition > 0 ? 2 : request.alarm == nil ? 1 : 0
    }
    let sorted = requests.sorted { left, right in
      let (first, second) = (left.content.interruptionLevel, right.content.interruptionLevel)
      if first != second { return first > second }
      let (own, other) = (standing(of: left), standing(of: right))
      if own != other { return own < other }
      return (left.nextFire, left.identifier) < (right.nextFire, right.identifier)
    }
    return sorted.enumerated().map { place, request in
      var request = request
      request.rank = place + 1
      return request
    }
  }
}
