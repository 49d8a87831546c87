import CivilTime
import NotificationTriggers

/// Which covers of repeats are of use with which covers of their first alerts: a precedence
/// constraint, as in the precedence constraint knapsack problem (Kellerer, Pferschy and Pisinger,
/// "Knapsack Problems", 2004, chapter 13).
///
/// A repeat is only of use where its first alert comes. One-shots serve the soonest of what
/// repeating triggers leave, so whether they answer an alert is a question of how far they reach:
/// only sets of triggers have to be compared fire by fire, each pair of them once.
struct AlertPrecedence: Sendable {
  /// The group of the first alerts, as an index into those of the contender; nil where all came
  /// before.
  let alertGroup: Int?
  private let repeats: [Reach]
  private let alerts: [Reach]
  private let repeatSets: [Int]
  private let alertSets: [Int]
  /// The last alert that repeats need and no trigger answers, by set of triggers for the alerts,
  /// set of triggers for the repeats, and number of one-shots for repeats; nil for none.
  private let lastNeeded: [[[Instant?]]]

  /// How far a cover goes: numbers alone, which are asked for often.
  private struct Reach: Sendable {
    let isNothing: Bool
    let singleCount: Int
    let firstMiss: Instant?
    let firstUnasked: Instant?

    init(_ cover: Cover) {
      isNothing = cover.slots == 0
      singleCount = cover.singles.count
      (firstMiss, firstUnasked) = (cover.firstMiss, cover.firstUnasked)
    }
  }

  /// Compares the covers of two groups.
  ///
  /// - Parameters:
  ///   - repeats: A group of repeats, and its covers.
  ///   - alerts: The group of their first alerts, and its covers; nil where all came before.
  ///   - alertGroup: What stands for that group.
  init(
    _ repeats: (group: FireGroup, covers: [Cover]),
    alerts: (group: FireGroup, covers: [Cover])?, alertGroup: Int?
  ) {
    self.alertGroup = alertGroup
    self.repeats = repeats.covers.map(Reach.init)
    self.alerts = (alerts?.covers ?? []).map(Reach.init)
    let instants = alerts?.group.instants ?? []
    let repeatSets = CoverTriggerSets(repeats.covers)
    let alertSets = CoverTriggerSets(alerts?.covers ?? [])
    self.repeatSets = repeatSets.ofCovers
    self.alertSets = alertSets.ofCovers
    let positions = AlertPrecedence.positions(of: repeats.group.alerts, in: instants)
    // Alerts that don't come stand behind all of them.
    let capacity = instants.count + 1
    let needed = repeatSets.places(in: repeats.group.instants, capacity: capacity) {
      positions[$0]
    }
    let answered = alertSets.places(in: instants, capacity: capacity) { $0 }
    let singles = repeatSets.singles.map { singles in
      singles.map { fire in positions[repeats.group.instants.partitionPoint { $0 < fire }] }
    }
    lastNeeded = answered.map { answered in
      zip(needed, singles).map { needed, singles in
        AlertPrecedence.lastNeeded(needed, singles, besides: answered, of: instants)
      }
    }
  }

  /// The last alert that is needed and not answered, by number of one-shots.
  private static func lastNeeded(
    _ needed: BitSet, _ singles: [Int?], besides answered: BitSet,
    of instants: [Instant]
  ) -> [Instant?] {
    var last = needed.lastMember(missingFrom: answered)
    var found = [last]
    for single in singles {
      if let single, !answered.contains(single) { last = max(last ?? single, single) }
      found.append(last)
    }
    return found.map { last in last.map { instant(at: $0, in: instants) } }
  }

  /// Whether the first alerts of all repeats that a cover answers are answered too.
  ///
  /// - Parameters:
  ///   - index: The cover of the repeats.
  ///   - alertIndex: The cover of the first alerts; nil for nothing.
  /// - Returns: Whether none of the repeats would come without its first alert.
  func allows(_ index: Int, alerts alertIndex: Int?) -> Bool {
    let cover = repeats[index]
    let alertCover = alertIndex.map { alerts[$0] }
    if cover.isNothing || (alertCover != nil && alertCover?.firstMiss == nil) { return true }
    // A repeating trigger that has to be taken away goes on until then.
    if let unasked = cover.firstUnasked, (alertCover?.firstUnasked).map({ $0 > unasked }) ?? true {
      return false
    }
    let set = alertIndex.map { alertSets[$0] } ?? CoverTriggerSets.none
    guard let last = lastNeeded[set][repeatSets[index]][cover.singleCount] else { return true }
    return alertCover?.firstMiss.map { last < $0 } ?? false
  }

  /// Where the first alerts stand among those that come; behind all of them where they don't, nil
  /// where they came before.
  private static func positions(of alerts: [Instant?], in instants: [Instant]) -> [Int?] {
    alerts.map { alert in
      alert.map { alert in
        let position = instants.partitionPoint { $0 < alert }
        return position < instants.count && instants[position] == alert ? position : instants.count
      }
    }
  }

  private static func instant(at position: Int, in instants: [Instant]) -> Instant {
    position < instants.count ? instants[position] : .endOfTime
  }
}
