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
  private let repeats: [Reach]
  private let alerts: [Reach]

  /// The part of a cover that precedence depends on.
  ///
  /// `alerts` has the indices of the first alerts that the cover answers, or needs if it is a cover
  /// of repeats.
  private struct Reach {
    let isEmpty: Bool
    let firstMiss: Instant?
    let firstUnexpected: Instant?
    let alerts: BitSet
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
    self.repeats = AlertPrecedence.reaches(
      repeats.covers, of: repeats.group.instants, capacity: capacity
    ) { needed[$0] }
    self.alerts = AlertPrecedence.reaches(
      alerts?.covers ?? [], of: instants, capacity: capacity
    ) { $0 }
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
    var known: [TriggerKey: BitSet] = [:]
    return covers.map { cover in
      var alerts = places(of: cover.singles)
      for trigger in cover.repeating {
        let key = TriggerKey(trigger: trigger.proven.trigger, removeBy: trigger.proven.removeBy)
        let own = known[key] ?? places(of: trigger.answered)
        known[key] = own
        alerts.formUnion(own)
      }
      return Reach(
        isEmpty: cover.slots == 0, firstMiss: cover.firstMiss,
        firstUnexpected: cover.firstUnexpected, alerts: alerts)
    }
  }

  private struct TriggerKey: Hashable {
    let trigger: NotificationTrigger
    let removeBy: Instant?
  }

  /// Returns whether every repeat that a cover answers has its first alert answered too.
  func allows(_ index: Int, alerts alertIndex: Int?) -> Bool {
    let cover = repeats[index]
    if cover.isEmpty { return true }
    guard let alertIndex else {
      return cover.firstUnexpected == nil && cover.alerts.isEmpty
    }
    let other = alerts[alertIndex]
    if other.firstMiss == nil { return true }
    // A trigger that needs removal fires until then. So if the repeats need removal, the first
    // alerts must need it no later.
    if let unexpected = cover.firstUnexpected,
      other.firstUnexpected.map({ $0 > unexpected }) ?? true
    {
      return false
    }
    return cover.alerts.firstMember(missingFrom: other.alerts) == nil
  }
}
