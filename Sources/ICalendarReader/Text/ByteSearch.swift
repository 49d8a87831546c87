internal import CSystem

extension Span<UInt8> {
  /// The index of the first byte of a value in a range, or the range's end.
  ///
  /// The C library's `memchr` looks at 32 bytes a step; a loop over elements looks at one.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return range.upperBound }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
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
    guard count == other.count, !isEmpty else { return count == other.count }
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { others in
        guard let left = own.baseAddress, let right = others.baseAddress else { return false }
        return unsafe memcmp(left, right, count) == 0
      }
    }
  }
}
