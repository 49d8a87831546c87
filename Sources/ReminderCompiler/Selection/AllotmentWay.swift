/// A way to spend slots on the groups of a contender, as it stands in the choices of a table.
///
/// Of a contender with a thousand groups there are a thousand ways, of which a plan takes one: what
/// each group gets is read when somebody asks.
struct AllotmentWay: Sendable {
  /// The choices.
  let choices: AllotmentChoices
  /// The slots that are spent, more than none.
  let slots: Int

  /// What is done for each group that gets any slot.
  var groups: [GroupAllotment] {
    var groups: [GroupAllotment] = []
    choices.forEachItem(slots: slots) { _, item in
      if item.slots > 0 { groups.append(item.allotment) }
      return true
    }
    return groups.reversed()
  }
}

/// Which item of each group is taken in the best way to spend each number of slots.
struct AllotmentChoices: Sendable {
  /// No item: there is no way.
  static let none = UInt32.max

  /// The items of each group.
  let items: [[GroupAllotmentSearch.Item]]
  /// For each group so far, by number of slots that are spent on it and those before, the item.
  private(set) var byGroup: [[UInt32]] = []

  /// Begins with no group.
  init(of items: [[GroupAllotmentSearch.Item]]) { self.items = items }

  /// Adds the choices for the next group.
  mutating func add(_ choices: [UInt32]) { byGroup.append(choices) }

  /// Goes through the items of a way, from the last group to the first.
  ///
  /// - Parameters:
  ///   - slots: The slots that are spent on all groups so far.
  ///   - body: Receives each group and its item; false ends it.
  func forEachItem(slots: Int, _ body: (Int, GroupAllotmentSearch.Item) -> Bool) {
    var left = slots
    for group in byGroup.indices.reversed() {
      let item = items[group][Int(byGroup[group][left])]
      guard body(group, item) else { return }
      left -= item.slots
    }
  }
}
