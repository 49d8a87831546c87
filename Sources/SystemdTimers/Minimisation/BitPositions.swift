/// The positions of the bits that are set in an integer, ascending.
struct BitPositions<Integer: FixedWidthInteger>: Sequence, IteratorProtocol {
  fileprivate var rest: Integer

  mutating func next() -> Int? {
    guard rest != 0 else { return nil }
    let position = rest.trailingZeroBitCount
    rest &= rest &- 1
    return position
  }
}

extension FixedWidthInteger {
  /// The positions of the bits that are set, ascending.
  var bitPositions: BitPositions<Self> { BitPositions(rest: self) }
}
