/// Identifiers of requests in ascending order: what decides between plans that are worth the same.
struct IdentifierList {
  let sorted: [String]

  /// Makes the list of identifiers in any order.
  init(_ identifiers: [String]) {
    sorted = identifiers.sorted()
  }

  /// Whether the list is the smaller one: where the first element that only one of them has is its.
  func precedes(_ other: IdentifierList) -> Bool {
    firstDifference(from: other)?.isOwn ?? false
  }

  /// The smallest element that only one of two lists has, and whether it is this one's; nil where
  /// both have the same.
  func firstDifference(from other: IdentifierList) -> (identifier: String, isOwn: Bool)? {
    for (mine, theirs) in zip(sorted, other.sorted) where mine != theirs {
      return mine < theirs ? (mine, true) : (theirs, false)
    }
    let count = min(sorted.count, other.sorted.count)
    if sorted.count > count { return (sorted[count], true) }
    return other.sorted.count > count ? (other.sorted[count], false) : nil
  }
}
