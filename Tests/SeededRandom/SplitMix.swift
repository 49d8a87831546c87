/// A seeded generator (SplitMix64), so that a failure can be reproduced.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator; equal seeds give equal sequences.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random element, or nil if the array is empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[Int(next() % UInt64(elements.count))]
  }

  /// A number of a range.
  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Returns true with a probability of one in `count`.
  package mutating func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }
}
