/// A value in a place of its own in memory, which all copies of what has it share.
final class SharedValue<Value: Sendable>: Sendable {
  /// The value.
  let value: Value

  /// Stores a value.
  init(_ value: Value) {
    self.value = value
  }
}

extension SharedValue: Equatable where Value: Equatable {
  /// Compares the values.
  static func == (left: SharedValue, right: SharedValue) -> Bool {
    left === right || left.value == right.value
  }
}

extension SharedValue: Hashable where Value: Hashable {
  /// Hashes the value.
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
