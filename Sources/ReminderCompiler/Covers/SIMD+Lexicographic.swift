extension SIMD where Scalar: Comparable {
  /// Whether the lanes come first in lexicographic order: whether the first that differs is
  /// smaller.
  ///
  /// - Parameter other: Other lanes.
  /// - Returns: Whether they do; nil where no lane differs.
  @inline(__always)
  func precedes(_ other: Self) -> Bool? {
    for lane in indices where self[lane] != other[lane] { return self[lane] < other[lane] }
    return nil
  }
}
