/// How many fires quiet hours change.
package struct QuietChanges: Equatable, Sendable {
  /// How many are due later than they are asked for; those that come together count once.
  package var moved = 0
  /// How many more occurrences are reminded of by one of these, or by one that was due there.
  package var together = 0
  /// How many are left out.
  package var leftOut = 0

  /// Makes a count.
  package init(moved: Int = 0, together: Int = 0, leftOut: Int = 0) {
    self.moved = moved
    self.together = together
    self.leftOut = leftOut
  }

  /// Adds another count.
  package static func += (left: inout QuietChanges, right: QuietChanges) {
    left.moved += right.moved
    left.together += right.together
    left.leftOut += right.leftOut
  }
}
