extension UInt8 {
  /// The byte of the capital letter, where the byte is an ASCII letter.
  @inline(__always)
  package var upperCased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }

  /// Whether the byte is a blank or the end of a line.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }

  /// Whether the byte is what the C library calls white space.
  package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
