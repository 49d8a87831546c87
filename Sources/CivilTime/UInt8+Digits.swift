extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inlinable
  package var isDigit: Bool { 0x30 <= self && self <= 0x39 }
}
