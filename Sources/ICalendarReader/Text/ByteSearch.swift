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

/// Eight bytes that are processed together.
enum ByteWord {
  /// The number of bytes.
  static let size = 8
  /// The lowest bit of each byte.
  static let ones: UInt64 = 0x0101_0101_0101_0101
  /// The highest bit of each byte.
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The highest bit of each zero byte.
  ///
  /// Bits above the lowest zero byte may be wrong.
  @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }
}

extension ArraySlice<UInt8> {
  /// Whether the slice contains a sequence of bytes.
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

  /// The slice without any byte of a value.
  func without(_ byte: UInt8) -> ArraySlice<UInt8> {
    contains(byte) ? ArraySlice(filter { $0 != byte }) : self
  }

  /// The slice without matching bytes at its end.
  func endTrimmed(where isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var result = self
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}

extension Span<UInt8> {
  /// Whether the bytes are valid UTF-8 (Unicode, table 3-7).
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
        let first = unsafe buffer[index]
        index &+= 1
        if first < 0x80 { continue }
        guard let (continuations, second) = UTF8Lead.continuations(of: first),
          index &+ continuations <= count, unsafe second.contains(buffer[index])
        else { return false }
        for next in index &+ 1..<index &+ continuations
        where unsafe buffer[next] & 0xC0 != 0x80 { return false }
        index &+= continuations
      }
    }
  }
}

/// The first byte of a multi-byte character in UTF-8.
private enum UTF8Lead {
  /// The number of continuation bytes, and the valid range of the first one; nil for an invalid
  /// first byte.
  ///
  /// This rejects overlong forms, surrogates and code points above U+10FFFF.
  @inline(__always)
  static func continuations(of first: UInt8) -> (Int, ClosedRange<UInt8>)? {
    switch first {
    case 0xC2...0xDF: (1, 0x80...0xBF)
    case 0xE0: (2, 0xA0...0xBF)
    case 0xED: (2, 0x80...0x9F)
    case 0xE1...0xEF: (2, 0x80...0xBF)
    case 0xF0: (3, 0x90...0xBF)
    case 0xF1...0xF3: (3, 0x80...0xBF)
    case 0xF4: (3, 0x80...0x8F)
    default: nil
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
