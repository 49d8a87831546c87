import CivilTime
import ReminderExpansion

/// An upper estimate of the work of allocating slots to a reminder.
///
/// Allocation combines the covers of each group with all numbers of slots.
struct AllocationWork {
  /// The limit of combinations of all reminders, each of a cover and a number of slots.
  ///
  /// They take up to ten seconds, and those of most calendars a tenth of that.
  private static let most = 20_000_000

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

  /// Returns the most slots, at least one, that can be allocated with a number of combinations.
  private func mostSlots(upTo limit: Int, combinations most: Int) -> Int {
    (1..<limit + 1).partitionPoint { combinations(slots: $0) <= most }.advanced(by: -1)
  }

  /// Returns how many slots each reminder can have, up to a limit, so that allocation takes a bounded
  /// time.
  ///
  /// Reminders with many covers have fewer than the limit.
  static func mostSlots(upTo limit: Int, for reminders: [LoweredReminder]) -> [Int] {
    // There are no more covers than fires. Most calendars have few even then.
    let rough = reminders.reduce(0) {
      $0 + AllocationWork(of: $1) { $0.group.instants.count }.combinations(slots: limit)
    }
    guard rough > most else { return Array(repeating: limit, count: reminders.count) }
    let works = reminders.map { AllocationWork(of: $0, covers: \.coverEstimate) }
    let owners = reminders.map(\.owner)
    let shares = SourceShares(
      of: most,
      among: zip(owners, works).map {
        SourceShares.Need(owner: $0, amount: $1.combinations(slots: limit))
      })
    return zip(owners, works).map {
      max(1, $1.mostSlots(upTo: limit, combinations: shares.limit(for: $0)))
    }
  }
}

extension LoweredReminder {
  fileprivate var owner: SourceShares.Owner {
    SourceShares.Owner(
      sources: groups.reduce(into: []) { sources, group in
        for claim in group.group.claims { sources.insert(claim.source) }
      }, uid: id.uid)
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
