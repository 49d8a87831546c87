/// The value of a UID where it stands in a file; equal to others that mean the same.
///
/// Spaces and backslashes don't count, so that folding and escapes make no difference. Look-ups go
/// by a hash that is seeded anew in every run and compare the bytes: no sender can make two values
/// the same.
struct UIDReference: Hashable, Sendable {
  private let bytes: [UInt8]
  private let range: Range<Int>

  /// Refers to a value.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that it stands in.
  ///   - range: From behind the property's name on, up to the line's end: parameters don't count.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    var start = range.lowerBound
    var isQuoted = false
    while start < range.upperBound, isQuoted || bytes[start] != UInt8(ascii: ":") {
      if bytes[start] == UInt8(ascii: "\"") { isQuoted.toggle() }
      start += 1
    }
    self.range = min(start + 1, range.upperBound)..<range.upperBound
  }

  /// The next byte that counts from an index on, which is left behind it; nil at the end.
  private func next(_ index: inout Int) -> UInt8? {
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      if !byte.isBlank, byte != UInt8(ascii: "\\") { return byte }
    }
    return nil
  }

  static func == (left: UIDReference, right: UIDReference) -> Bool {
    var (own, other) = (left.range.lowerBound, right.range.lowerBound)
    while let byte = left.next(&own) {
      guard right.next(&other) == byte else { return false }
    }
    return right.next(&other) == nil
  }

  func hash(into hasher: inout Hasher) {
    var index = range.lowerBound
    var (word, count) = (UInt64(0), 0)
    while let byte = next(&index) {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }
}
