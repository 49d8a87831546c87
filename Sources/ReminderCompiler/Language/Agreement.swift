/// Whether a row of values are all the same.
struct Agreement<Value: Equatable> {
  /// The value that all have; nil where they differ, and where there is none.
  private(set) var value: Value?
  private var isBroken = false

  /// Takes the next value.
  mutating func take(_ next: Value) {
    guard !isBroken, value != next else { return }
    if value == nil {
      value = next
    } else {
      value = nil
      isBroken = true
    }
  }
}
