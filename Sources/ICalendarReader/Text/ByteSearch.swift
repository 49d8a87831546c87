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

  /// Whether other bytes are the same ones.
  func isSame(as other: ArraySlice<UInt8>) -> Bool {
    let count = count
    guard other.count == count else { return false }
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { others in
        var index = 0
        while index &+ ByteWord.size <= count {
          let left = unsafe own.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          let right = unsafe others.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          if left != right { return false }
          index &+= ByteWord.size
        }
        while index < count, unsafe own[index] == others[index] { index &+= 1 }
        return index == count
      }
    }
  }
}
