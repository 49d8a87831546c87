extension UnsignedInteger {
  /// The number in hexadecimal digits, `a` to `f` in lower case, with leading zeros.
  ///
  /// - Parameter count: The fewest digits.
  /// - Returns: The digits, without a prefix.
  package func hexadecimal(digits count: Int) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}
