import CivilTime

extension WeightedConflictGraph {
  /// The connected components of some of the triggers, by breadth-first search.
  ///
  /// - Parameters:
  ///   - members: The triggers.
  ///   - uses: Until when each trigger can be used: behind that it conflicts with no other.
  /// - Returns: Triggers that meet no others, and the components of more than one.
  func components(
    of members: [Int], _ uses: [TriggerUse]
  ) -> (isolated: [Int], connected: [[Int]]) {
    var isLeft = Array(repeating: false, count: uses.count)
    for index in members { isLeft[index] = true }
    var components: (isolated: [Int], connected: [[Int]]) = ([], [])
    var component: [Int] = []
    for index in members where isLeft[index] {
      isLeft[index] = false
      component.append(index)
      var next = 0
      while next < component.count {
        let current = component[next]
        for conflict in conflicts(of: current)
        where isLeft[conflict.other]
          && conflict.at < min(uses[current].end, uses[conflict.other].end)
        {
          isLeft[conflict.other] = false
          component.append(conflict.other)
        }
        next += 1
      }
      if component.count == 1 {
        components.isolated.append(index)
      } else {
        components.connected.append(component)
      }
      component.removeAll(keepingCapacity: true)
    }
    return components
  }
}
