/// A 128-bit hash that represents a text in a table.
///
/// The seed is different in each run, so no sender can produce two texts with the same digest.
struct TextDigest: Hashable, Sendable {
  private let first: Int
  private let second: Int

  init(_ text: Span<UInt8>) {
    first = TextDigest.hash(text, number: 0)
    second = TextDigest.hash(text, number: 1)
  }

  /// Creates the digest of a UID's value, from a line without the property's name.
  ///
  /// White space, backslashes and NUL bytes are skipped, so that folds and escapes don't matter.
  init(ofUID bytes: Span<UInt8>, in line: Range<Int>) {
    var (start, end) = (line.lowerBound, line.upperBound)
    var isQuoted = false
    while start < end, isQuoted || bytes[start] != UInt8(ascii: ":") {
      if bytes[start] == UInt8(ascii: "\"") { isQuoted.toggle() }
      start += 1
    }
    start = min(start + 1, end)
    while end > start, TextDigest.isSkipped(bytes[end - 1]) { end -= 1 }
    let value = start..<end
    if value.contains(where: { TextDigest.isSkipped(bytes[$0]) }) {
      let rest = value.map { bytes[$0] }.filter { !TextDigest.isSkipped($0) }[...]
      self.init(rest.span)
    } else {
      self.init(bytes.extracting(value))
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(first) }

  private static func isSkipped(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "\\") || byte == 0
  }

  private static func hash(_ text: Span<UInt8>, number: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(number)
    unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
