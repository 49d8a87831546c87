/// Searches the contenders that can be among the best with some number of slots, those first that
/// can gain most.
struct LeaderSearch {
  /// The contenders.
  let contenders: [AllotmentSearch]
  /// Their places in the order in which they are looked at.
  let order: [Int]
  /// What is left of those that have been looked at.
  private(set) var reduction: KnapsackReduction
  /// How many have been looked at.
  private var count = 0
  /// How many searches for triggers there were.
  private var searchCount = 0
  /// The most searches: a second.
  ///
  /// Where series begin later than now, no trigger is of use yet that their fires let hope for, and
  /// all of a million would be looked at for the best 64. Those behind are served by one-shots.
  static let maximumSearches = 2_048
  /// Whether any of those that were last asked for ahead could lead, as far as their fires tell.
  private var canAnyLead = true
  /// Whether contenders are so many that it may be enough to know what they gain with one slot.
  private let areMany: Bool
  /// Those that were looked at with one slot, and not yet with several.
  private var unfinished: [Int] = []
  /// Those of the next ones that can, once they were asked for ahead.
  private var leadingAhead: Set<Int>?

  /// Begins with none.
  ///
  /// - Parameters:
  ///   - contenders: The contenders.
  ///   - slots: The slots that there are.
  init(_ contenders: [AllotmentSearch], slots: Int) {
    self.contenders = contenders
    order = LeaderSearch.order(of: contenders, slots: slots)
    areMany = contenders.count > 2 * slots
    // What more contenders than there are slots need something for can't be reached.
    reduction = KnapsackReduction(slots: slots, spare: slots) {
      contenders[$0].smallestPrefix(of: $1)
    }
  }

  /// Whether all have been looked at.
  var isAtEnd: Bool { count == order.count }

  /// Looks at the next contenders.
  ///
  /// - Parameter number: How many, where there are so many.
  mutating func advance(by number: Int) {
    for index in order[count...].prefix(number) {
      let contender = contenders[index]
      // Who can't lead never will: the leaders only become better.
      if leadingAhead?.contains(index) ?? true, reduction.canLead(contender) {
        add(index)
      } else {
        reduction.add(bare: contender.bare)
      }
    }
    count += min(number, order.count - count)
    leadingAhead = nil
    if reduction.isFullOfOneSlot || isAtEnd { finish() }
  }

  private mutating func add(_ index: Int) {
    guard areMany else {
      reduction.add(index, contenders[index].best(nil))
      return
    }
    reduction.add(index, contenders[index].bestOfOneSlot)
    unfinished.append(index)
  }

  /// Looks at those with several slots that can lead with them.
  ///
  /// Where most have a next alert that is missed with nothing, hardly any can: whoever takes several
  /// slots takes them from others who need one.
  private mutating func finish() {
    for index in unfinished {
      let contender = contenders[index]
      let canLead =
        contender.bound.map {
          reduction.canLeadWithSeveralSlots($0, prefix: { contender.leastPrefix })
        } ?? false
      if canLead { reduction.addFurther(index, contender.best(nil)) }
    }
    unfinished = []
  }

  /// The searches for triggers that the next contenders will need, as far as that is known, each
  /// with what the run has time for.
  ///
  /// - Parameter number: How many contenders.
  /// - Returns: The searches, each once.
  mutating func ahead(_ number: Int) -> [TriggerSearch] {
    // Behind some of which none can lead, hardly any can.
    guard canAnyLead else { return [] }
    let outlined = order[count...].prefix(number).filter {
      reduction.canLead(contenders[$0], contenders[$0].outline)
    }
    canAnyLead = !outlined.isEmpty
    let leading = outlined.filter {
      reduction.canLead(contenders[$0], contenders[$0].boundByDays)
    }
    leadingAhead = Set(leading)
    var known: Set<ObjectIdentifier> = []
    let searches = leading.compactMap { contenders[$0].firstGroup?.search }
      .filter { known.insert(ObjectIdentifier($0)).inserted }
    for search in searches {
      if searchCount < LeaderSearch.maximumSearches { search.admit() } else { search.refuse() }
      searchCount += 1
    }
    return searches
  }

  /// The contenders by what their fires let them gain with all slots, overdue to-dos first.
  ///
  /// The sooner the best are known, the fewer of the others have to be searched; what is best does
  /// not depend on it.
  private static func order(of contenders: [AllotmentSearch], slots: Int) -> [Int] {
    let overdue = contenders.indices.filter { contenders[$0].outline == nil }
    let reminders = contenders.indices.filter { contenders[$0].outline != nil }
    let ranks = reminders.map { contenders[$0].outline?.gain(slots: max(1, slots)) ?? Score() }
      .ranks
    let prefixes = reminders.map { contenders[$0].leastPrefix }
    return overdue
      + reminders.indices.sorted {
        ranks[$0] == ranks[$1] ? prefixes[$0] < prefixes[$1] : ranks[$0] < ranks[$1]
      }.map { reminders[$0] }
  }
}

extension [Score] {
  /// For each score its place in the order of all, the highest first; those that are the same have
  /// the same one.
  ///
  /// Neighbours are alarms of one series as a rule, and worth the same: so that tens of thousands
  /// are sorted by numbers.
  fileprivate var ranks: [Int] {
    var starts: [Int] = []
    for place in indices where place == 0 || self[place] != self[place - 1] {
      starts.append(place)
    }
    var ranks = [Int](repeating: 0, count: count)
    var (rank, last) = (-1, startIndex)
    for run in starts.indices.sorted(by: { self[starts[$0]] > self[starts[$1]] }) {
      let start = starts[run]
      if rank < 0 || self[start] != self[last] { rank += 1 }
      last = start
      let end = run + 1 < starts.count ? starts[run + 1] : count
      for place in start..<end { ranks[place] = rank }
    }
    return ranks
  }
}

extension KnapsackReduction {
  /// Whether a contender may be among the best with some number of slots: triggers are looked for
  /// only where its fires leave that open, and covers where its triggers do.
  mutating func canLead(_ contender: AllotmentSearch) -> Bool {
    canLead(contender, contender.outline) && canLead(contender, contender.boundByDays)
      && canLead(contender, contender.bound)
  }

  fileprivate mutating func canLead(_ contender: AllotmentSearch, _ bound: GainBound?) -> Bool {
    guard let bound else { return true }
    return canLead(bound, prefix: { contender.leastPrefix })
  }
}
