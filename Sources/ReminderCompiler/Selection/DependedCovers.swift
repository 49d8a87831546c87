/// The covers that the best ways of an ``AllotmentTable`` have of those groups which others depend
/// on, by number of slots: known at each group, so that no way is gone back for it.
struct DependedCovers {
  /// A group that others depend on.
  private struct Depended {
    /// The last one of those.
    let lastDependent: Int
    /// The cover by number of slots; -1 where the group gets nothing.
    var covers: [Int32]
  }

  /// For each group the one that it depends on.
  private let alerts: [Int?]
  /// For each group that others depend on, the last of those.
  private let lastDependents: [Int: Int]
  private var depended: [Int: Depended] = [:]
  private var count = 0

  /// Begins with no group.
  ///
  /// - Parameter alerts: For each group the one that it depends on, one of those before; nil for
  ///   none.
  init(dependingOn alerts: [Int?]) {
    self.alerts = alerts
    var lastDependents: [Int: Int] = [:]
    for (group, alerts) in alerts.enumerated() { alerts.map { lastDependents[$0] = group } }
    self.lastDependents = lastDependents
  }

  /// The cover that a way has of the group which the next one depends on; nil where that gets
  /// nothing, and where it depends on none.
  func neededCover(slots: Int) -> Int? {
    guard let group = alerts[count], let cover = depended[group]?.covers[slots], cover >= 0 else {
      return nil
    }
    return Int(cover)
  }

  /// Adds the next group.
  ///
  /// - Parameters:
  ///   - items: Its items.
  ///   - choices: Which of them is taken for each number of slots.
  mutating func addGroup(_ items: [GroupAllotmentSearch.Item], _ choices: [UInt32]) {
    for (group, known) in depended {
      guard known.lastDependent > count else {
        depended[group] = nil
        continue
      }
      depended[group]?.covers = choices.indices.map { slots in
        choices[slots] == AllotmentChoices.none
          ? -1 : known.covers[slots - items[Int(choices[slots])].slots]
      }
    }
    if let lastDependent = lastDependents[count] {
      let covers = choices.map { choice in
        choice == AllotmentChoices.none || items[Int(choice)].slots == 0
          ? -1 : Int32(items[Int(choice)].allotment.coverIndex)
      }
      depended[count] = Depended(lastDependent: lastDependent, covers: covers)
    }
    count += 1
  }
}
