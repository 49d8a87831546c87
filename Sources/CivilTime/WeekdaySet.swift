/// A set of weekdays.
package struct WeekdaySet: OptionSet, Hashable, Sendable {
  /// One bit a weekday, Monday lowest.
  package let rawValue: UInt8

  /// Makes a set from its bits.
  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Makes a set of one weekday.
  @inlinable
  package init(_ weekday: Weekday) {
    self.init(rawValue: 1 << UInt8(weekday.rawValue))
  }

  /// Makes a set of weekdays.
  ///
  /// - Parameter weekdays: The weekdays, in any order.
  package init(_ weekdays: some Sequence<Weekday>) {
    self.init(rawValue: weekdays.reduce(0) { $0 | 1 << UInt8($1.rawValue) })
  }

  /// All seven days.
  package static let every = WeekdaySet(rawValue: 0b111_1111)

  /// Whether no weekday is a member.
  @inlinable
  package var isEmpty: Bool {
    // SetAlgebra's own would make an empty set and compare by a call.
    rawValue == 0
  }

  /// Whether a weekday is a member.
  @inlinable
  package func contains(_ weekday: Weekday) -> Bool {
    rawValue >> UInt8(weekday.rawValue) & 1 == 1
  }
}
