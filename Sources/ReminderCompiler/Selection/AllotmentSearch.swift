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
  /// What is asked for of it; empty for an overdue to-do.
  private let lowered: [LoweredGroup]
  /// The same groups, without triggers that one-shots do as much as.
  private lazy var useful = lowered.map { $0.withoutIdleRemovals(options) }
  /// The places of these groups among those of their reminder; nil for all of them.
  private let indices: [Int]?
  /// Its groups, searched as soon as it is known that it can win a slot: most can't.
  private(set) lazy var groups = searchedGroups
  /// For each group of repeats what it needs of its first alerts, once it was asked for: of a
  /// thousand groups few are offered anything where there are so many.
  private var knownPrecedences: [Int: AlertPrecedence] = [:]
  /// The identifier of the request about an overdue to-do; nil for a reminder.
  let overdueIdentifier: String?
  private let options: CoverOptions
  /// The first fires of first alerts and of repeats.
  let earliest: (first: Instant, repeats: Instant)
  /// Before this nothing fires unasked, and no two triggers fire at once, whichever there are:
  /// triggers that do so earlier are never made, and where two meet they answer a fire or an echo.
  let leastTurning: Instant

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
      let groups = reminders[reminder].groups
      lowered = indices.map { $0.map { groups[$0] } } ?? groups
      self.indices = indices
      overdueIdentifier = nil
    case .overdue(let index):
      lowered = []
      indices = nil
      overdueIdentifier = overdue[index].identifier
    }
    var earliest = (first: Instant.endOfTime, repeats: Instant.endOfTime)
    var leastTurning = options.earliestRemoval
    for index in lowered.indices {
      let group = lowered[index].group
      if let first = group.instants.first {
        if group.repetition > 0 {
          earliest.repeats = min(earliest.repeats, first)
        } else {
          earliest.first = min(earliest.first, first)
        }
        leastTurning = min(leastTurning, first, group.echoes.first ?? first)
      }
    }
    self.earliest = earliest
    self.leastTurning = leastTurning
  }

  private init(_ search: AllotmentSearch, _ options: CoverOptions) {
    contender = search.contender
    // With one slot nothing shows how far the group could be exact.
    lowered = search.useful
    indices = search.indices
    overdueIdentifier = search.overdueIdentifier
    earliest = search.earliest
    leastTurning = search.leastTurning
    self.options = options
  }

  /// The best allotments of none and of one slot, in a fraction of the time: each trigger is looked
  /// at by itself.
  var bestOfOneSlot: AllotmentsBySlots {
    AllotmentSearch(self, options.ofOneSlot ?? options).best(nil)
  }

  /// One of its groups; nil for an overdue to-do.
  var firstGroup: LoweredGroup? { lowered.first }

  private var searchedGroups: [GroupAllotmentSearch] {
    let hasRepeats = lowered.contains { $0.group.repetition > 0 }
    let groups = options.isOfOneSlot ? lowered : useful
    return groups.enumerated().map { place, group in
      GroupAllotmentSearch(
        indices?[place] ?? place, group, options, isDepended: hasRepeats, sharers: groups.count)
    }
  }

  /// The groups of first alerts, by what the identifiers of their requests begin with.
  private lazy var alertPlaces = Dictionary(
    groups.indices.lazy.filter { !self.groups[$0].isRepeat }.map {
      (self.groups[$0].lowered.group.identifierPrefix, $0)
    }, uniquingKeysWith: { first, _ in first })

  /// The groups by their number in the reminder.
  private(set) lazy var places = Dictionary(
    uniqueKeysWithValues: groups.indices.map { (groups[$0].index, $0) })

  /// What a group of repeats needs of its first alerts, by its place; nil for first alerts.
  private func precedence(at place: Int) -> AlertPrecedence? {
    let group = groups[place]
    guard group.isRepeat else { return nil }
    if let known = knownPrecedences[place] { return known }
    let found = precedence(ofRepeats: group)
    knownPrecedences[place] = found
    return found
  }

  private func precedence(ofRepeats group: GroupAllotmentSearch) -> AlertPrecedence {
    let own = group.lowered.group
    let alerts = alertPlaces[own.identifierPrefix]
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

  /// For each number of slots the best allotment, by dynamic programming over the groups.
  ///
  /// - Parameter exactness: How far an allotment has to be exact; nil for as far as it comes.
  /// - Returns: The allotments.
  func best(_ exactness: Exactness?) -> AllotmentsBySlots {
    if let overdueIdentifier { return allotments(ofOverdue: overdueIdentifier) }
    let next = groups.map(\.lowered.group).nextPlace
    let items = groups.enumerated().map { index, group in
      group.items(
        noMissBefore: group.isRepeat ? exactness?.repeats : exactness?.first,
        noUnaskedBefore: exactness?.first, renewal: options.renewal, isNext: index == next)
    }
    let (leading, others) = leadingGroups(items)
    var allotments = allotments(of: leading, items)
    for slots in allotments.indices {
      guard let allotment = allotments[slots] else { continue }
      allotments[slots]?.score = allotment.score + others
      if slots == 0 { allotments[slots]?.score[.bareReminders, contender.level] -= 1 }
    }
    return allotments
  }

  /// For each number of slots the best allotment of some groups.
  ///
  /// - Parameters:
  ///   - places: The groups, ascending, first alerts before what depends on them.
  ///   - items: The items of all groups.
  /// - Returns: The allotments.
  private func allotments(
    of places: [Int], _ items: [[GroupAllotmentSearch.Item]]
  ) -> AllotmentsBySlots {
    let offers = GroupOffers(places, items, options)
    var table = AllotmentTable(
      offers.items,
      dependingOn: offers.places.map { place in
        precedence(at: place)?.alertGroup.flatMap(offers.places.firstIndex)
      }, capacity: options.slots, identifiers: identifiers(of:))
    for place in offers.places {
      let needed = precedence(at: place)
      // A repeat is only of use where its first alert fires.
      table.addGroup { cover, alerts in needed?.allows(cover, alerts: alerts) ?? true }
    }
    var allotments = table.allotments
    for slots in allotments.indices {
      guard let allotment = allotments[slots] else { continue }
      allotments[slots]?.score = allotment.score + offers.unserved
    }
    return allotments
  }

  /// The groups that can get slots, and what the others are worth with none.
  ///
  /// Changed occurrences that each say something else make as many groups as they are. First alerts
  /// with their repeats depend on no others, and are to their contender what contenders are to a
  /// plan: of all that gain no more with as many slots, no more can win some than there are slots.
  private func leadingGroups(
    _ items: [[GroupAllotmentSearch.Item]]
  ) -> (leading: [Int], others: Score) {
    guard groups.count > options.slots else { return (Array(groups.indices), Score()) }
    let prefixes = groups.map { $0.lowered.group.identifierPrefix }
    let alerts = Dictionary(grouping: groups.indices) { prefixes[$0] }.values.sorted {
      $0[0] < $1[0]
    }
    var reduction = KnapsackReduction(slots: options.slots) { own, _ in prefixes[alerts[own][0]] }
    var bare: [Score?] = []
    for (number, places) in alerts.enumerated() {
      let allotments = allotments(of: places, items)
      reduction.add(number, allotments)
      bare.append(allotments.first??.score)
    }
    let leading = Set(reduction.classes.map(\.contender))
    var (places, others): ([Int], Score) = ([], Score())
    for (number, own) in alerts.enumerated() {
      if let bare = bare[number], !leading.contains(number) {
        others = others + bare
      } else {
        places += own
      }
    }
    return (places.sorted(), others)
  }

  /// What it can gain at most, as far as that is known from its fires alone; nil for an overdue
  /// to-do.
  private(set) lazy var outline = bound(by: .fires)

  /// The same, as far as the days are known on which none of its triggers may fire: closer where
  /// there are such days, and not kept.
  var boundByDays: GainBound? { bound(by: .days) }

  /// What it can gain at most; nil for an overdue to-do.
  var bound: GainBound? { bound(by: .triggers) }

  /// What it is worth with nothing.
  var bare: Score {
    if let outline { return outline.bare }
    var bare = Score()
    bare[.missedOverdue, contender.level] = -1
    return bare
  }

  private func bound(by knowledge: GainBound.Knowledge) -> GainBound? {
    guard overdueIdentifier == nil else { return nil }
    return GainBound(lowered, level: contender.level, options, by: knowledge)
  }

  /// What comes before the identifiers of all its requests, or is equal to it.
  private(set) lazy var leastPrefix =
    overdueIdentifier ?? lowered.map { $0.group.identifierPrefix }.min() ?? ""

  private func allotments(ofOverdue identifier: String) -> AllotmentsBySlots {
    let none = Allotment(score: bare)
    guard options.slots > 0 else { return [none] }
    var nag = Allotment()
    nag.score[.slots] = -1
    nag.score[.pending] = options.pending.contains(identifier) ? 1 : 0
    return [none, nag]
  }
}
