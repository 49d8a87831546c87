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
