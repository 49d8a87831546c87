import CivilTime
import NotificationTriggers
import ReminderExpansion

/// Decides whether a cover of repeats can be used with a cover of their first alerts.
///
/// This is the constraint of a precedence-constrained knapsack problem (Kellerer, Pferschy and
/// Pisinger, "Knapsack Problems", 2004, chapter 13). A repeat counts only if its first alert fires.
struct AlertPrecedence {
  /// The index of the first-alert group among the consumer's groups; nil if all first alerts were
  /// due before now.
  let alertGroup: Int?
  /// For each cover of repeats, the covers of first alerts that it can be combined with.
  ///
  /// A cover of first alerts is its index plus 1. The number 0 means that no first alert is answered.
  private let allowed: [BitSet]
  /// The covers of repeats that can be part of an optimal plan.
  private let useful: BitSet

  /// The part of a cover that precedence depends on.
  ///
  /// `alerts` has the indices of the first alerts that the cover answers, or needs if it is a cover
  /// of repeats.
  fileprivate struct Reach {
    let isEmpty: Bool
    let firstMiss: Instant?
    let firstUnexpected: Instant?
    let alerts: BitSet
    /// The last member of `alerts`; -1 for none.
    let lastAlert: Int
    /// The number of the group's fires before the first one that the cover misses.
    let countBeforeMiss: Int
  }

  init(
    _ repeats: (group: FireGroup, covers: [Cover]),
    alerts: (group: FireGroup, covers: [Cover])?, alertGroup: Int?
  ) {
    self.alertGroup = alertGroup
    let instants = alerts?.group.instants ?? []
    let capacity = instants.count + 1
    let needed = repeats.group.alerts.map { alert in
      alert.map { alert in
        let place = instants.partitionPoint { $0 < alert }
        // An index beyond the last instant is an alert that no cover can answer.
        return place < instants.count && instants[place] == alert ? place : instants.count
      }
    }
    let reaches = AlertPrecedence.reaches(
      repeats.covers, of: repeats.group.instants, capacity: capacity
    ) { needed[$0] }
    let others = AlertPrecedence.reaches(
      alerts?.covers ?? [], of: instants, capacity: capacity
    ) { $0 }
    allowed = reaches.map { reach in
      var places = BitSet(capacity: others.count + 1)
      if reach.isAllowed(beside: nil) { places.insert(0) }
      for (place, other) in others.enumerated() where reach.isAllowed(beside: other) {
        places.insert(place + 1)
      }
      return places
    }
    useful = AlertPrecedence.useful(of: repeats.covers, allowed: allowed)
  }

  /// Returns the covers without those of one-shots for which there is always a better one.
  ///
  /// Repeating triggers are better than one-shots only beside the first alerts that they need.
  private static func useful(of covers: [Cover], allowed: [BitSet]) -> BitSet {
    var useful = BitSet(all: covers.indices)
    let repeating = covers.indices.filter { !covers[$0].repeating.isEmpty }
    for single in covers.indices where covers[single].repeating.isEmpty {
      var left = allowed[single]
      for other in repeating where covers[other].dominates(covers[single]) {
        left.subtract(allowed[other])
      }
      if left.isEmpty { useful.remove(single) }
    }
    return useful
  }

  private static func reaches(
    _ covers: [Cover], of instants: [Instant], capacity: Int, place: (Int) -> Int?
  ) -> [Reach] {
    func places(of fires: ArraySlice<Instant>) -> BitSet {
      var places = BitSet(capacity: capacity)
      var next = 0
      for fire in fires {
        while instants[next] < fire { next += 1 }
        if let place = place(next) { places.insert(place) }
      }
      return places
    }
    // Covers share most triggers, so the alerts of each trigger are computed once.
    var known: [ObjectIdentifier: BitSet] = [:]
    return covers.map { cover in
      var alerts = places(of: cover.singles)
      for trigger in cover.repeating {
        let own = known[ObjectIdentifier(trigger)] ?? places(of: trigger.answered)
        known[ObjectIdentifier(trigger)] = own
        alerts.formUnion(own)
      }
      return Reach(
        isEmpty: cover.slots == 0, firstMiss: cover.firstMiss,
        firstUnexpected: cover.firstUnexpected, alerts: alerts,
        lastAlert: alerts.lastMember(missingFrom: BitSet(capacity: capacity)) ?? -1,
        countBeforeMiss: cover.firstMiss.map(instants.before) ?? instants.count)
    }
  }

  /// Returns whether a cover of repeats can be part of an optimal plan.
  func isUseful(_ index: Int) -> Bool { useful.contains(index) }

  /// Returns whether every repeat that a cover answers has its first alert answered too.
  func allows(_ index: Int, alerts alertIndex: Int?) -> Bool {
    allowed[index].contains(alertIndex.map { $0 + 1 } ?? 0)
  }
}

extension AlertPrecedence.Reach {
  /// Returns whether every repeat that the cover answers has its first alert answered by another
  /// cover.
  fileprivate func isAllowed(beside other: Self?) -> Bool {
    if isEmpty { return true }
    guard let other else { return firstUnexpected == nil && alerts.isEmpty }
    if other.firstMiss == nil { return true }
    // A trigger that needs removal fires until then. So if the repeats need removal, the first
    // alerts must need it no later.
    if let firstUnexpected, other.firstUnexpected.map({ $0 > firstUnexpected }) ?? true {
      return false
    }
    return lastAlert < other.countBeforeMiss
      || alerts.firstMember(missingFrom: other.alerts, from: other.countBeforeMiss) == nil
  }
}
