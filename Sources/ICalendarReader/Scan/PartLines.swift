/// The logical lines that begin in a part of a text.
struct PartLines {
  /// Where they stand among the bytes that were read.
  let range: Range<Int>
  /// How many bytes of the text stand before those that were read.
  let offset: Int

  /// How many bytes behind a part are read with it: more than most lines have, that begin in it.
  private static let margin = 4_096

  /// Reads a part of a text with the rest of its last line.
  ///
  /// - Parameters:
  ///   - part: The part, anywhere in the text.
  ///   - text: The text.
  ///   - body: Receives the bytes that were read, and which of them are lines that begin in the part.
  /// - Returns: What it returned; nil where the text can't be read.
  static func read<Result>(
    _ part: Range<Int>, of text: some TextSource, _ body: (Span<UInt8>, PartLines) -> Result
  ) -> Result? {
    // A longer line is read again with four times as much: in all, a third more than it has.
    var ahead = margin
    while true {
      // Whether a line begins with the part is told by the byte before.
      let region = max(0, part.lowerBound - 1)..<min(text.count, part.upperBound + ahead)
      let outcome: Outcome<Result>? = text.withBytes(in: region) { bytes in
        let isLast = region.upperBound == text.count
        guard let lines = PartLines(part, region, isLast: isLast, in: bytes) else { return .isCut }
        return .read(body(bytes, lines))
      }
      switch outcome {
      case .read(let result): return result
      case .isCut: ahead *= 4
      case nil: return nil
      }
    }
  }

  private enum Outcome<Result> {
    case read(Result)
    /// The last line goes on behind what was read.
    case isCut
  }

  private init?(_ part: Range<Int>, _ region: Range<Int>, isLast: Bool, in bytes: Span<UInt8>) {
    offset = region.lowerBound
    let (lower, upper) = (part.lowerBound - offset, part.upperBound - offset)
    guard let start = PartLines.firstStart(from: lower, isLast: isLast, in: bytes), start < upper
    else {
      range = 0..<0
      return
    }
    guard let end = PartLines.firstStart(from: upper, isLast: isLast, in: bytes) else { return nil }
    range = start..<end
  }

  /// Where the first logical line begins from an index on; nil if behind the bytes.
  ///
  /// - Parameters:
  ///   - index: The index; 0 only at the start of the text.
  ///   - isLast: Whether the text ends with the bytes.
  ///   - bytes: The bytes.
  /// - Returns: The end of the bytes where no further line begins in the text.
  private static func firstStart(from index: Int, isLast: Bool, in bytes: Span<UInt8>) -> Int? {
    guard index > 0 else { return 0 }
    var start = bytes.firstIndex(of: 0x0A, in: index - 1..<bytes.count) + 1
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 {
      start = bytes.firstIndex(of: 0x0A, in: start..<bytes.count) + 1
    }
    if start < bytes.count { return start }
    return isLast ? bytes.count : nil
  }
}
