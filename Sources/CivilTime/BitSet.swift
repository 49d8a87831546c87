/// A set of numbers from 0 up to a capacity, one bit a number.
///
/// Sets are compared and joined 64 numbers at a time; all operations on two sets ask for the same
/// capacity.
package struct BitSet: Hashable, Sendable {
  /// The numbers that can be members are below it.
  package let capacity: Int
  @usableFromInline var words: [UInt64]

  /// Makes an empty set.
  ///
  /// - Parameter capacity: How many numbers can be members, from 0 on.
  @inlinable
  package init(capacity: Int) {
    self.capacity = capacity
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  /// Makes the set of all numbers below a capacity.
  @inlinable
  package init(all capacity: Int) {
    self.capacity = capacity
    words = Array(repeating: .max, count: (capacity + 63) / 64)
    removeAll(from: capacity)
  }

  /// Adds a number below the capacity.
  @inlinable
  package mutating func insert(_ member: Int) {
    words[member >> 6] |= 1 << UInt64(member & 63)
  }

  /// Takes a number below the capacity away.
  @inlinable
  package mutating func remove(_ member: Int) {
    words[member >> 6] &= ~(1 << UInt64(member & 63))
  }

  /// Whether a number below the capacity is a member.
  @inlinable
  package func contains(_ member: Int) -> Bool {
    words[member >> 6] >> UInt64(member & 63) & 1 == 1
  }

  /// Adds the members of a set of the same capacity that lie in a range of numbers below it.
  @inlinable
  package mutating func formUnion(_ other: BitSet, in range: Range<Int>) {
    guard !range.isEmpty else { return }
    let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
    let head: UInt64 = ~0 << UInt64(range.lowerBound & 63)
    let tail: UInt64 = ~0 >> UInt64(63 - (range.upperBound - 1) & 63)
    for word in first...last {
      words[word] |=
        other.words[word] & (word == first ? head : ~0) & (word == last ? tail : ~0)
    }
  }

  /// Takes away all members below a number of the capacity at most.
  @inlinable
  package mutating func removeAll(before end: Int) {
    // What is written is no longer shared with other sets: only where there is anything to take.
    for word in 0..<(end >> 6) where words[word] != 0 { words[word] = 0 }
    guard end & 63 != 0 else { return }
    let kept: UInt64 = ~0 << UInt64(end & 63)
    if words[end >> 6] & ~kept != 0 { words[end >> 6] &= kept }
  }

  /// Takes away all members from a number of the capacity at most on.
  @inlinable
  package mutating func removeAll(from start: Int) {
    for word in (start + 63) >> 6..<words.count where words[word] != 0 { words[word] = 0 }
    guard start & 63 != 0 else { return }
    let taken: UInt64 = ~0 << UInt64(start & 63)
    if words[start >> 6] & taken != 0 { words[start >> 6] &= ~taken }
  }

  /// Sixty-four numbers from one on as bits, that number the lowest; those that can't be members
  /// are none.
  @inlinable
  package func bits(from start: Int) -> UInt64 {
    let (word, shift) = (start >> 6, UInt64(start & 63))
    var bits = words.indices.contains(word) ? words[word] >> shift : 0
    if shift > 0, words.indices.contains(word + 1) { bits |= words[word + 1] << (64 - shift) }
    return bits
  }
}

extension BitSet {
  /// Adds numbers that stand close together; those that can't be members are ignored.
  ///
  /// - Parameters:
  ///   - bits: The numbers, as bits from the start on; it is the lowest.
  ///   - start: Any number, negative ones too.
  @inlinable
  package mutating func insert(_ bits: UInt64, from start: Int) {
    let (word, shift) = (start >> 6, UInt64(start & 63))
    if words.indices.contains(word) { words[word] |= bits << shift }
    if shift > 0, words.indices.contains(word + 1) { words[word + 1] |= bits >> (64 - shift) }
    if word + 1 >= words.count - 1 { removeAll(from: capacity) }
  }

  /// Makes all numbers from one on members where the number a period before is one.
  ///
  /// - Parameters:
  ///   - start: The first of them, not negative.
  ///   - period: At least the 64 numbers that are looked at together, and at most the start.
  @inlinable
  package mutating func repeatMembers(from start: Int, every period: Int) {
    precondition(period >= 64 && period <= start, "a period that is not there to be repeated")
    guard start < capacity else { return }
    removeAll(from: start)
    var mask: UInt64 = ~0 << UInt64(start & 63)
    for word in (start >> 6)..<words.count {
      words[word] |= bits(from: word << 6 - period) & mask
      mask = ~0
    }
    removeAll(from: capacity)
  }
}

extension BitSet {
  /// The number of members.
  @inlinable
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The number of members below a number of the capacity at most.
  @inlinable
  package func count(before end: Int) -> Int {
    let whole = words[..<(end >> 6)].reduce(0) { $0 + $1.nonzeroBitCount }
    guard end & 63 != 0 else { return whole }
    return whole + (words[end >> 6] & ~(~0 << UInt64(end & 63))).nonzeroBitCount
  }

  /// Whether there is no member.
  @inlinable
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The first member from a number on.
  @inlinable
  package func first(from start: Int) -> Int? {
    guard start < capacity else { return nil }
    var index = start >> 6
    var word = words[index] & (~0 << UInt64(start & 63))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }

  /// The first member from a number on that another set lacks.
  @inlinable
  package func first(missingFrom other: BitSet, from start: Int = 0) -> Int? {
    precondition(capacity == other.capacity, "sets of different capacities")
    guard start < capacity else { return nil }
    var mask: UInt64 = ~0 << UInt64(start & 63)
    for index in (start >> 6)..<words.count {
      let missing = words[index] & ~other.words[index] & mask
      if missing != 0 { return index << 6 + missing.trailingZeroBitCount }
      mask = ~0
    }
    return nil
  }

  /// The last member that another set lacks.
  @inlinable
  package func last(missingFrom other: BitSet) -> Int? {
    precondition(capacity == other.capacity, "sets of different capacities")
    for index in words.indices.reversed() {
      let missing = words[index] & ~other.words[index]
      if missing != 0 { return index << 6 + 63 - missing.leadingZeroBitCount }
    }
    return nil
  }

  /// The first member that another set has too.
  @inlinable
  package func firstCommon(with other: BitSet) -> Int? {
    precondition(capacity == other.capacity, "sets of different capacities")
    for index in words.indices {
      let common = words[index] & other.words[index]
      if common != 0 { return index << 6 + common.trailingZeroBitCount }
    }
    return nil
  }

  /// The number of members that another set has too.
  @inlinable
  package func commonCount(with other: BitSet) -> Int {
    precondition(capacity == other.capacity, "sets of different capacities")
    return words.indices.reduce(0) { $0 + (words[$1] & other.words[$1]).nonzeroBitCount }
  }
}

extension BitSet {
  /// Adds all members of another set.
  @inlinable
  package mutating func formUnion(_ other: BitSet) {
    precondition(capacity == other.capacity, "sets of different capacities")
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Keeps the members that another set has too.
  @inlinable
  package mutating func formIntersection(_ other: BitSet) {
    precondition(capacity == other.capacity, "sets of different capacities")
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Takes away all members of another set.
  @inlinable
  package mutating func subtract(_ other: BitSet) {
    precondition(capacity == other.capacity, "sets of different capacities")
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// The set without the members of another set.
  @inlinable
  package func subtracting(_ other: BitSet) -> BitSet {
    var result = self
    result.subtract(other)
    return result
  }

  /// The set with all members moved up, in another capacity; what falls outside is dropped.
  ///
  /// - Parameters:
  ///   - distance: How far up; negative for down.
  ///   - capacity: The capacity of the moved set.
  /// - Returns: The moved set.
  @inlinable
  package func moved(by distance: Int, capacity: Int) -> BitSet {
    var result = BitSet(capacity: capacity)
    for index in result.words.indices { result.words[index] = bits(from: index << 6 - distance) }
    result.removeAll(from: capacity)
    return result
  }
}

extension BitSet: Sequence {
  /// The members, ascending.
  package struct Iterator: IteratorProtocol {
    @usableFromInline let words: [UInt64]
    /// The word that is looked at, and what is left of it.
    @usableFromInline var index = 0
    @usableFromInline var left: UInt64

    @inlinable
    init(_ words: [UInt64]) {
      self.words = words
      left = words.first ?? 0
    }

    /// The next member.
    @inlinable
    package mutating func next() -> Int? {
      while left == 0 {
        index += 1
        guard index < words.count else { return nil }
        left = words[index]
      }
      let member = index << 6 + left.trailingZeroBitCount
      left &= left &- 1
      return member
    }
  }

  /// The members, ascending.
  @inlinable
  package func makeIterator() -> Iterator { Iterator(words) }
}
