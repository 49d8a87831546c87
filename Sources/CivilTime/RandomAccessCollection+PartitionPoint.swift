extension RandomAccessCollection where Index == Int {
  /// The index of the first element that doesn't satisfy a predicate, which no later element does.
  @inlinable
  package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
