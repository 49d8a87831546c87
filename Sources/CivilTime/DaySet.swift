/// A set of days within a range, one bit a day.
///
/// Up to 2100 that is 27,000 bits, so whether a trigger fires only on wanted days is a few hundred
/// word operations rather than a walk over the days.
package struct DaySet: Hashable, Sendable {
  /// The days that can be members, as days since 1970-01-01.
  package let range: Range<Int>
  /// The members, counted from the range's first day.
  private var offsets: BitSet

  /// Makes an empty set.
  ///
  /// - Parameter range: The days that can be members.
  package init(in range: Range<Int>) {
    self.range = range
    offsets = BitSet(capacity: range.count)
  }

  /// Makes the set of the days of a range that satisfy a predicate.
  package init(in range: Range<Int>, where isMember: (Int) -> Bool) {
    self.init(in: range)
    for day in range where isMember(day) { insert(day) }
  }

  /// Makes the set of all days of a range.
  package init(all range: Range<Int>) {
    self.range = range
    offsets = BitSet(all: range.count)
  }

  /// Makes the set of some days of each period, as of some weekdays.
  ///
  /// - Parameters:
  ///   - range: The days that can be members.
  ///   - bits: The days of one period, as bits; its first day is the lowest.
  ///   - period: Days from one period to the next, at least 1.
  ///   - first: The first day of the first period; nothing before it is a member.
  package init(in range: Range<Int>, _ bits: UInt64, every period: Int, from first: Int) {
    self.init(in: range)
    let passed = Swift.max(0, (range.lowerBound - first) / period)
    var day = first + passed * period
    // What is copied by words has to be there for a word's length, however short the period.
    let copied = (127 / period + 1) * period
    let end = Swift.max(day, range.lowerBound) + copied
    while day < Swift.min(end, range.upperBound) {
      offsets.insert(bits, from: day - range.lowerBound)
      day += period
    }
    if end < range.upperBound { repeatMembers(from: end, every: copied) }
  }

  /// Adds days that stand close together, as bits from one on; those outside the range are ignored.
  package mutating func insert(_ bits: UInt64, from day: Int) {
    offsets.insert(bits, from: day - range.lowerBound)
  }

  /// Makes all days from one on members where the day a period before is one.
  ///
  /// - Parameters:
  ///   - day: The first of them, at least a period after the range's first day.
  ///   - period: At least 64 days.
  package mutating func repeatMembers(from day: Int, every period: Int) {
    offsets.repeatMembers(from: clamped(day), every: period)
  }

  /// Adds a day; one outside the range is ignored.
  package mutating func insert(_ day: Int) {
    if range.contains(day) { offsets.insert(day - range.lowerBound) }
  }

  /// Takes a day away.
  package mutating func remove(_ day: Int) {
    if range.contains(day) { offsets.remove(day - range.lowerBound) }
  }

  /// Takes away all days before one.
  package mutating func keep(from day: Int) { offsets.removeAll(before: clamped(day)) }

  /// Takes away a day and all days after it.
  package mutating func keep(before day: Int) { offsets.removeAll(from: clamped(day)) }

  /// Whether a day is a member.
  package func contains(_ day: Int) -> Bool {
    range.contains(day) && offsets.contains(day - range.lowerBound)
  }

  /// The members among the 32 days from one on, as bits; that day is the lowest.
  package func bits(from day: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: offsets.bits(from: day - range.lowerBound))
  }

  /// The number of members.
  package var count: Int { offsets.count }

  /// The number of members before a day.
  package func count(before day: Int) -> Int { offsets.count(before: clamped(day)) }

  /// Whether there is no member.
  package var isEmpty: Bool { offsets.isEmpty }

  /// A day as an offset; days outside the range are its ends.
  private func clamped(_ day: Int) -> Int {
    Swift.min(Swift.max(day, range.lowerBound), range.upperBound) - range.lowerBound
  }

  private func day(at offset: Int?) -> Int? { offset.map { range.lowerBound + $0 } }
}

extension DaySet {
  /// The first member at or after a day.
  package func first(from day: Int) -> Int? { self.day(at: offsets.first(from: clamped(day))) }

  /// The first member at or after a day that another set of the same range lacks.
  package func firstMember(missingFrom other: DaySet, from day: Int = .min) -> Int? {
    precondition(range == other.range, "day sets of different ranges")
    return self.day(at: offsets.first(missingFrom: other.offsets, from: clamped(day)))
  }

  /// The first member that another set of the same range has too.
  package func firstCommonMember(with other: DaySet) -> Int? {
    precondition(range == other.range, "day sets of different ranges")
    return day(at: offsets.firstCommon(with: other.offsets))
  }

  /// The last member that another set of the same range lacks.
  package func lastMember(missingFrom other: DaySet) -> Int? {
    precondition(range == other.range, "day sets of different ranges")
    return day(at: offsets.last(missingFrom: other.offsets))
  }

  /// Adds all members of a set of the same range.
  package mutating func formUnion(_ other: DaySet) {
    precondition(range == other.range, "day sets of different ranges")
    offsets.formUnion(other.offsets)
  }

  /// Adds the members of a set of the same range that lie in some days.
  package mutating func formUnion(_ other: DaySet, in days: Range<Int>) {
    precondition(range == other.range, "day sets of different ranges")
    offsets.formUnion(other.offsets, in: clamped(days.lowerBound)..<clamped(days.upperBound))
  }

  /// Takes away all members of a set of the same range.
  package mutating func subtract(_ other: DaySet) {
    precondition(range == other.range, "day sets of different ranges")
    offsets.subtract(other.offsets)
  }

  /// Keeps the members that a set of the same range has too.
  package mutating func formIntersection(_ other: DaySet) {
    precondition(range == other.range, "day sets of different ranges")
    offsets.formIntersection(other.offsets)
  }

  /// The set with all members a number of days later, in another range.
  ///
  /// - Parameters:
  ///   - days: How many days later; negative for earlier.
  ///   - newRange: The days that can be members; what falls outside is dropped.
  /// - Returns: The moved set.
  package func moved(by days: Int, into newRange: Range<Int>) -> DaySet {
    var result = DaySet(in: newRange)
    result.offsets = offsets.moved(
      by: range.lowerBound + days - newRange.lowerBound, capacity: newRange.count)
    return result
  }
}

extension DaySet: Sequence {
  /// The members, ascending.
  package struct Iterator: IteratorProtocol {
    fileprivate let firstDay: Int
    fileprivate var offsets: BitSet.Iterator

    /// The next member.
    package mutating func next() -> Int? { offsets.next().map { firstDay + $0 } }
  }

  /// The members, ascending.
  package func makeIterator() -> Iterator {
    Iterator(firstDay: range.lowerBound, offsets: offsets.makeIterator())
  }
}
