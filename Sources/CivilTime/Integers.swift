extension Int {
  /// The remainder of a division by a positive number; never negative, also for days before 1970.
  @inlinable
  package func floorModulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  /// The quotient of a division by a positive number, rounded down, also for days before 1970.
  @inlinable
  package func floorQuotient(_ divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Int {
  /// The greatest common divisor of two numbers (Euclid's algorithm).
  ///
  /// - Parameter other: A number of any sign. If it is 0, the result is the magnitude of this
  ///   number.
  /// - Returns: The divisor, never negative.
  package func greatestCommonDivisor(with other: Int) -> Int {
    var (divisor, rest) = (abs(self), abs(other))
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }
}

extension Int {
  /// The number in decimal, with leading zeros up to `width` digits.
  package func padded(to width: Int) -> String {
    let digits = String(magnitude)
    let zeros = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count))
    return self < 0 ? "-\(zeros)\(digits)" : zeros + digits
  }
}

extension Int {
  /// The number in decimal, with a comma before each group of three digits: `5,000`.
  package var grouped: String {
    var digits = String(magnitude)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.append(digits.suffix(3))
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups.reversed()).joined(separator: ",")
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inlinable
  package var isDigit: Bool { 0x30 <= self && self <= 0x39 }

  /// Whether the byte is an ASCII letter.
  package var isLetter: Bool { 0x61 <= self | 0x20 && self | 0x20 <= 0x7A }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that does not satisfy a predicate (binary search).
  ///
  /// No element after one that does not satisfy the predicate may satisfy it.
  @inlinable
  package func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      // A range of numbers can have negative indices, and division rounds towards zero.
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
