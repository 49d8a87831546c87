/// A set of days, as days since 1970-01-01.
///
/// Up to 2100 that is 27,000 bits, so whether a trigger fires only on wanted days is a few hundred
/// word operations rather than a walk over the days.
package typealias DaySet = BitSet

/// A set of numbers of a range, one bit a number.
///
/// Sets are compared and joined 64 numbers at a time. Operations on two sets need sets of the same
/// range.
package struct BitSet: Hashable, Sendable {
  /// The numbers that can be members.
  package let range: Range<Int>
  /// The bits, counted from the first number of the range; bits beyond its end are never set.
  @usableFromInline var words: [UInt64]

  /// Makes an empty set.
  @inlinable
  package init(in range: Range<Int>) {
    self.range = range
    words = Array(repeating: 0, count: (range.count + 63) / 64)
  }

  /// Makes an empty set of numbers from 0 up to a capacity.
  package init(capacity: Int) { self.init(in: 0..<capacity) }

  /// Makes the set of all numbers of a range.
  package init(all range: Range<Int>) {
    self.init(in: range)
    for index in words.indices { words[index] = .max }
    removeAll(fromOffset: range.count)
  }

  /// Makes the set of the numbers of a range that satisfy a predicate.
  package init(in range: Range<Int>, where isMember: (Int) -> Bool) {
    self.init(in: range)
    for number in range where isMember(number) { insert(number) }
  }

  /// Makes the set of some numbers of each period, as of some weekdays.
  ///
  /// - Parameters:
  ///   - range: The numbers that can be members.
  ///   - bits: The numbers of one period, as bits; its first number is the lowest.
  ///   - period: From one period to the next, at least 1.
  ///   - first: The first number of the first period; nothing before it is a member.
  package init(in range: Range<Int>, _ bits: UInt64, every period: Int, from first: Int) {
    self.init(in: range)
    var number = first + Swift.max(0, (range.lowerBound - first) / period) * period
    // What is copied by words has to be there for a word's length, however short the period.
    let copied = (127 / period + 1) * period
    let end = Swift.max(number, range.lowerBound) + copied
    while number < Swift.min(end, range.upperBound) {
      insert(bits, from: number)
      number += period
    }
    if end < range.upperBound { repeatMembers(from: end, every: copied) }
  }

  /// How many numbers can be members.
  package var capacity: Int { range.count }

  /// Adds a number; one outside the range is ignored.
  @inlinable
  package mutating func insert(_ member: Int) {
    guard range.contains(member) else { return }
    let offset = member - range.lowerBound
    words[offset >> 6] |= 1 << UInt64(offset & 63)
  }

  /// Removes a number.
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

  /// Adds numbers that stand close together; those outside the range are ignored.
  ///
  /// - Parameters:
  ///   - bits: The numbers, as bits from the start on; it is the lowest.
  ///   - start: Any number.
  package mutating func insert(_ bits: UInt64, from start: Int) {
    let offset = start - range.lowerBound
    let (word, shift) = (offset >> 6, UInt64(offset & 63))
    if words.indices.contains(word) { words[word] |= bits << shift }
    if shift > 0, words.indices.contains(word + 1) { words[word + 1] |= bits >> (64 - shift) }
    if word + 1 >= words.count - 1 { removeAll(fromOffset: range.count) }
  }

  /// Makes all numbers from one on members where the number a period before is one.
  ///
  /// - Parameters:
  ///   - start: The first of them, at least a period after the start of the range.
  ///   - period: At least the 64 numbers that are looked at together.
  package mutating func repeatMembers(from start: Int, every period: Int) {
    let offset = offset(of: start)
    precondition(period >= 64 && period <= offset, "a period that is not there to be repeated")
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
    // What is written is no longer shared with other sets: only where there is anything to take.
    for word in 0..<(end >> 6) where words[word] != 0 { words[word] = 0 }
    guard end & 63 != 0 else { return }
    let kept: UInt64 = ~0 << UInt64(end & 63)
    if words[end >> 6] & ~kept != 0 { words[end >> 6] &= kept }
  }

  /// Removes a number and all members after it.
  package mutating func keep(before end: Int) { removeAll(fromOffset: offset(of: end)) }

  private mutating func removeAll(fromOffset start: Int) {
    for word in (start + 63) >> 6..<words.count where words[word] != 0 { words[word] = 0 }
    guard start & 63 != 0 else { return }
    let taken: UInt64 = ~0 << UInt64(start & 63)
    if words[start >> 6] & taken != 0 { words[start >> 6] &= ~taken }
  }

  /// A number as an offset in the range; numbers outside are its ends.
  private func offset(of number: Int) -> Int {
    Swift.min(Swift.max(number, range.lowerBound), range.upperBound) - range.lowerBound
  }

  /// The members among the 32 numbers from one on, as bits; that number is the lowest.
  package func bits(from start: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: word64(atOffset: start - range.lowerBound))
  }

  /// The members among the 64 offsets from one on, as bits.
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

  /// Whether there is no member.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The first member at or after a number.
  package func first(from start: Int) -> Int? {
    firstMember(from: start) { words[$0] }
  }

  /// The first member at or after a number that another set lacks.
  package func firstMember(missingFrom other: BitSet, from start: Int = .min) -> Int? {
    precondition(range == other.range, "sets of different ranges")
    return firstMember(from: start) { words[$0] & ~other.words[$0] }
  }

  /// The first member that another set has too.
  package func firstCommonMember(with other: BitSet) -> Int? {
    precondition(range == other.range, "sets of different ranges")
    return firstMember(from: .min) { words[$0] & other.words[$0] }
  }

  /// The last member that another set lacks.
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

  /// The first number at or after another one whose bit is set in some words.
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

  /// Adds the members of another set that lie in a range.
  package mutating func formUnion(_ other: BitSet, in part: Range<Int>) {
    var other = other
    other.keep(from: part.lowerBound)
    other.keep(before: part.upperBound)
    formUnion(other)
  }

  /// Keeps the members that another set has too.
  package mutating func formIntersection(_ other: BitSet) {
    precondition(range == other.range, "sets of different ranges")
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Removes all members of another set.
  package mutating func subtract(_ other: BitSet) {
    precondition(range == other.range, "sets of different ranges")
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// The set with a distance added to all members, in another range; what falls outside is dropped.
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
  /// The members, ascending.
  package struct Iterator: IteratorProtocol {
    fileprivate let words: [UInt64]
    /// The first number of the word that is looked at.
    fileprivate var first: Int
    fileprivate var index = 0
    /// The rest of that word.
    fileprivate var left: UInt64

    /// The next member.
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

  /// The members, ascending.
  package func makeIterator() -> Iterator {
    Iterator(words: words, first: range.lowerBound, left: words.first ?? 0)
  }
}
