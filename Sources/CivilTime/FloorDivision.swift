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
