import CivilTime
import ReminderExpansion

/// An upper estimate of the work of allocating slots to a reminder, in combinations of a cover and a
/// number of slots.
///
/// The covers of each group are combined with all numbers of slots.
struct AllocationWork {
  /// The bounds of the search for the best allocation to a reminder.
  struct Bounds: Hashable {
    /// The most slots that the reminder can have, at least one.
    let slots: Int
    /// Whether few covers are compared.
    let isDense: Bool
    /// The share of ``IndependentSetSearch/maximumWork`` of each group's search.
    let searchWork: Int
  }

  /// The limit of combinations of all reminders, if all of their covers are compared: one second.
  private static let mostOfAllCovers = 10_000_000

  /// The limit of combinations of all reminders.
  ///
  /// They take up to two seconds with the covers that are compared for dense reminders.
  private static let most = 30_000_000

  /// How much longer a group of a reminder with repeats takes.
  ///
  /// Its covers depend on those of the first alert, so that trials can't leave any out.
  private static let weightOfRepeats = 10

  private let covers: [Int]
  private let weight: Int

  private init(of reminder: LoweredReminder, covers: (LoweredGroup) -> Int) {
    self.covers = reminder.groups.map(covers)
    let hasRepeats = reminder.groups.contains { $0.group.repetition > 0 }
    weight = hasRepeats ? AllocationWork.weightOfRepeats : 1
  }

  private func combinations(slots: Int) -> Int {
    covers.reduce(0) { $0 + min($1, slots) } * weight * slots
  }

  /// Returns the most slots up to a limit, at least one, that can be allocated with a number of
  /// combinations.
  private func mostSlots(upTo limit: Int, combinations most: Int) -> Int {
    max(1, (1..<limit + 1).partitionPoint { combinations(slots: $0) <= most } - 1)
  }

  /// Bounds the search for the best allocation, so that it ends in time.
  ///
  /// - Parameters:
  ///   - limit: The slots of the plan.
  ///   - reminders: The reminders.
  /// - Returns: The bounds for each reminder.
  static func bounds(upTo limit: Int, for reminders: [LoweredReminder]) -> [Bounds] {
    // A group has at most as many covers as fires. Most calendars have few even then.
    let rough = reminders.reduce(0) {
      $0 + AllocationWork(of: $1) { $0.group.instants.count }.combinations(slots: limit)
    }
    let searchWork = searchWork(for: reminders)
    guard rough > mostOfAllCovers else {
      return searchWork.map { Bounds(slots: limit, isDense: false, searchWork: $0) }
    }
    let works = reminders.map { AllocationWork(of: $0, covers: \.coverEstimate) }
    let needs = zip(reminders, works).map {
      SourceShares.Need(owner: $0.owner, amount: $1.combinations(slots: limit))
    }
    let sharesOfAllCovers = SourceShares(of: mostOfAllCovers, among: needs)
    let shares = SourceShares(of: most, among: needs)
    return reminders.indices.map { place in
      let owner = needs[place].owner
      return Bounds(
        slots: works[place].mostSlots(upTo: limit, combinations: shares.limit(for: owner)),
        isDense: needs[place].amount > sharesOfAllCovers.limit(for: owner),
        searchWork: searchWork[place])
    }
  }

  /// Shares the work of one search among the groups whose covers are all searched before slots are
  /// allocated: those of reminders with repeats that have several triggers.
  ///
  /// A reminder with three repeats is common, and one with hundreds or a hundred reminders must not
  /// take a hundred times as long.
  private static func searchWork(for reminders: [LoweredReminder]) -> [Int] {
    let whole = IndependentSetSearch.maximumWork
    let groups = reminders.map { reminder in
      let hasRepeats = reminder.groups.contains { $0.group.repetition > 0 }
      return hasRepeats ? reminder.groups.count { $0.graph.triggers.count > 1 } : 0
    }
    let shares = SourceShares(
      of: whole,
      among: zip(reminders, groups).map {
        SourceShares.Need(owner: $0.owner, amount: $1 * whole)
      })
    return zip(reminders, groups).map { reminder, count in
      count == 0 ? whole : min(whole, shares.limit(for: reminder.owner) / count)
    }
  }
}

extension LoweredGroup {
  /// An estimate of the covers that selection compares, without the limit of slots.
  ///
  /// If triggers that need no removal answer all fires, covers with more one-shots than there are
  /// such triggers are worse.
  fileprivate var coverEstimate: Int {
    let lasting = graph.triggers.filter { $0.proven.removeBy == nil }
    let isComplete = Set(lasting.flatMap(\.answered)).count == group.instants.count
    return isComplete ? min(lasting.count, group.instants.count) : group.instants.count
  }
}
