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
