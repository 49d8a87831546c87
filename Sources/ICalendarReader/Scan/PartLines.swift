/// The logical lines that begin in a part of a text.
struct PartLines {
  /// Where they stand among the bytes that were read.
  let range: Range<Int>
  /// How many bytes of the text stand before those that were read.
  let offset: Int

  /// How many bytes behind a part are read with it: more than most lines have, that begin in it.
  private static let margin = 4_096
  /// How many bytes are looked through at once for the end of a longer one.
  private static let stride = 1 << 20

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
    // Whether a line begins with the part is told by the byte before.
    let start = max(0, part.lowerBound - 1)
    func lines(upTo end: Int) -> Outcome<Result>? {
      text.withBytes(in: start..<end) { bytes in
        guard let lines = PartLines(part, start, isLast: end == text.count, in: bytes) else {
          return .isCut
        }
        return .read(body(bytes, lines))
      }
    }
    let end = min(text.count, part.upperBound + margin)
    switch lines(upTo: end) {
    case .read(let result): return result
    case nil: return nil
    case .isCut: break
    }
    // The line's end is looked for first, so that no more is read with the part than it has. That
    // there a line begins tells the byte behind it.
    guard let next = nextStart(from: end, in: text),
      case .read(let result) = lines(upTo: min(text.count, next + 1))
    else { return nil }
    return result
  }

  /// Where the first logical line begins from a place on that none begins just before; the end of
  /// the text where there is no further one, nil where it can't be read.
  private static func nextStart(from place: Int, in text: some TextSource) -> Int? {
    var place = place
    while true {
      let window = place - 1..<min(text.count, place + stride)
      let isLast = window.upperBound == text.count
      guard
        let found = text.withBytes(in: window, { firstStart(from: 1, isLast: isLast, in: $0) })
      else { return nil }
      if let found { return window.lowerBound + found }
      // In the last byte of the window a line may end: whether the next one is folded is told by
      // the byte behind it.
      place = window.upperBound
    }
  }

  private enum Outcome<Result> {
    case read(Result)
    /// The last line goes on behind what was read.
    case isCut
  }

  private init?(_ part: Range<Int>, _ offset: Int, isLast: Bool, in bytes: Span<UInt8>) {
    self.offset = offset
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
