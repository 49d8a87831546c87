extension Span<UInt8> {
  /// Returns the index of the first byte with a value in a range, or the range's end.
  ///
  /// Compares eight bytes at a time as integers, without the C library. Lines are too short for
  /// wider steps to pay off.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe withUnsafeBytes { buffer in
      let wanted = UInt64(byte) &* ByteWord.ones
      var index = range.lowerBound
      while index &+ ByteWord.size <= range.upperBound {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let zeros = ByteWord.zeros(UInt64(littleEndian: word) ^ wanted)
        if zeros != 0 { return index &+ zeros.trailingZeroBitCount / 8 }
        index &+= ByteWord.size
      }
      while index < range.upperBound, unsafe buffer[index] != byte { index &+= 1 }
      return index
    }
  }
}

enum ByteWord {
  static let size = 8
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The highest bit of each zero byte.
  ///
  /// Bits above the lowest zero byte may be wrong.
  @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }
}

extension ArraySlice<UInt8> {
  func contains(_ bytes: [UInt8]) -> Bool {
    // The slice is one line, so a better algorithm wouldn't pay off.
    guard count >= bytes.count else { return false }
    return (startIndex...(endIndex - bytes.count)).contains { start in
      self[start...].starts(with: bytes)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The slice without matching bytes at both ends.
  func trimmed(where isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    drop(while: isTrimmed).endTrimmed(where: isTrimmed)
  }

  func without(_ byte: UInt8) -> ArraySlice<UInt8> {
    contains(byte) ? ArraySlice(filter { $0 != byte }) : self
  }

  func endTrimmed(where isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var result = self
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}

extension Span<UInt8> {
  /// Whether the bytes are valid UTF-8.
  ///
  /// The range must not split a character.
  ///
  /// The standard library's UTF-8 validation requires operating systems of 2025.
  var isUTF8: Bool {
    unsafe withUnsafeBytes { buffer in
      let count = buffer.count
      var index = 0
      while true {
        // Skip ASCII, eight bytes at a time.
        while index &+ ByteWord.size <= count,
          unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) & ByteWord.highBits
            == 0
        {
          index &+= ByteWord.size
        }
        guard index < count else { return true }
        if unsafe buffer[index] < 0x80 {
          index &+= 1
          continue
        }
        var rest = unsafe buffer[index...].makeIterator()
        var parser = UTF8.ForwardParser()
        guard case .valid(let scalar) = unsafe parser.parseScalar(from: &rest) else { return false }
        index &+= scalar.count
      }
    }
  }
}

extension UInt8 {
  /// The byte of the capital letter if the byte is an ASCII letter; otherwise the byte itself.
  @inline(__always)
  package var upperCased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }

  /// Whether the byte is a space, a tab, CR or LF.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }

  /// Whether the byte is white space as in the C library (`isspace`).
  package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
