extension Span<UInt8> {
  /// The index of the first byte of a value in a range, or the range's end.
  ///
  /// Eight bytes a step, as numbers: nothing of the C library's is needed, and lines are too short
  /// for wider steps to be worth their start.
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

/// Eight bytes that are looked at together.
enum ByteWord {
  /// How many bytes there are.
  static let size = 8
  /// The lowest bit of each byte.
  static let ones: UInt64 = 0x0101_0101_0101_0101
  /// The highest bit of each byte.
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The highest bit of each byte that is 0, and maybe of bytes above the lowest of them.
  @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highBits }
}

extension ArraySlice<UInt8> {
  /// Whether some bytes stand anywhere in these.
  func contains(_ bytes: [UInt8]) -> Bool {
    // Of a line, so that no cleverer search is worth its start.
    guard count >= bytes.count else { return false }
    return (startIndex...(endIndex - bytes.count)).contains { start in
      self[start...].starts(with: bytes)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without the bytes at both ends that match.
  func trimmed(where isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    drop(while: isTrimmed).endTrimmed(where: isTrimmed)
  }

  /// Without the bytes of a value, wherever they stand.
  func without(_ byte: UInt8) -> ArraySlice<UInt8> {
    contains(byte) ? ArraySlice(filter { $0 != byte }) : self
  }

  /// Without the bytes at the end that match.
  func endTrimmed(where isTrimmed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var result = self
    while let last = result.last, isTrimmed(last) { result.removeLast() }
    return result
  }
}

extension Span<UInt8> {
  /// Whether the bytes, which begin and end between characters, are UTF-8 (Unicode, table 3-7).
  ///
  /// The standard library's own answer needs systems of 2025.
  var isUTF8: Bool {
    unsafe withUnsafeBytes { buffer in
      let count = buffer.count
      var index = 0
      while true {
        // Most of most calendars is ASCII.
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

/// What the first byte of a character of several says.
private enum UTF8Lead {
  /// How many bytes follow, and what the first of them can be.
  ///
  /// Neither a longer form than needed, nor half of a pair of UTF-16, nor what lies beyond Unicode;
  /// nil for what begins no character.
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
  /// The byte of the capital letter, where the byte is an ASCII letter.
  @inline(__always)
  package var upperCased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }

  /// Whether the byte is a blank or the end of a line.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }

  /// Whether the byte is what the C library calls white space.
  package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
