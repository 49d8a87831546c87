/// What tells the fires of a reminder apart besides their instant.
package struct FireKey: Hashable, Sendable {
  /// The repeat, from 1; 0 for the first alert.
  package let repetition: Int
  /// The component whose alarm fires, as an index into ``EventSeries/components``.
  package let component: Int

  /// Makes a key.
  package init(repetition: Int, component: Int) {
    self.repetition = repetition
    self.component = component
  }
}

extension FireKey: Comparable {
  /// Orders first alerts before repeats, and the master before overrides.
  package static func < (left: FireKey, right: FireKey) -> Bool {
    (left.repetition, left.component) < (right.repetition, right.component)
  }
}
