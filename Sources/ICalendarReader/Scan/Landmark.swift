/// A line that says where a component begins or ends, or what a scan has to know of it.
///
/// What a landmark is depends on its line alone and not on what stands around it, so that the parts
/// of a large text can be looked through side by side.
struct Landmark {
  /// What a line says.
  enum Meaning {
    case begin(ComponentName)
    case end(ComponentName)
    case uid(UIDText)
    case recurrenceID
    /// RRULE or RDATE.
    case recurrence
    case method
    /// NAME, X-WR-CALNAME, X-WR-TIMEZONE or VERSION. It counts only outside of components.
    case calendarProperty
    /// All lines of a component that doesn't matter, by its place among those of a part.
    case passedOver(Int)
  }

  /// What the line says.
  let meaning: Meaning
  private let start: UInt32
  private let end: UInt32
  private let number: UInt32

  /// The line's bytes, up to where the next line begins.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The number of its first physical line, from 1 in the part that was looked through.
  var line: Int { Int(number) }

  /// Looks at a line; nil for one that says nothing.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - end: Where the next line begins.
  ///   - bytes: The file's text.
  init?(_ line: LogicalLine, end: Int, in bytes: Span<UInt8>) {
    guard let meaning = Landmark.meaning(of: line, in: bytes) else { return nil }
    self.meaning = meaning
    start = UInt32(line.range.lowerBound)
    self.end = UInt32(end)
    number = UInt32(line.number)
  }

  /// Makes a landmark of what is known.
  ///
  /// - Parameters:
  ///   - meaning: What it says.
  ///   - range: Its bytes, up to where the next line begins.
  ///   - line: The number of its first physical line, from 1.
  init(_ meaning: Meaning, range: Range<Int>, line: Int) {
    self.meaning = meaning
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
    number = UInt32(line)
  }

  /// The same of a text in which it stands further on, or further back.
  func moved(by distance: Int) -> Landmark {
    let meaning: Meaning =
      if case .uid(let uid) = meaning { .uid(uid.moved(by: distance)) } else { meaning }
    return Landmark(
      meaning, range: range.lowerBound + distance..<range.upperBound + distance, line: line)
  }

  private static func meaning(of line: LogicalLine, in bytes: Span<UInt8>) -> Meaning? {
    guard let nameEnd = nameEnd(line.range, in: bytes) else {
      // A name that is folded itself.
      return line.isFolded ? foldedMeaning(of: line, in: bytes) : nil
    }
    let value = nameEnd..<line.range.upperBound
    switch PackedName(bytes, in: line.range.lowerBound..<nameEnd) {
    case .begin, .end:
      return line.isFolded
        ? foldedMeaning(of: line, in: bytes) : boundary(bytes, line.range.lowerBound, value)
    case .uid: return .uid(UIDText(bytes, in: value))
    case .recurrenceID: return .recurrenceID
    case .rule, .recurrenceDate: return .recurrence
    case .method: return .method
    case .calendarName, .appleCalendarName, .calendarZone, .version: return .calendarProperty
    default: return nil
    }
  }

  /// How far the end of a name is looked for, in bytes: longer than any name that is known.
  private static let longestName = 16

  /// Where a name ends within a physical line; nil for a line without a name.
  private static func nameEnd(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
    for index in range.lowerBound..<min(range.upperBound, range.lowerBound + longestName) {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: ";"): return index
      case 0x0A: return nil
      default: break
      }
    }
    return nil
  }

  private static func boundary(
    _ bytes: Span<UInt8>, _ start: Int, _ value: Range<Int>
  ) -> Meaning {
    let name = ComponentName(bytes, in: value.lowerBound + 1..<value.upperBound)
    return bytes[start].upperCased == UInt8(ascii: "B") ? .begin(name) : .end(name)
  }

  /// How much of a folded line is looked at, in bytes: longer than any name of a component.
  private static let longestBoundary = 4_096

  private static func foldedMeaning(of line: LogicalLine, in bytes: Span<UInt8>) -> Meaning? {
    let unfolded = bytes.unfolded(line.range, limit: longestBoundary)[...]
    let whole = unfolded.indices
    guard let nameEnd = nameEnd(whole, in: unfolded.span) else { return nil }
    switch PackedName(unfolded.span, in: 0..<nameEnd) {
    case .begin, .end: return boundary(unfolded.span, 0, nameEnd..<whole.upperBound)
    case .uid:
      // The value is looked for where it stands: no fold hides the end of a name.
      var start = line.range.lowerBound
      while bytes[start] != UInt8(ascii: ":"), bytes[start] != UInt8(ascii: ";") { start += 1 }
      return .uid(UIDText(bytes, in: start..<line.range.upperBound))
    case .recurrenceID: return .recurrenceID
    case .rule, .recurrenceDate: return .recurrence
    case .method: return .method
    case .calendarName, .appleCalendarName, .calendarZone, .version: return .calendarProperty
    default: return nil
    }
  }
}
