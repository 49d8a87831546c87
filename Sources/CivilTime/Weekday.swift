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

extension Int {
  /// The remainder that is never negative, as calendars need it before 1970.
  @inlinable
  package func floorModulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  /// The quotient rounded towards the past, as calendars need it before 1970.
  @inlinable
  package func floorQuotient(_ divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
