/// A set of days within a range, one bit a day.
///
/// Up to 2100 that is 27,000 bits, so whether a trigger fires only on wanted days is a few hundred
/// word operations rather than a walk over the days.
package struct DaySet: Hashable, Sendable {
  /// The days that can be members, as days since 1970-01-01.
  package let range: Range<Int>
  private var words: [UInt64]

  /// Makes an empty set.
  ///
  /// - Parameter range: The days that can be members.
  package init(in range: Range<Int>) {
    self.range = range
    words = Array(repeating: 0, count: (range.count + 63) / 64)
  }

  /// Makes the set of the days of a range that satisfy a predicate.
  package init(in range: Range<Int>, where isMember: (Int) -> Bool) {
    self.init(in: range)
    for day in range where isMember(day) { insert(day) }
  }

  /// Adds a day; one outside the range is ignored.
  package mutating func insert(_ day: Int) {
    guard range.contains(day) else { return }
    let index = day - range.lowerBound
    words[index >> 6] |= 1 << UInt64(index & 63)
  }

  /// Takes a day away.
  package mutating func remove(_ day: Int) {
    guard range.contains(day) else { return }
    let index = day - range.lowerBound
    words[index >> 6] &= ~(1 << UInt64(index & 63))
  }

  /// Takes away all days before one.
  package mutating func keep(from day: Int) {
    let index = Swift.min(Swift.max(0, day - range.lowerBound), range.count)
    for word in 0..<(index >> 6) { words[word] = 0 }
    if index & 63 != 0 { words[index >> 6] &= ~0 << UInt64(index & 63) }
  }

  /// Takes away a day and all days after it.
  package mutating func keep(before day: Int) {
    let index = Swift.min(Swift.max(0, day - range.lowerBound), range.count)
    if index & 63 != 0 { words[index >> 6] &= ~(~0 << UInt64(index & 63)) }
    for word in ((index + 63) >> 6)..<Swift.max((index + 63) >> 6, words.count) {
      words[word] = 0
    }
  }

  /// Whether a day is a member.
  package func contains(_ day: Int) -> Bool {
    guard range.contains(day) else { return false }
    let index = day - range.lowerBound
    return words[index >> 6] >> UInt64(index & 63) & 1 == 1
  }

  /// The members among the 32 days from one on, as bits; that day is the lowest.
  package func bits(from day: Int) -> UInt32 {
    let index = day - range.lowerBound
    guard index > -32, index < range.count else { return 0 }
    if index < 0 { return UInt32(truncatingIfNeeded: words[0] << UInt64(-index)) }
    var bits = words[index >> 6] >> UInt64(index & 63)
    if index & 63 > 32, index >> 6 + 1 < words.count {
      bits |= words[index >> 6 + 1] << UInt64(64 - index & 63)
    }
    return UInt32(truncatingIfNeeded: bits)
  }

  /// The number of members.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The number of members before a day.
  package func count(before day: Int) -> Int {
    let end = Swift.min(Swift.max(0, day - range.lowerBound), range.count)
    let whole = words[..<(end >> 6)].reduce(0) { $0 + $1.nonzeroBitCount }
    guard end & 63 != 0 else { return whole }
    return whole + (words[end >> 6] & ~(~0 << UInt64(end & 63))).nonzeroBitCount
  }

  /// Whether there is no member.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The first member at or after a day.
  package func first(from day: Int) -> Int? {
    let start = Swift.max(day, range.lowerBound) - range.lowerBound
    guard start < range.count else { return nil }
    var index = start >> 6
    var word = words[index] & (~0 << UInt64(start & 63))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return range.lowerBound + index << 6 + word.trailingZeroBitCount
  }

  /// The first member at or after a day that another set of the same range lacks.
  package func firstMember(missingFrom other: DaySet, from day: Int = .min) -> Int? {
    precondition(range == other.range, "day sets of different ranges")
    let start = Swift.max(day, range.lowerBound) - range.lowerBound
    guard start < range.count else { return nil }
    var mask: UInt64 = ~0 << UInt64(start & 63)
    for index in (start >> 6)..<words.count {
      let missing = words[index] & ~other.words[index] & mask
      if missing != 0 {
        return range.lowerBound + index << 6 + missing.trailingZeroBitCount
      }
      mask = ~0
    }
    return nil
  }

  /// The first member that another set of the same range has too.
  package func firstCommonMember(with other: DaySet) -> Int? {
    precondition(range == other.range, "day sets of different ranges")
    for index in words.indices {
      let common = words[index] & other.words[index]
      if common != 0 { return range.lowerBound + index << 6 + common.trailingZeroBitCount }
    }
    return nil
  }

  /// The last member that another set of the same range lacks.
  package func lastMember(missingFrom other: DaySet) -> Int? {
    precondition(range == other.range, "day sets of different ranges")
    for index in words.indices.reversed() {
      let missing = words[index] & ~other.words[index]
      if missing != 0 {
        return range.lowerBound + index << 6 + 63 - missing.leadingZeroBitCount
      }
    }
    return nil
  }

  /// Whether another set of the same range has all members.
  package func isSubset(of other: DaySet) -> Bool { firstMember(missingFrom: other) == nil }

  /// Adds all members of a set of the same range.
  package mutating func formUnion(_ other: DaySet) {
    precondition(range == other.range, "day sets of different ranges")
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Takes away all members of a set of the same range.
  package mutating func subtract(_ other: DaySet) {
    precondition(range == other.range, "day sets of different ranges")
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Keeps the members that a set of the same range has too.
  package mutating func formIntersection(_ other: DaySet) {
    precondition(range == other.range, "day sets of different ranges")
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// The set with all members a number of days later, in another range.
  ///
  /// - Parameters:
  ///   - days: How many days later; negative for earlier.
  ///   - newRange: The days that can be members; what falls outside is dropped.
  /// - Returns: The moved set.
  package func moved(by days: Int, into newRange: Range<Int>) -> DaySet {
    var result = DaySet(in: newRange)
    // The bit of the old set that becomes bit 0 of the new one.
    let origin = newRange.lowerBound - days - range.lowerBound
    for index in result.words.indices {
      let bit = origin + index << 6
      let word = bit.floorQuotient(64)
      let shift = UInt64(bit.floorModulo(64))
      var value: UInt64 = 0
      if words.indices.contains(word) { value = words[word] >> shift }
      if shift > 0, words.indices.contains(word + 1) { value |= words[word + 1] << (64 - shift) }
      result.words[index] = value
    }
    result.keep(before: newRange.upperBound)
    return result
  }
}

extension DaySet: Sequence {
  /// The members, ascending.
  package func makeIterator() -> AnyIterator<Int> {
    var day = range.lowerBound
    return AnyIterator {
      guard let next = first(from: day) else { return nil }
      day = next + 1
      return next
    }
  }
}
