internal import CivilTime

/// Where the parts of an unfolded content line stand: name, parameters, value.
///
/// Numbers of 32 bits, since a component can have a million lines.
struct LinePlaces {
  private let startPlace: UInt32
  private let nameEndPlace: UInt32
  private let colonPlace: UInt32
  private var endPlace: UInt32

  /// Where the line begins.
  var start: Int { Int(startPlace) }
  /// Where the name ends.
  var nameEnd: Int { Int(nameEndPlace) }
  /// The colon before the value.
  var colon: Int { Int(colonPlace) }
  /// Where the line ends.
  var end: Int { Int(endPlace) }

  /// Cuts a line; nil where it has no colon.
  ///
  /// - Parameters:
  ///   - text: The text in which it stands, from its beginning.
  ///   - line: The line, unfolded.
  ///   - nameEnd: Where its name ends.
  ///   - property: What it is; nil for a property that doesn't matter.
  init?(_ text: ArraySlice<UInt8>, line: Range<Int>, nameEnd: Int, _ property: PropertyName?) {
    self.init(text.span, line: line, nameEnd: nameEnd, property)
  }

  private init?(_ text: Span<UInt8>, line: Range<Int>, nameEnd: Int, _ property: PropertyName?) {
    guard
      var colon = LinePlaces.colon(in: text, nameEnd..<line.upperBound)
        // With a quote that never ends, no colon stands outside of quotes.
        ?? LinePlaces.first(UInt8(ascii: ":"), in: text, nameEnd..<line.upperBound)
    else { return nil }
    if colon > nameEnd, property?.form == .parameters,
      let last = (colon..<line.upperBound).last(where: { text[$0] == UInt8(ascii: ":") }),
      last > colon, last + 1 < line.upperBound, text[last + 1].isDigit,
      !LinePlaces.isTimeWithColons(text, colon + 1..<line.upperBound)
    {
      // Some writers don't quote a TZID such as (GMT+01:00) Amsterdam.
      colon = last
    }
    startPlace = UInt32(line.lowerBound)
    nameEndPlace = UInt32(nameEnd)
    colonPlace = UInt32(colon)
    endPlace = UInt32(line.upperBound)
  }

  /// The same line with more at its end.
  func extended(to end: Int) -> LinePlaces {
    var places = self
    places.endPlace = UInt32(end)
    return places
  }

  private static func first(_ byte: UInt8, in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let index = text.firstIndex(of: byte, in: range)
    return index < range.upperBound ? index : nil
  }

  private static func colon(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var isQuoted = false
    for index in range {
      switch text[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ":") where !isQuoted: return index
      default: break
      }
    }
    return nil
  }

  /// Whether a value begins as a date does, so that later colons belong to a time of ISO 8601.
  private static func isTimeWithColons(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= 4 && value.prefix(4).allSatisfy { text[$0].isDigit }
  }
}
