import CivilTime
import NotificationTriggers

/// Slots for one contender: what they are spent on, and what that is worth.
struct Allotment {
  /// What it is worth.
  var score = Score()
  /// The table in which it was found, with the items of its groups; nil where no group gets any slot.
  fileprivate var way: (table: KnapsackTable, slots: Int, items: [[GroupAllotmentSearch.Item]])?

  /// Makes an allotment of nothing for any group.
  init(score: Score = Score()) { self.score = score }

  /// What is done for each group; a group that is not named gets nothing.
  var groups: [GroupAllotment] {
    guard let way else { return [] }
    return zip(way.items, way.table.items(slots: way.slots)).compactMap { items, item in
      items[item].slots > 0 ? items[item].allotment : nil
    }
  }
}

/// Allotments of one contender by number of slots, from 0; nil where there is none.
typealias AllotmentsBySlots = [Allotment?]

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

  private var searchedGroups: [GroupAllotmentSearch] {
    let hasRepeats = lowered.contains { $0.group.repetition > 0 }
    return lowered.enumerated().map { place, group in
      GroupAllotmentSearch(
        indices?[place] ?? place, group.withoutIdleRemovals(options), options,
        isDepended: hasRepeats, sharers: lowered.count)
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
  /// - Returns: The allotments; nil for a number of slots with which there is none.
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
  private func allotments(
    of places: [Int], _ items: [[GroupAllotmentSearch.Item]]
  ) -> AllotmentsBySlots {
    let own = places.map { items[$0] }
    var table = KnapsackTable(capacity: options.slots) {
      self.identifiers(of: own[$0][$1].allotment)
    }
    for (place, items) in zip(places, own) {
      let needed = precedence(at: place)
      let alerts = needed?.alertGroup.flatMap(places.firstIndex)
      table.add(
        items.map { KnapsackTable.Item(slots: $0.slots, worth: $0.score) }, dependingOn: alerts
      ) { item, alertItem in
        guard let needed else { return true }
        // A repeat is only of use where its first alert fires.
        let alert = alerts.flatMap { alerts in alertItem.map { own[alerts][$0] } }
        return needed.allows(
          items[item].allotment.coverIndex,
          alerts: alert.flatMap { $0.slots > 0 ? $0.allotment.coverIndex : nil })
      }
    }
    return table.worths.enumerated().map { slots, worth in
      worth.map { worth in
        var allotment = Allotment(score: worth)
        if slots > 0 { allotment.way = (table, slots, own) }
        return allotment
      }
    }
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

  /// What it is worth with nothing, and gains at most.
  private(set) lazy var bound =
    overdueIdentifier.map { GainBound(overdue: $0, level: contender.level, options) }
    ?? GainBound(lowered, level: contender.level, options)

  /// What comes before the identifiers of all its requests, or is equal to it.
  private(set) lazy var leastPrefix =
    overdueIdentifier ?? lowered.map { $0.group.identifierPrefix }.min() ?? ""

  private func allotments(ofOverdue identifier: String) -> AllotmentsBySlots {
    let none = Allotment(score: bound.bare)
    guard options.slots > 0 else { return [none] }
    var nag = Allotment()
    nag.score[.slots] = -1
    nag.score[.pending] = options.pending.contains(identifier) ? 1 : 0
    return [none, nag]
  }
}

extension AllotmentSearch {
  /// The identifiers of the requests of an allotment, in no order.
  func identifiers(of allotment: Allotment) -> [String] {
    if let overdueIdentifier {
      return allotment.score[.slots] < 0 ? [overdueIdentifier] : []
    }
    return allotment.groups.flatMap(identifiers(of:))
  }

  /// The identifiers of the requests for one group, in no order.
  func identifiers(of chosen: GroupAllotment) -> [String] {
    places[chosen.group].map { groups[$0].identifiers(of: chosen.cover) } ?? []
  }

  /// Something that orders allotments of different contenders as the smallest of their identifiers
  /// do.
  func smallestPrefix(of allotment: Allotment) -> String? {
    if let overdueIdentifier { return overdueIdentifier }
    return allotment.groups.compactMap { chosen in
      places[chosen.group].map { groups[$0].lowered.group.identifierPrefix }
    }.min()
  }
}

extension AllotmentSearch {
  /// Whether asking for some exactness leaves other allotments than asking for none.
  func isTouched(by exactness: Exactness) -> Bool {
    if earliest.first < exactness.first || earliest.repeats < exactness.repeats { return true }
    // What is known of all triggers that there can be is enough for most; what any trigger does is
    // known sooner than which of them are of use.
    let latest =
      earliest.repeats == .endOfTime
      ? exactness.first : max(exactness.first, exactness.repeats)
    guard leastTurning < latest,
      groups.contains(where: { $0.mayTurn(before: $0.isRepeat ? latest : exactness.first) })
    else { return false }
    return earliestUnasked.first < exactness.first || earliestUnasked.repeats < latest
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

  /// The instants up to another at which an allotment can begin to be wrong: of first alerts, or of
  /// repeats.
  func turningPoints(upTo end: Instant, repeats: Bool) -> [Instant] {
    // Without any of them nothing has to be looked for: most contenders have no repeats.
    guard (repeats ? earliest.repeats : earliest.first) < .endOfTime,
      needsSlots(upTo: end, repeats: repeats) || leastTurning < end
    else { return [] }
    let own = groups.filter { $0.isRepeat == repeats }
    guard
      needsSlots(upTo: end, repeats: repeats)
        || own.contains(where: { $0.mayTurn(before: end) })
          && (repeats ? earliestUnasked.repeats : earliestUnasked.first) < end
    else { return [] }
    return own.flatMap { $0.turningPoints(upTo: end) }
  }
}
