/// The items that lead to a cell of dynamic programming, the last one first.
///
/// Paths have their beginnings in common.
final class KnapsackPath {
  /// The class of the last item, as an index.
  let classIndex: Int
  /// The last item, as an index into its class.
  let item: Int
  /// The items before.
  let before: KnapsackPath?

  /// Makes the path with one item more.
  init(classIndex: Int, item: Int, before: KnapsackPath?) {
    self.classIndex = classIndex
    self.item = item
    self.before = before
  }
}
