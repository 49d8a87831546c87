import CivilTime
import NotificationTriggers
import ReminderExpansion
import ReminderOptions

/// An allocation of slots within one consumer, with its score.
struct Allocation {
  var score = Score()
  /// The way to the allocation; nil if no group gets a slot.
  fileprivate var way: Way?

  init(score: Score = Score()) { self.score = score }

  var groups: [GroupAllocation] {
    guard let way else { return [] }
    return zip(way.choices, way.table.items(slots: way.slots)).compactMap { choices, item in
      let cover = choices.cover(item)
      return cover.slots > 0 ? GroupAllocation(group: choices.group, cover: cover) : nil
    }
  }
}

/// The knapsack table that contains an allocation, and the covers of its items.
///
/// It is a class because allocations are copied often.
private final class Way {
  let table: KnapsackTable<LevelScore>
  let slots: Int
  let choices: [GroupChoices]

  init(_ table: KnapsackTable<LevelScore>, slots: Int, choices: [GroupChoices]) {
    self.table = table
    self.slots = slots
    self.choices = choices
  }
}

/// The covers of a group that a knapsack table chooses from.
private struct GroupChoices {
  /// The index of the group in its reminder.
  let group: Int
  let covers: [Cover]
  /// For each item of the table, the index of its cover.
  let places: [Int32]

  func cover(_ item: Int) -> Cover { covers[Int(places[item])] }

  func countOfSinglesAlone(_ item: Int) -> Int? { covers[Int(places[item])].countOfSinglesAlone }
}

/// The allocations of one consumer, indexed by number of slots from 0; nil if none takes that
/// number.
typealias AllocationsBySlots = [Allocation?]

/// Finds the allocations of one consumer that can be part of an optimal plan: the items of its
/// class in the multiple-choice knapsack problem.
///
/// For each number of slots only the allocation with the highest score is kept. Scores add up over
/// consumers, so another allocation with as many slots cannot improve any plan.
final class AllocationSearch {
  let consumer: SlotConsumer
  /// The consumer's groups with their triggers; empty for an overdue to-do.
  private let lowered: [LoweredGroup]
  /// The indices of these groups in their reminder; nil for all groups of the reminder.
  private let indices: [Int]?
  /// The searches of the groups.
  ///
  /// They are made lazily, because most consumers cannot win a slot.
  private(set) lazy var groups = searchedGroups
  /// The precedence constraints that were computed so far, by index of the repeat group.
  ///
  /// Most groups of a large consumer never need one.
  private var knownPrecedences: [Int: AlertPrecedence] = [:]
  /// The number of combinations that the knapsack tables of the consumer tried.
  private(set) var work = 0
  /// The identifier of the request about an overdue to-do; nil for a reminder.
  let overdueIdentifier: String?
  private let options: CoverOptions
  /// The earliest first alert and the earliest repeat; the end of time for none.
  let earliest: (first: Instant, repeats: Instant)
  /// A lower bound of the instants at which a trigger can fire unexpectedly or two triggers can
  /// conflict; the end of time without triggers.
  ///
  /// It holds for every possible set of triggers. A trigger that must be removed earlier is never
  /// made, and two triggers can only conflict at a fire or an echo.
  let leastTurning: Instant

  init(
    _ consumer: SlotConsumer, reminders: [LoweredReminder], overdue: [OverdueToDo],
    options: CoverOptions
  ) {
    self.consumer = consumer
    self.options = options
    switch consumer.subject {
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
    var leastTurning = Instant.endOfTime
    for index in lowered.indices {
      let group = lowered[index].group
      if let first = group.instants.first {
        if group.repetition > 0 {
          earliest.repeats = min(earliest.repeats, first)
        } else {
          earliest.first = min(earliest.first, first)
        }
        if !lowered[index].graph.triggers.isEmpty {
          leastTurning = min(
            leastTurning, options.earliestRemoval, first, group.echoes.first ?? first)
        }
      }
    }
    self.earliest = earliest
    self.leastTurning = leastTurning
  }

  private var searchedGroups: [GroupAllocationSearch] {
    let hasRepeats = lowered.contains { $0.group.repetition > 0 }
    return lowered.enumerated().map { place, group in
      GroupAllocationSearch(
        indices?[place] ?? place, lowered: group.withoutIdleRemovals(options), options: options,
        isDepended: hasRepeats)
    }
  }

  /// The indices of the first-alert groups, by the identifier prefix of their requests.
  private lazy var alertPlaces = Dictionary(
    groups.indices.lazy.filter { !self.groups[$0].isRepeat }.map {
      (self.groups[$0].lowered.group.identifierPrefix, $0)
    }, uniquingKeysWith: { first, _ in first })

  /// A first-alert group and its repeats.
  private struct Alert {
    /// The indices of the groups, ascending.
    let places: [Int]
    let prefix: String
    let bound: GainBound
  }

  /// The alerts, in descending order of their bound.
  ///
  /// The order does not affect the result. The best alerts come first, so that few of the others
  /// must be searched.
  private lazy var alerts: [Alert] = {
    let next = lowered.map(\.group).nextPlace
    return Dictionary(grouping: lowered.indices) { lowered[$0].group.identifierPrefix }
      .map { prefix, places in
        Alert(
          places: places, prefix: prefix,
          bound: GainBound(
            places.map { lowered[$0] }, next: next.flatMap(places.firstIndex),
            level: consumer.level, options: options))
      }.sorted {
        $0.bound.ofOneSlot == $1.bound.ofOneSlot
          ? $0.prefix < $1.prefix : $0.bound.ofOneSlot > $1.bound.ofOneSlot
      }
  }()

  /// The indices of the groups, by their index in the reminder.
  private(set) lazy var places = Dictionary(
    uniqueKeysWithValues: groups.indices.map { (groups[$0].index, $0) })

  private func precedence(at place: Int) -> AlertPrecedence? {
    let group = groups[place]
    guard group.isRepeat else { return nil }
    if let known = knownPrecedences[place] { return known }
    let found = precedence(ofRepeats: group)
    knownPrecedences[place] = found
    return found
  }

  private func precedence(ofRepeats group: GroupAllocationSearch) -> AlertPrecedence {
    let own = group.lowered.group
    let alerts = alertPlaces[own.identifierPrefix]
    return AlertPrecedence(
      (own, group.covers ?? []),
      alerts: alerts.map { (groups[$0].lowered.group, groups[$0].covers ?? []) },
      alertGroup: alerts)
  }

  /// The earliest unexpected fires in the covers of first alerts and in those of repeats; the end
  /// of time for none.
  private(set) lazy var earliestUnexpected = (
    first: groups.lazy.filter { !$0.isRepeat }.compactMap(\.earliestUnexpected).min() ?? .endOfTime,
    repeats: groups.lazy.filter(\.isRepeat).compactMap(\.earliestUnexpected).min() ?? .endOfTime
  )

  /// Returns the best allocation for each number of slots, by dynamic programming over the groups.
  ///
  /// - Parameters:
  ///   - exactness: How long the plan must be exact; nil for no constraint.
  ///   - isTrial: Whether only the counts before the renewal matter.
  /// - Returns: The allocations. In a trial, those that take more slots and don't improve these counts
  ///   can be missing.
  func best(_ exactness: Exactness?, isTrial: Bool = false) -> AllocationsBySlots {
    if let overdueIdentifier { return allocations(ofOverdue: overdueIdentifier) }
    let next = groups.map(\.lowered.group).nextPlace
    // The choice of first alerts limits that of repeats, and then ties matter.
    let isReduced = isTrial && !groups.contains(where: \.isRepeat)
    let items = { [self, groups, options] place in
      var found = groups[place].items(
        noMissBefore: groups[place].isRepeat ? exactness?.repeats : exactness?.first,
        noUnexpectedBefore: exactness?.first, renewal: options.renewal, isNext: place == next)
      if let needed = precedence(at: place) {
        found.items.removeAll { !needed.isUseful($0.cover) }
      } else if isReduced {
        found.items = found.items.beforeRenewal
      }
      return found
    }
    let (leading, others) = leadingGroups(exactness, items: items)
    var allocations = allocations(of: leading, items)
    for slots in allocations.indices {
      guard let allocation = allocations[slots] else { continue }
      allocations[slots]?.score = allocation.score + others
      if slots == 0 { allocations[slots]?.score[.bareReminders, consumer.level] -= 1 }
    }
    return allocations
  }

  private func allocations(
    of places: [Int], _ items: (Int) -> GroupAllocationSearch.Items
  ) -> AllocationsBySlots {
    let prefix = { [groups] place in groups[place].lowered.group.identifierPrefix }
    // Repeats depend on their first alerts, so their order matters. Other ties end early.
    let places =
      places.contains { groups[$0].isRepeat }
      ? places
      : places.sorted { prefix($0) == prefix($1) ? $0 < $1 : prefix($0) > prefix($1) }
    let own = places.map(items)
    let choices = zip(places, own).map { [groups] place, own in
      GroupChoices(
        group: groups[place].index, covers: own.covers, places: own.items.map { Int32($0.cover) })
    }
    var table = KnapsackTable<LevelScore>(
      capacity: options.slots, difference: differences(of: places.map { groups[$0] }, choices))
    for (number, place) in places.enumerated() {
      let needed = precedence(at: place)
      let alerts = needed?.alertGroup.flatMap(places.firstIndex)
      let covers = own[number].items.map(\.cover)
      // A repeat counts only if its first alert fires.
      let coversOfAlerts = alerts.map { alerts in
        own[alerts].items.map { $0.slots > 0 ? $0.cover : nil }
      }
      table.add(
        own[number].items.map { ($0.slots, $0.score) }, prefix: prefix(place),
        dependingOn: alerts
      ) { item, alertItem in
        needed?.allows(
          covers[item],
          alerts: coversOfAlerts.flatMap { covers in alertItem.flatMap { covers[$0] } }
        ) ?? true
      }
    }
    table.end()
    work += table.work
    return table.worths.enumerated().map { slots, worth in
      worth.map { worth in
        var allocation = Allocation(score: Score(worth, level: consumer.level))
        if slots > 0 { allocation.way = Way(table, slots: slots, choices: choices) }
        return allocation
      }
    }
  }

  /// Returns how two items of a group's covers differ, for each group of a table.
  private func differences(
    of groups: [GroupAllocationSearch], _ choices: [GroupChoices]
  ) -> (_ place: Int, _ item: Int, _ other: Int) -> IdentifierDifference? {
    { place, item, other in
      // Copies of covers take longer than the comparison of two numbers.
      if let count = choices[place].countOfSinglesAlone(item),
        let otherCount = choices[place].countOfSinglesAlone(other)
      {
        return groups[place].difference(ofSingles: count, otherCount)
      }
      return groups[place].difference(choices[place].cover(item), choices[place].cover(other))
    }
  }

  /// Returns the groups that can get slots, and the total score of the others without slots.
  ///
  /// A reminder has many groups if each of its occurrences has a different text. A first-alert
  /// group and its repeats depend on no other group. So they are reduced by dominance, as the
  /// consumers of a plan are (``KnapsackReduction``).
  private func leadingGroups(
    _ exactness: Exactness?, items: (Int) -> GroupAllocationSearch.Items
  ) -> (leading: [Int], others: Score) {
    guard groups.count > options.slots else { return (Array(groups.indices), Score()) }
    let alerts = alerts
    var reduction = KnapsackReduction(slots: options.slots) { own, _ in alerts[own].prefix }
    var others = Score()
    // The alerts that can be among the best, with their scores without slots; nil if they need some.
    var candidates: [(number: Int, bare: Score?)] = []
    for (number, alert) in alerts.enumerated() {
      let isTouched = exactness.map { self.isTouched(alert.places, by: $0) } ?? false
      guard isTouched || reduction.canLead(alert.bound, prefix: alert.prefix) else {
        others = others + alert.bound.bare
        continue
      }
      let allocations = allocations(of: alert.places, items)
      reduction.add(number, allocations: allocations)
      candidates.append((number, allocations.first??.score))
    }
    let leading = Set(reduction.classes.map(\.consumer))
    var places: [Int] = []
    for candidate in candidates {
      if let bare = candidate.bare, !leading.contains(candidate.number) {
        others = others + bare
      } else {
        places += alerts[candidate.number].places
      }
    }
    return (places.sorted(), others)
  }

  /// The consumer's score without slots, and upper bounds of its gain.
  private(set) lazy var bound =
    overdueIdentifier.map { GainBound(overdue: $0, level: consumer.level, options: options) }
    ?? GainBound(lowered, level: consumer.level, options: options)

  /// A lower bound of the identifiers of all requests of the consumer.
  private(set) lazy var leastPrefix =
    overdueIdentifier ?? lowered.map { $0.group.identifierPrefix }.min() ?? ""

  private func allocations(ofOverdue identifier: String) -> AllocationsBySlots {
    let none = Allocation(score: bound.bare)
    guard options.slots > 0 else { return [none] }
    var nag = Allocation()
    nag.score[.slots] = -1
    nag.score[.pending] = options.pending.contains(identifier) ? 1 : 0
    return [none, nag]
  }
}

extension AllocationSearch {
  /// Returns the difference of two allocations that were found together; nil is one without slots.
  func difference(_ own: Allocation?, _ other: Allocation?) -> IdentifierDifference? {
    if let overdueIdentifier {
      let isOwn = (own?.score[.slots] ?? 0) < 0
      let isOther = (other?.score[.slots] ?? 0) < 0
      return isOwn == isOther ? nil : (overdueIdentifier, isOwn)
    }
    let way = own?.way ?? other?.way
    return way?.table.difference(slots: own?.way?.slots ?? 0, other?.way?.slots ?? 0)
  }

  /// Returns the smallest identifier prefix of an allocation.
  ///
  /// It orders allocations of different consumers as their smallest identifiers do.
  func smallestPrefix(of allocation: Allocation) -> String? {
    if let overdueIdentifier { return overdueIdentifier }
    return allocation.groups.compactMap { chosen in
      places[chosen.group].map { groups[$0].lowered.group.identifierPrefix }
    }.min()
  }
}

extension AllocationSearch {
  /// Returns whether the exactness constraint excludes any allocation.
  func isTouched(by exactness: Exactness) -> Bool {
    if earliest.first < exactness.first || earliest.repeats < exactness.repeats { return true }
    // These checks go from cheap to expensive: a bound for all possible triggers, then the triggers
    // that exist, then those that covers use.
    let latest = latest(of: exactness)
    guard leastTurning < latest,
      groups.contains(where: { $0.mayTurn(before: $0.isRepeat ? latest : exactness.first) })
    else { return false }
    return earliestUnexpected.first < exactness.first || earliestUnexpected.repeats < latest
  }

  /// Returns whether the exactness constraint may exclude an allocation of some groups.
  private func isTouched(_ places: [Int], by exactness: Exactness) -> Bool {
    let latest = latest(of: exactness)
    return places.contains { place in
      let group = groups[place]
      return group.first < (group.isRepeat ? exactness.repeats : exactness.first)
        || group.mayTurn(before: group.isRepeat ? latest : exactness.first)
    }
  }

  /// The instant before which no repeat may fire unexpectedly.
  private func latest(of exactness: Exactness) -> Instant {
    earliest.repeats == .endOfTime ? exactness.first : max(exactness.first, exactness.repeats)
  }

  /// Returns whether the fires before an instant require slots: those of first alerts, or of
  /// repeats.
  func needsSlots(upTo instant: Instant, repeats: Bool) -> Bool {
    (repeats ? earliest.repeats : earliest.first) < instant
  }

  /// The most slots that the consumer can have.
  var mostSlots: Int { options.slots }

  /// Returns the fewest slots that make first alerts or repeats exact up to an instant.
  ///
  /// The result is more than the plan has if they can't be exact.
  func fewestSlots(upTo instant: Instant, repeats: Bool) -> Int {
    guard needsSlots(upTo: instant, repeats: repeats) else { return 0 }
    let fewest = groups.reduce(0) { sum, group in
      guard group.isRepeat == repeats, group.first < instant else { return sum }
      return sum + group.fewestSlots(upTo: instant)
    }
    return fewest <= mostSlots ? fewest : options.allSlots + 1
  }

  /// Returns the instants up to `end` at which an allocation's first alerts, or its repeats, can
  /// stop being exact.
  func turningPoints(upTo end: Instant, repeats: Bool) -> [Instant] {
    // Return early without a search: most consumers lack repeats.
    guard (repeats ? earliest.repeats : earliest.first) < .endOfTime,
      needsSlots(upTo: end, repeats: repeats) || leastTurning < end
    else { return [] }
    let own = groups.filter { $0.isRepeat == repeats }
    guard
      needsSlots(upTo: end, repeats: repeats)
        || own.contains(where: { $0.mayTurn(before: end) })
          && (repeats ? earliestUnexpected.repeats : earliestUnexpected.first) < end
    else { return [] }
    return own.flatMap { $0.turningPoints(upTo: end) }
  }
}
