/// A logical line: where a content line stands in a file, in one or more physical lines (RFC 5545,
/// 3.1).
struct LogicalLine {
  /// The bytes from the first one to the last line's end, which is left out.
  let range: Range<Int>
  /// The number of its first physical line, from 1.
  let number: Int
  /// Whether it is folded over several physical lines.
  let isFolded: Bool
}
