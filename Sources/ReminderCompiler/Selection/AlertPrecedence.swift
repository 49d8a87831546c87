import CivilTime
import NotificationTriggers

/// Which covers of repeats are of use with which covers of their first alerts: a precedence
/// constraint, as in the precedence constraint knapsack problem (Kellerer, Pferschy and Pisinger,
/// "Knapsack Problems", 2004, chapter 13).
///
/// A repeat is only of use where its first alert comes.
struct AlertPrecedence {
  /// The group of the first alerts, as an index into those of the contender; nil where all came
  /// before.
  let alertGroup: Int?
  private let repeats: [Reach]
  private let alerts: [Reach]

  /// How far a cover goes, and the first alerts that it answers or needs, by their places.
  private struct Reach {
    let isNothing: Bool
    let firstMiss: Instant?
    let firstUnasked: Instant?
    let alerts: BitSet
  }

  /// Compares the covers of two groups.
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
        // Alerts that don't come stand behind all of them, where nothing is answered.
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
    _ covers: [Cover], of instants: [Instant], capacity: Int, _ place: (Int) -> Int?
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
    // Covers differ in which of the same triggers they have.
    var known: [Key: BitSet] = [:]
    return covers.map { cover in
      var alerts = places(of: cover.singles)
      for trigger in cover.repeating {
        let key = Key(trigger: trigger.proven.trigger, removeBy: trigger.proven.removeBy)
        let own = known[key] ?? places(of: trigger.answered)
        known[key] = own
        alerts.formUnion(own)
      }
      return Reach(
        isNothing: cover.slots == 0, firstMiss: cover.firstMiss,
        firstUnasked: cover.firstUnasked, alerts: alerts)
    }
  }

  /// What tells triggers of a group apart.
  private struct Key: Hashable {
    let trigger: CalendarTrigger
    let removeBy: Instant?
  }

  /// Whether the first alerts of all repeats that a cover answers are answered too.
  ///
  /// - Parameters:
  ///   - index: The cover of the repeats.
  ///   - alertIndex: The cover of the first alerts; nil for nothing.
  /// - Returns: Whether none of the repeats would come without its first alert.
  func allows(_ index: Int, alerts alertIndex: Int?) -> Bool {
    let cover = repeats[index]
    if cover.isNothing { return true }
    guard let alertIndex else {
      return cover.firstUnasked == nil && cover.alerts.isEmpty
    }
    let other = alerts[alertIndex]
    if other.firstMiss == nil { return true }
    // A repeating trigger that has to be taken away goes on until then.
    if let unasked = cover.firstUnasked, other.firstUnasked.map({ $0 > unasked }) ?? true {
      return false
    }
    return cover.alerts.firstMember(missingFrom: other.alerts) == nil
  }
}
