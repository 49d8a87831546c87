/// A day of the week, counted from Monday as ISO 8601 does.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 0
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The weekday of a day, given as days since 1970-01-01.
  @inlinable
  package init(dayNumber: Int) {
    // 1970-01-01 was a Thursday, three days after a Monday.
    self = Weekday.table[(dayNumber + 3).floorModulo(7)]
  }

  @usableFromInline
  static let table: [Weekday] = [
    .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
  ]

  /// How many days after `other` this weekday comes next, from 0 to 6.
  package func days(after other: Weekday) -> Int {
    (rawValue - other.rawValue).floorModulo(7)
  }
}
