import CivilTime
import NotificationTriggers

/// All ways to spend slots on one claim that can be part of a best plan.
///
/// For each number of slots the one that is worth most is kept: scores add up over claims, so no
/// other way with as many slots can do better in any plan.
final class ClaimChoices {
  let claim: Claim
  private let groups: [GroupOptions]
  /// For each group of repeats what it needs of its first alerts.
  private let dependences: [AlertDependence?]
  private let overdue: OverdueToDo?
  private let renewal: Instant
  private let slots: Int
  private let pending: PendingIdentifiers
  /// The first fires of first alerts and of repeats, and the first that covers of each fire unasked.
  private let earliest:
    (first: Instant, repeats: Instant, unaskedFirst: Instant, unaskedRepeat: Instant)

  /// Makes the choices of a claim.
  ///
  /// - Parameters:
  ///   - claim: The claim.
  ///   - reminders: The reminders that are ranked.
  ///   - overdue: The overdue to-dos that are ranked.
  ///   - options: The next renewal, the slots, and what is pending.
  init(
    _ claim: Claim, _ reminders: [LoweredReminder], _ overdue: [OverdueToDo],
    _ options: NotificationOptions
  ) {
    self.claim = claim
    renewal = options.renewal
    slots = options.slots
    pending = options.pending
    switch claim.subject {
    case .groups(let reminder, let indices):
      let hasRepeats = indices.contains { reminders[reminder].groups[$0].group.repetition > 0 }
      groups = indices.map {
        GroupOptions($0, reminders[reminder].groups[$0], options, isDepended: hasRepeats)
      }
      self.overdue = nil
    case .overdue(let index):
      groups = []
      self.overdue = overdue[index]
    }
    let groups = groups
    dependences = groups.map { group in
      guard group.isRepeat else { return nil }
      let own = group.lowered.group
      let alerts = groups.firstIndex {
        !$0.isRepeat && $0.lowered.group.identifierPrefix == own.identifierPrefix
      }
      return AlertDependence(
        (own, group.covers ?? []),
        alerts: alerts.map { (groups[$0].lowered.group, groups[$0].covers ?? []) },
        alertGroup: alerts)
    }
    let alerts = groups.filter { !$0.isRepeat }
    let repeats = groups.filter(\.isRepeat)
    earliest = (
      first: alerts.lazy.map(\.first).min() ?? .endOfTime,
      repeats: repeats.lazy.map(\.first).min() ?? .endOfTime,
      unaskedFirst: alerts.lazy.compactMap(\.earliestUnasked).min() ?? .endOfTime,
      unaskedRepeat: repeats.lazy.compactMap(\.earliestUnasked).min() ?? .endOfTime
    )
  }

  /// Whether a demand leaves other choices than none does.
  func isTouched(by reach: Reach) -> Bool {
    min(earliest.first, earliest.unaskedFirst) < reach.first
      || earliest.repeats < reach.repeats
      || earliest.unaskedRepeat < max(reach.first, reach.repeats)
  }

  /// Whether something has to be spent for first alerts, or for repeats, to be right.
  func needsSlots(upTo instant: Instant, repeats: Bool) -> Bool {
    (repeats ? earliest.repeats : earliest.first) < instant
  }

  /// The fewest slots with which first alerts or repeats are right up to an instant.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - repeats: Whether repeats are meant rather than first alerts.
  /// - Returns: The number of slots; more than any plan has where it can't be done.
  func fewestSlots(upTo instant: Instant, repeats: Bool) -> Int {
    guard needsSlots(upTo: instant, repeats: repeats) else { return 0 }
    return groups.reduce(0) { sum, group in
      guard group.isRepeat == repeats, group.first < instant else { return sum }
      return sum + group.fewestSlots(upTo: instant)
    }
  }

  /// The instants up to another at which a choice can begin to be wrong: of first alerts, or of
  /// repeats.
  func turningPoints(upTo end: Instant, repeats: Bool) -> [Instant] {
    let unasked = repeats ? earliest.unaskedRepeat : earliest.unaskedFirst
    guard needsSlots(upTo: end, repeats: repeats) || unasked < end else { return [] }
    return groups.filter { $0.isRepeat == repeats }.flatMap { $0.turningPoints(upTo: end) }
  }

  /// For each number of slots the best choice.
  ///
  /// - Parameter reach: How far a choice has to be right; nil for no demand.
  /// - Returns: The choices.
  func best(_ reach: Reach?) -> Choices {
    if let overdue { return choices(of: overdue) }
    let next = groups.indices.filter { !groups[$0].isRepeat }
      .min { groups[$0].first < groups[$1].first }
    var choices: Choices = [Choice()]
    for (index, group) in groups.enumerated() {
      let demand = group.isRepeat ? reach?.repeats : reach?.first
      let all = group.options(
        demand, asked: reach?.first, renewal: renewal, isNext: index == next)
      var combined: Choices = []
      for (spent, choice) in choices.enumerated() {
        guard let choice else { continue }
        let alerts = coverOfAlerts(of: index, in: choice)
        for option in all where spent + option.slots <= slots {
          // A repeat is only of use where its first alert fires.
          if let needed = dependences[index],
            !needed.allows(option.choice.place, alerts: alerts)
          {
            continue
          }
          var sum = choice
          sum.score = choice.score + option.score
          if option.slots > 0 { sum.groups.append(option.choice) }
          offer(sum, slots: spent + option.slots, to: &combined)
        }
      }
      choices = combined
    }
    for (slots, choice) in choices.enumerated() where choice?.groups.isEmpty ?? false {
      choices[slots]?.score.bareReminders[Score.lane(claim.level)] -= 1
    }
    return choices
  }

  private func choices(of overdue: OverdueToDo) -> Choices {
    var none = Choice()
    none.score.missedOverdue[Score.lane(claim.level)] = -1
    guard slots > 0 else { return [none] }
    var nag = Choice()
    nag.score.economy[Score.Economy.slots] = -1
    nag.score.economy[Score.Economy.kept] = pending.contains(overdue.identifier) ? 1 : 0
    return [none, nag]
  }

  /// The cover of the first alerts of a group of repeats; nil where they get nothing.
  private func coverOfAlerts(of index: Int, in choice: Choice) -> Int? {
    guard let alerts = dependences[index]?.alertGroup else { return nil }
    return choice.groups.first { $0.group == groups[alerts].index }?.place
  }

  /// Keeps a choice where it is the best with its number of slots so far.
  private func offer(_ choice: Choice, slots: Int, to choices: inout Choices) {
    while choices.count <= slots { choices.append(nil) }
    if let other = choices[slots] {
      if other.score > choice.score { return }
      if other.score == choice.score,
        !IdentifierList(identifiers(of: choice)).precedes(IdentifierList(identifiers(of: other)))
      {
        return
      }
    }
    choices[slots] = choice
  }
}

extension ClaimChoices {
  /// The identifiers of the requests of a choice, in no order.
  func identifiers(of choice: Choice) -> [String] {
    if let overdue {
      return choice.score.economy[Score.Economy.slots] < 0 ? [overdue.identifier] : []
    }
    return choice.groups.flatMap { chosen in
      groups.first { $0.index == chosen.group }?.identifiers(of: chosen.cover) ?? []
    }
  }

  /// Something that orders choices of different claims as the smallest of their identifiers do.
  func smallestPrefix(of choice: Choice) -> String? {
    if let overdue { return overdue.identifier }
    return choice.groups.compactMap { chosen in
      groups.first { $0.index == chosen.group }?.lowered.group.identifierPrefix
    }.min()
  }
}
