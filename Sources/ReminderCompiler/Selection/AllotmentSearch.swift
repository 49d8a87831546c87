import CivilTime
import NotificationTriggers

/// Searches the allotments of one contender that can be part of a best plan: the items of its
/// class.
///
/// For each number of slots the one that is worth most is kept: scores add up over contenders, so
/// no other way with as many slots can do better in any plan.
final class AllotmentSearch {
  /// The contender.
  let contender: Contender
  /// Its groups.
  let groups: [GroupAllotmentSearch]
  /// For each group of repeats what it needs of its first alerts.
  private let precedences: [AlertPrecedence?]
  /// The overdue to-do that it is; nil for a reminder.
  let overdue: OverdueToDo?
  private let renewal: Instant
  private let slots: Int
  private let pending: PendingIdentifiers
  /// The first fires of first alerts and of repeats, and the first that covers of each fire
  /// unasked.
  let earliest: (first: Instant, repeats: Instant, unaskedFirst: Instant, unaskedRepeat: Instant)

  /// Makes the search of a contender.
  ///
  /// - Parameters:
  ///   - contender: The contender.
  ///   - reminders: The reminders that are selected from.
  ///   - overdue: The overdue to-dos that are selected from.
  ///   - options: The next renewal, the slots, and what is pending.
  init(
    _ contender: Contender, _ reminders: [LoweredReminder], _ overdue: [OverdueToDo],
    _ options: NotificationOptions
  ) {
    self.contender = contender
    renewal = options.renewal
    slots = options.slots
    pending = options.pending
    switch contender.subject {
    case .groups(let reminder, let indices):
      let hasRepeats = indices.contains { reminders[reminder].groups[$0].group.repetition > 0 }
      groups = indices.map {
        GroupAllotmentSearch($0, reminders[reminder].groups[$0], options, isDepended: hasRepeats)
      }
      self.overdue = nil
    case .overdue(let index):
      groups = []
      self.overdue = overdue[index]
    }
    let groups = groups
    precedences = groups.map { group in
      guard group.isRepeat else { return nil }
      let own = group.lowered.group
      let alerts = groups.firstIndex {
        !$0.isRepeat && $0.lowered.group.identifierPrefix == own.identifierPrefix
      }
      return AlertPrecedence(
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

  /// For each number of slots the best allotment, by dynamic programming over the groups.
  ///
  /// - Parameter exactness: How far an allotment has to be exact; nil for as far as it comes.
  /// - Returns: The allotments.
  func best(_ exactness: Exactness?) -> AllotmentsBySlots {
    if let overdue { return allotments(of: overdue) }
    let next = groups.indices.filter { !groups[$0].isRepeat }
      .min { groups[$0].first < groups[$1].first }
    var allotments: AllotmentsBySlots = [Allotment()]
    for (index, group) in groups.enumerated() {
      let items = group.items(
        noMissBefore: group.isRepeat ? exactness?.repeats : exactness?.first,
        noUnaskedBefore: exactness?.first, renewal: renewal, isNext: index == next)
      var combined: AllotmentsBySlots = []
      for (spent, allotment) in allotments.enumerated() {
        guard let allotment else { continue }
        extend(allotment, slots: spent, by: items, of: index, to: &combined)
      }
      allotments = combined
    }
    for (slots, allotment) in allotments.enumerated() where allotment?.groups.isEmpty ?? false {
      allotments[slots]?.score[.bareReminders, contender.level] -= 1
    }
    return allotments
  }

  /// Adds a group to an allotment of those before it, in each way that fits.
  private func extend(
    _ allotment: Allotment, slots spent: Int, by items: [GroupAllotmentSearch.Item], of index: Int,
    to combined: inout AllotmentsBySlots
  ) {
    let alerts = coverOfAlerts(of: index, in: allotment)
    for item in items where spent + item.slots <= slots {
      // A repeat is only of use where its first alert fires.
      if let needed = precedences[index], !needed.allows(item.allotment.coverIndex, alerts: alerts)
      {
        continue
      }
      var sum = allotment
      sum.score = allotment.score + item.score
      if item.slots > 0 { sum.groups.append(item.allotment) }
      offer(sum, slots: spent + item.slots, to: &combined)
    }
  }

  private func allotments(of overdue: OverdueToDo) -> AllotmentsBySlots {
    var none = Allotment()
    none.score[.missedOverdue, contender.level] = -1
    guard slots > 0 else { return [none] }
    var nag = Allotment()
    nag.score[.slots] = -1
    nag.score[.pending] = pending.contains(overdue.identifier) ? 1 : 0
    return [none, nag]
  }

  /// The cover of the first alerts of a group of repeats; nil where they get nothing.
  private func coverOfAlerts(of index: Int, in allotment: Allotment) -> Int? {
    guard let alerts = precedences[index]?.alertGroup else { return nil }
    return allotment.groups.first { $0.group == groups[alerts].index }?.coverIndex
  }

  /// Keeps an allotment where it is the best with its number of slots so far.
  private func offer(_ allotment: Allotment, slots: Int, to allotments: inout AllotmentsBySlots) {
    while allotments.count <= slots { allotments.append(nil) }
    if let other = allotments[slots] {
      if other.score > allotment.score { return }
      if other.score == allotment.score,
        !IdentifierList(identifiers(of: allotment)).precedes(IdentifierList(identifiers(of: other)))
      {
        return
      }
    }
    allotments[slots] = allotment
  }
}
