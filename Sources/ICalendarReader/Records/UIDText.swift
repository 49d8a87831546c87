/// The value of a UID where it stands in a file.
///
/// Spaces and backslashes don't count, so that folding and escapes make no difference. Look-ups go
/// by a hash that is seeded anew in every run and compare the bytes: no sender can make two values
/// the same.
struct UIDText: Sendable {
  private let start: UInt32
  private let end: UInt32
  /// Equal for values that mean the same.
  let hash: UInt32

  /// Where it stands.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// Finds the value of a line.
  ///
  /// - Parameters:
  ///   - bytes: The file's text.
  ///   - line: From behind the property's name to the line's end, folded or not: parameters don't
  ///     count.
  init(_ bytes: Span<UInt8>, in line: Range<Int>) {
    var (start, end) = (line.lowerBound, line.upperBound)
    var isQuoted = false
    while start < end, isQuoted || bytes[start] != UInt8(ascii: ":") {
      if bytes[start] == UInt8(ascii: "\"") { isQuoted.toggle() }
      start += 1
    }
    start = min(start + 1, end)
    while end > start, UIDText.isPassedOver(bytes[end - 1]) { end -= 1 }
    self.start = UInt32(start)
    self.end = UInt32(end)
    hash = UIDText.hash(bytes, in: start..<end)
  }

  private init(_ range: Range<Int>, hash: UInt32) {
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
    self.hash = hash
  }

  /// The same value in a text in which it stands further on, or further back.
  func moved(by distance: Int) -> UIDText {
    UIDText(range.lowerBound + distance..<range.upperBound + distance, hash: hash)
  }

  /// Whether a byte doesn't count.
  private static func isPassedOver(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "\\") || byte == 0
  }

  private static func hash(_ bytes: Span<UInt8>, in range: Range<Int>) -> UInt32 {
    var hasher = Hasher()
    if range.contains(where: { isPassedOver(bytes[$0]) }) {
      var rest: [UInt8] = []
      for index in range where !isPassedOver(bytes[index]) { rest.append(bytes[index]) }
      unsafe rest.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    } else {
      unsafe bytes.extracting(range).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// Whether two values mean the same.
  static func areEqual(
    _ left: UIDText, in leftBytes: Span<UInt8>, _ right: UIDText, in rightBytes: Span<UInt8>
  ) -> Bool {
    guard left.hash == right.hash else { return false }
    var (leftIndex, rightIndex) = (left.range.lowerBound, right.range.lowerBound)
    while let byte = left.next(&leftIndex, in: leftBytes) {
      guard right.next(&rightIndex, in: rightBytes) == byte else { return false }
    }
    return right.next(&rightIndex, in: rightBytes) == nil
  }

  /// The next byte that counts from an index on, which is left behind it; nil at the end.
  private func next(_ index: inout Int, in bytes: Span<UInt8>) -> UInt8? {
    while index < end {
      let byte = bytes[index]
      index += 1
      if !UIDText.isPassedOver(byte) { return byte }
    }
    return nil
  }
}
