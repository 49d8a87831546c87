import CivilTime

extension WeightedConflictGraph {
  /// The connected components of some of the triggers, by breadth-first search (Cormen, Leiserson,
  /// Rivest and Stein, "Introduction to Algorithms", chapter "Elementary Graph Algorithms").
  ///
  /// - Parameters:
  ///   - members: The triggers.
  ///   - uses: Until when each trigger can be used: behind that it conflicts with no other.
  /// - Returns: Triggers without conflicts, and the components of more than one.
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
        for edge in edges(of: current)
        where isLeft[edge.other]
          && edge.at < min(uses[current].end, uses[edge.other].end)
        {
          isLeft[edge.other] = false
          component.append(edge.other)
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
