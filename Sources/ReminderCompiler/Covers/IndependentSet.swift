/// Triggers that are used together, each until an instant, so that no two of them conflict: a name
/// for an entry of a pool.
struct IndependentSet: Equatable {
  let entry: Int32

  /// No triggers.
  static let none = IndependentSet(entry: -1)
}
