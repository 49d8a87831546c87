/// A logical line: where a content line stands in a file, in one or more physical lines (RFC 5545,
/// 3.1).
struct LogicalLine {
  /// The bytes from the first one to the last line's end, which is left out.
  private(set) var range: Range<Int>
  /// The number of its first physical line, from 1.
  let number: Int
  /// Whether it is folded over several physical lines.
  let isFolded: Bool

  /// Takes a mark of the byte order away: where files were joined, one stands before the second.
  mutating func dropByteOrderMark(in bytes: Span<UInt8>) {
    // Most lines begin with a letter.
    guard let first = range.first, bytes[first] == 0xEF else { return }
    let mark = DecodedText.mark
    guard range.count >= mark.count,
      mark.indices.allSatisfy({ bytes[range.lowerBound + $0] == mark[$0] })
    else { return }
    range.removeFirst(mark.count)
  }
}
