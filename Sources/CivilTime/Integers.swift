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

extension Int {
  /// The greatest common divisor with another number, by Euclid's algorithm.
  ///
  /// - Parameter other: The number, of any sign; 0 leaves the magnitude of this one.
  /// - Returns: The divisor, never negative.
  package func greatestCommonDivisor(with other: Int) -> Int {
    var (divisor, rest) = (abs(self), abs(other))
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }
}

extension Int {
  /// The number in decimal with leading zeros.
  package func padded(to width: Int) -> String {
    let digits = String(magnitude)
    return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count))
      + digits
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inlinable
  package var isDigit: Bool { 0x30 <= self && self <= 0x39 }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that doesn't satisfy a predicate, which no later element does.
  @inlinable
  package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
