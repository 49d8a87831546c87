/// A set of days, as days since 1970-01-01.
///
/// Up to 2100 it has 27,000 bits. Checking that a trigger fires only on expected days takes a few
/// hundred word operations instead of a loop over the days.
package typealias DaySet = BitSet

/// A set of numbers in a range, with one bit for each number.
///
/// Set operations process 64 numbers at a time. Both sets of an operation must have the same range.
package struct BitSet: Hashable, Sendable {
  /// The numbers that can be members.
  package let range: Range<Int>
  /// The bits, counted from the lower bound of the range.
  ///
  /// Bits after its end are never set.
  @usableFromInline var words: [UInt64]

  /// Makes an empty set.
  @inlinable
  package init(in range: Range<Int>) {
    self.range = range
    words = Array(repeating: 0, count: (range.count + 63) / 64)
  }

  /// Makes an empty set of numbers from 0 up to, but not including, a capacity.
  package init(capacity: Int) { self.init(in: 0..<capacity) }

  /// Makes the set of all numbers of a range.
  package init(all range: Range<Int>) {
    self.init(in: range)
    for index in words.indices { words[index] = .max }
    removeAll(fromOffset: range.count)
  }

  /// Makes the set of numbers that repeat with a period, such as some weekdays.
  ///
  /// - Parameters:
  ///   - range: The numbers that can be members.
  ///   - bits: The members of one period. The lowest bit is the period's first number.
  ///   - period: The length of a period, at least 1.
  ///   - first: The first number of the first period. Earlier numbers are not members.
  package init(in range: Range<Int>, _ bits: UInt64, every period: Int, from first: Int) {
    self.init(in: range)
    var number = first + Swift.max(0, (range.lowerBound - first) / period) * period
    // Copying works on whole words, so insert enough whole periods to fill more than one word
    // first.
    let copied = (127 / period + 1) * period
    let end = Swift.max(number, range.lowerBound) + copied
    while number < Swift.min(end, range.upperBound) {
      insert(bits, from: number)
      number += period
    }
    if end < range.upperBound { repeatMembers(from: end, every: copied) }
  }

  /// The number of possible members.
  package var capacity: Int { range.count }

  /// Adds a number; one outside the range is ignored.
  @inlinable
  package mutating func insert(_ member: Int) {
    guard range.contains(member) else { return }
    let offset = member - range.lowerBound
    words[offset >> 6] |= 1 << UInt64(offset & 63)
  }

  /// Removes a number; one outside the range is ignored.
  @inlinable
  package mutating func remove(_ member: Int) {
    guard range.contains(member) else { return }
    let offset = member - range.lowerBound
    words[offset >> 6] &= ~(1 << UInt64(offset & 63))
  }

  /// Whether a number is a member.
  @inlinable
  package func contains(_ member: Int) -> Bool {
    guard range.contains(member) else { return false }
    let offset = member - range.lowerBound
    return words[offset >> 6] >> UInt64(offset & 63) & 1 == 1
  }

  /// Adds up to 64 consecutive numbers, of which the lowest bit is `start`; those outside the range
  /// are ignored.
  @inlinable @inline(__always)
  package mutating func insert(_ bits: UInt64, from start: Int) {
    let offset = start - range.lowerBound
    let (word, shift) = (offset >> 6, UInt64(offset & 63))
    if words.indices.contains(word) { words[word] |= bits << shift }
    if shift > 0, words.indices.contains(word + 1) { words[word + 1] |= bits >> (64 - shift) }
    if word + 1 >= words.count - 1 { removeAll(fromOffset: range.count) }
  }

  /// Repeats the members before `start` with a period, up to the end of the range.
  ///
  /// A number from `start` on is a member if the number one period before it is one. The period is
  /// at least 64 and at most the distance of `start` from the lower bound.
  package mutating func repeatMembers(from start: Int, every period: Int) {
    let offset = offset(of: start)
    precondition(period >= 64 && period <= offset, "the period doesn't fit before the start")
    guard offset < range.count else { return }
    removeAll(fromOffset: offset)
    var mask: UInt64 = ~0 << UInt64(offset & 63)
    for word in (offset >> 6)..<words.count {
      words[word] |= word64(atOffset: word << 6 - period) & mask
      mask = ~0
    }
    removeAll(fromOffset: range.count)
  }

  /// Removes all members before a number.
  package mutating func keep(from start: Int) {
    let end = offset(of: start)
    // Write only words that change: the first write copies words shared with other sets.
    for word in 0..<(end >> 6) where words[word] != 0 { words[word] = 0 }
    guard end & 63 != 0 else { return }
    let kept: UInt64 = ~0 << UInt64(end & 63)
    if words[end >> 6] & ~kept != 0 { words[end >> 6] &= kept }
  }

  /// Removes a number and all members after it.
  package mutating func keep(before end: Int) { removeAll(fromOffset: offset(of: end)) }

  /// Removes all members in a range.
  package mutating func removeAll(in range: Range<Int>) {
    // A loop over a few members is faster than a copy of the set.
    if range.count <= 64 {
      for member in range { remove(member) }
    } else {
      var later = self
      later.keep(from: range.upperBound)
      keep(before: range.lowerBound)
      formUnion(later)
    }
  }

  @usableFromInline
  mutating func removeAll(fromOffset start: Int) {
    for word in (start + 63) >> 6..<words.count where words[word] != 0 { words[word] = 0 }
    guard start & 63 != 0 else { return }
    let taken: UInt64 = ~0 << UInt64(start & 63)
    if words[start >> 6] & taken != 0 { words[start >> 6] &= ~taken }
  }

  /// The offset of a number in the range.
  ///
  /// A number outside the range gives the nearest end.
  private func offset(of number: Int) -> Int {
    Swift.min(Swift.max(number, range.lowerBound), range.upperBound) - range.lowerBound
  }

  /// The members among the 32 numbers from `start` on.
  ///
  /// The lowest bit is `start`.
  package func bits(from start: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: word64(atOffset: start - range.lowerBound))
  }

  /// The members among the 64 offsets from `start` on.
  ///
  /// The lowest bit is `start`.
  private func word64(atOffset start: Int) -> UInt64 {
    let (word, shift) = (start >> 6, UInt64(start & 63))
    var bits = words.indices.contains(word) ? words[word] >> shift : 0
    if shift > 0, words.indices.contains(word + 1) { bits |= words[word + 1] << (64 - shift) }
    return bits
  }
}

extension BitSet {
  /// The number of members.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The number of members before a number.
  package func count(before end: Int) -> Int {
    let end = offset(of: end)
    let whole = words[..<(end >> 6)].reduce(0) { $0 + $1.nonzeroBitCount }
    guard end & 63 != 0 else { return whole }
    return whole + (words[end >> 6] & ~(~0 << UInt64(end & 63))).nonzeroBitCount
  }

  /// Whether the set is empty.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Returns the first members, at most the given number.
  package func prefix(_ most: Int) -> [Int] {
    var members: [Int] = []
    for (index, word) in words.enumerated() where word != 0 {
      var left = word
      while left != 0 {
        guard members.count < most else { return members }
        members.append(range.lowerBound + index << 6 + left.trailingZeroBitCount)
        left &= left &- 1
      }
    }
    return members
  }

  /// The first member at or after a number; nil if all members are before it.
  package func first(from start: Int) -> Int? {
    firstMember(from: start) { words[$0] }
  }

  /// The first member at or after a number that another set does not contain.
  package func firstMember(missingFrom other: BitSet, from start: Int = .min) -> Int? {
    precondition(range == other.range, "sets of different ranges")
    return firstMember(from: start) { words[$0] & ~other.words[$0] }
  }

  /// The first member that another set also contains.
  package func firstCommonMember(with other: BitSet) -> Int? {
    precondition(range == other.range, "sets of different ranges")
    return firstMember(from: .min) { words[$0] & other.words[$0] }
  }

  /// The last member that another set does not contain.
  package func lastMember(missingFrom other: BitSet) -> Int? {
    precondition(range == other.range, "sets of different ranges")
    for index in words.indices.reversed() {
      let missing = words[index] & ~other.words[index]
      if missing != 0 {
        return range.lowerBound + index << 6 + 63 - missing.leadingZeroBitCount
      }
    }
    return nil
  }

  /// The first number at or after `start` whose bit is set in the words that `word` returns.
  private func firstMember(from start: Int, in word: (Int) -> UInt64) -> Int? {
    let offset = offset(of: start)
    guard offset < range.count else { return nil }
    var mask: UInt64 = ~0 << UInt64(offset & 63)
    for index in (offset >> 6)..<words.count {
      let bits = word(index) & mask
      if bits != 0 { return range.lowerBound + index << 6 + bits.trailingZeroBitCount }
      mask = ~0
    }
    return nil
  }
}

extension BitSet {
  /// Adds all members of another set.
  package mutating func formUnion(_ other: BitSet) {
    precondition(range == other.range, "sets of different ranges")
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Adds the members of another set that are in a range.
  package mutating func formUnion(_ other: BitSet, in part: Range<Int>) {
    var other = other
    other.keep(from: part.lowerBound)
    other.keep(before: part.upperBound)
    formUnion(other)
  }

  /// Keeps only the members that another set also contains.
  package mutating func formIntersection(_ other: BitSet) {
    precondition(range == other.range, "sets of different ranges")
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Returns the members that another set also contains.
  package func intersection(_ other: BitSet) -> BitSet {
    var result = self
    result.formIntersection(other)
    return result
  }

  /// Removes all members of another set.
  package mutating func subtract(_ other: BitSet) {
    precondition(range == other.range, "sets of different ranges")
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Adds a distance to each member and returns the result in another range.
  ///
  /// Members outside the new range are dropped.
  package func moved(by distance: Int, into newRange: Range<Int>) -> BitSet {
    var result = BitSet(in: newRange)
    let shift = range.lowerBound + distance - newRange.lowerBound
    for index in result.words.indices {
      result.words[index] = word64(atOffset: index << 6 - shift)
    }
    result.removeAll(fromOffset: newRange.count)
    return result
  }
}

extension BitSet: Sequence {
  /// Iterates over the members in ascending order.
  package struct Iterator: IteratorProtocol {
    fileprivate let words: [UInt64]
    /// The number of the lowest bit in the current word.
    fileprivate var first: Int
    fileprivate var index = 0
    /// The bits of the current word that were not returned yet.
    fileprivate var left: UInt64

    /// Returns the next member; nil after the last.
    package mutating func next() -> Int? {
      while left == 0 {
        index += 1
        guard index < words.count else { return nil }
        first += 64
        left = words[index]
      }
      let member = first + left.trailingZeroBitCount
      left &= left &- 1
      return member
    }
  }

  /// Returns an iterator over the members in ascending order.
  package func makeIterator() -> Iterator {
    Iterator(words: words, first: range.lowerBound, left: words.first ?? 0)
  }
}
