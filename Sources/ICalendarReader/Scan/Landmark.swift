/// A line that begins or ends a component, or that contains a property that the scan needs.
///
/// Each line is interpreted independently of other lines, so parts of a text can be searched in
/// parallel.
struct Landmark {
  enum Meaning {
    case begin(ComponentName)
    case end(ComponentName)
    case uid(TextDigest)
    case recurrenceID
    /// RRULE or RDATE.
    case recurrence
    case method
    /// NAME, X-WR-CALNAME, X-WR-TIMEZONE or VERSION, which count only outside of components.
    case calendarProperty
  }

  let meaning: Meaning
  /// The bytes of the line, up to the start of the next line.
  let range: Range<Int>
  /// The number of the first physical line, from 1 in the part of the text.
  let line: Int

  /// Reads a line; nil if the scan doesn't need it.
  private init?(_ line: LogicalLine, end: Int, in bytes: Span<UInt8>) {
    guard let meaning = Landmark.meaning(of: line, in: bytes) else { return nil }
    self.meaning = meaning
    range = line.range.lowerBound..<end
    self.line = line.number
  }

  private static func meaning(of line: LogicalLine, in bytes: Span<UInt8>) -> Meaning? {
    guard let nameEnd = bytes.nameEnd(in: line.range) else {
      // The name itself may be folded.
      return line.isFolded ? foldedMeaning(of: line, in: bytes) : nil
    }
    let value = nameEnd..<line.range.upperBound
    switch PackedName(bytes, in: line.range.lowerBound..<nameEnd) {
    case .begin where line.isFolded, .end where line.isFolded:
      return foldedMeaning(of: line, in: bytes)
    case .uid: return .uid(TextDigest(ofUID: bytes, in: value))
    case let name: return meaning(of: name, in: bytes, value: value)
    }
  }

  private static func foldedMeaning(of line: LogicalLine, in bytes: Span<UInt8>) -> Meaning? {
    let unfolded = bytes.unfolded(line.range, limit: ReadingLimits.longestValue)[...]
    guard let nameEnd = unfolded.span.nameEnd(in: unfolded.indices) else { return nil }
    let name = PackedName(unfolded.span, in: 0..<nameEnd)
    guard name == .uid else {
      return meaning(of: name, in: unfolded.span, value: nameEnd..<unfolded.count)
    }
    // A UID can be longer than the unfolded part.
    var start = line.range.lowerBound
    while bytes[start] != UInt8(ascii: ":"), bytes[start] != UInt8(ascii: ";") { start += 1 }
    return .uid(TextDigest(ofUID: bytes, in: start..<line.range.upperBound))
  }

  private static func meaning(
    of name: PackedName, in bytes: Span<UInt8>, value: Range<Int>
  ) -> Meaning? {
    switch name {
    case .begin: .begin(ComponentName(bytes, in: value.dropFirst()))
    case .end: .end(ComponentName(bytes, in: value.dropFirst()))
    case .recurrenceID: .recurrenceID
    case .rule, .recurrenceDate: .recurrence
    case .method: .method
    case .calendarName, .appleCalendarName, .calendarZone, .version: .calendarProperty
    default: nil
    }
  }
}

extension Landmark {
  struct Search {
    private(set) var landmarks: [Landmark] = []
    /// The number of physical lines in the part.
    let lineCount: Int

    /// Searches a part of a text.
    ///
    /// It checks only the first letter of most lines, because most components of a large export
    /// never matter.
    init(_ range: Range<Int>, in bytes: Span<UInt8>) {
      var lines = LogicalLines(in: range)
      while var line = lines.next(in: bytes) {
        line.dropByteOrderMark(in: bytes)
        guard !line.range.isEmpty else { continue }
        switch bytes[line.range.lowerBound].upperCased {
        case UInt8(ascii: "B"), UInt8(ascii: "E"), UInt8(ascii: "U"), UInt8(ascii: "R"),
          UInt8(ascii: "M"), UInt8(ascii: "N"), UInt8(ascii: "V"), UInt8(ascii: "X"):
          if let landmark = Landmark(line, end: lines.position, in: bytes) {
            landmarks.append(landmark)
          }
        default: break
        }
      }
      lineCount = lines.number - 1
    }
  }
}
