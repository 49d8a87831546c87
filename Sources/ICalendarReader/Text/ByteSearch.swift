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
