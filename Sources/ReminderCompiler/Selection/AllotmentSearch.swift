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
  private lazy var precedences = groups.map(precedence(of:))
  /// The overdue to-do that it is; nil for a reminder.
  let overdue: OverdueToDo?
  private let options: CoverOptions
  /// The first fires of first alerts and of repeats.
  let earliest: (first: Instant, repeats: Instant)

  /// Makes the search of a contender.
  ///
  /// - Parameters:
  ///   - contender: The contender.
  ///   - reminders: The reminders that are selected from.
  ///   - overdue: The overdue to-dos that are selected from.
  ///   - options: The next renewal, the slots, and what is pending.
  init(
    _ contender: Contender, _ reminders: [LoweredReminder], _ overdue: [OverdueToDo],
    _ options: CoverOptions
  ) {
    self.contender = contender
    self.options = options
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
    earliest = (
      first: groups.lazy.filter { !$0.isRepeat }.map(\.first).min() ?? .endOfTime,
      repeats: groups.lazy.filter(\.isRepeat).map(\.first).min() ?? .endOfTime
    )
  }

  /// What a group of repeats needs of its first alerts; nil for first alerts.
  private func precedence(of group: GroupAllotmentSearch) -> AlertPrecedence? {
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

  /// The first that covers of first alerts, or of repeats, fire unasked.
  private(set) lazy var earliestUnasked = (
    first: groups.lazy.filter { !$0.isRepeat }.compactMap(\.earliestUnasked).min() ?? .endOfTime,
    repeats: groups.lazy.filter(\.isRepeat).compactMap(\.earliestUnasked).min() ?? .endOfTime
  )

  /// The group with the next first alert.
  private var next: Int? {
    groups.indices.filter { !groups[$0].isRepeat }.min { groups[$0].first < groups[$1].first }
  }

  /// For each number of slots the best allotment, by dynamic programming over the groups.
  ///
  /// - Parameter exactness: How far an allotment has to be exact; nil for as far as it comes.
  /// - Returns: The allotments.
  func best(_ exactness: Exactness?) -> AllotmentsBySlots {
    if let overdue { return allotments(of: overdue) }
    let next = next
    let items = groups.enumerated().map { index, group in
      group.items(
        noMissBefore: group.isRepeat ? exactness?.repeats : exactness?.first,
        noUnaskedBefore: exactness?.first, renewal: options.renewal, isNext: index == next)
    }
    var table = AllotmentTable(items, capacity: options.slots, identifiers: identifiers(of:))
    for index in groups.indices {
      let needed = precedences[index]
      // A repeat is only of use where its first alert fires.
      table.add(dependingOn: needed?.alertGroup) { cover, alerts in
        needed?.allows(cover, alerts: alerts) ?? true
      }
    }
    var allotments = table.allotments
    for (slots, allotment) in allotments.enumerated() where allotment?.groups.isEmpty ?? false {
      allotments[slots]?.score[.bareReminders, contender.level] -= 1
    }
    return allotments
  }

  /// What it can gain at most; nil for an overdue to-do.
  private(set) lazy var bound =
    overdue == nil
    ? GainBound(
      groups.map(\.lowered), level: contender.level, renewal: options.renewal,
      hasPending: !options.pending.isEmpty) : nil

  /// What comes before the identifiers of all its requests, or is equal to it.
  var leastPrefix: String {
    overdue?.identifier ?? groups.lazy.map(\.lowered.group.identifierPrefix).min() ?? ""
  }

  private func allotments(of overdue: OverdueToDo) -> AllotmentsBySlots {
    var none = Allotment()
    none.score[.missedOverdue, contender.level] = -1
    guard options.slots > 0 else { return [none] }
    var nag = Allotment()
    nag.score[.slots] = -1
    nag.score[.pending] = options.pending.contains(overdue.identifier) ? 1 : 0
    return [none, nag]
  }
}
