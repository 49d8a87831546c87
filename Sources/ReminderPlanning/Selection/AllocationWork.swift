import CivilTime
import ReminderExpansion
import ReminderOptions

/// An upper estimate of the work of allocating slots to reminders.
///
/// Allocation combines the covers of each group with all numbers of slots.
package struct AllocationWork: Sendable {
  /// The slots of an iPhone.
  ///
  /// A plan never gets fewer because of this bound, so that dense reminders of one source take little
  /// from others.
  private static let fewest = NotificationOptions.systemLimit

  /// The number of slots that an Apple system can have.
  private static let few = NotificationOptions.largestLimit

  /// The limits of combinations, each of a cover and a number of slots, by the estimate: with few
  /// slots and with more.
  ///
  /// They take up to ten seconds, and most calendars a tenth of that.
  private static let most = (few: 40_000_000, more: 100_000_000)

  /// How much longer a group of a reminder with repeats takes.
  ///
  /// Its covers depend on those of the first alert, so that trials can't leave any out.
  private static let weightOfRepeats = 10

  private struct Part {
    let covers: Int
    let weight: Int
  }

  private let parts: [Part]

  private init(of reminders: [LoweredReminder]) {
    parts = reminders.flatMap { reminder in
      let hasRepeats = reminder.groups.contains { $0.group.repetition > 0 }
      let weight = hasRepeats ? AllocationWork.weightOfRepeats : 1
      return reminder.groups.map { Part(covers: $0.coverEstimate, weight: weight) }
    }
  }

  /// Returns the most slots, up to a limit, that can be allocated within the limit of work; at least
  /// those of an iPhone.
  ///
  /// A limit that an Apple system can have is returned as it is.
  package static func mostSlots(upTo limit: Int, for reminders: [LoweredReminder]) -> Int {
    guard limit > few else { return limit }
    let work = AllocationWork(of: reminders)
    let isMuch = work.combinations(slots: few + 1) > most.more
    let range = isMuch ? fewest + 1..<few + 1 : few + 2..<limit + 1
    let mostWork = isMuch ? most.few : most.more
    return range.partitionPoint { work.combinations(slots: $0) <= mostWork } - 1
  }

  private func combinations(slots: Int) -> Int {
    parts.reduce(0) { $0 + $1.weight * min($1.covers, slots) } * slots
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
