internal import CivilTime

/// The grammar of content lines (RFC 5545, 3.1): what says what stands in a line that has been cut.
///
/// Each task that reads components has one of its own. ``SwiftGrammar`` needs nothing; another one
/// comes from outside of this module, see ``CalendarReader``.
package protocol ContentLineGrammar {
  /// What the parameters of a line say; nil where they can't be read.
  func parameters(_ parts: ContentLineParts) -> LineParameters?
  /// The texts of a value that is not empty: one, or several for a list; none where it is no TEXT.
  func texts(_ parts: ContentLineParts) -> [String]
}

/// The parameters of a line that can matter for what fires.
package struct LineParameters: Equatable {
  /// TZID, as it is.
  package var zoneName: String?
  /// RELATED, in upper case.
  package var related: String?
  /// RANGE, in upper case.
  package var range: String?

  /// No parameters.
  package init() {}
}

/// A content line cut at the places that need no understanding: name, parameters, value.
package struct ContentLineParts {
  private let text: [UInt8]
  private let places: LinePlaces
  /// What the property is; nil for one that doesn't matter.
  let property: PropertyName?

  /// Cuts an unfolded line; nil where it has no colon.
  package init?(_ line: [UInt8]) {
    guard
      let nameEnd = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") })
    else { return nil }
    let text = line[...]
    let property = PropertyName(text.span, in: 0..<nameEnd)
    guard let places = LinePlaces(text, line: line.indices, property) else {
      return nil
    }
    self.init(text: line, places, property)
  }

  /// Makes the parts of a line that has been cut.
  init(text: [UInt8], _ places: LinePlaces, _ property: PropertyName?) {
    self.text = text
    self.places = places
    self.property = property
  }

  /// The whole line, unfolded.
  package var line: ArraySlice<UInt8> { text[places.start..<places.end] }

  /// The value as it stands.
  package var value: ArraySlice<UInt8> { text[(places.colon + 1)..<places.end] }

  /// What stands before the value: the name and the parameters.
  package var head: ArraySlice<UInt8> { text[places.start..<places.colon] }

  /// Whether there are parameters.
  package var hasParameters: Bool { places.colon > places.nameEnd }

  /// The name in upper case.
  package var name: String {
    let length = places.nameEnd - places.start
    // Most names stand in the program, so that no string has to be made.
    if let property, property.rawValue.utf8.count == length { return property.rawValue }
    return String(
      decoding: text[places.start..<places.nameEnd].map(\.upperCased), as: UTF8.self)
  }

  /// Whether the value is a list of texts.
  package var isTextList: Bool { property == .categories }

  /// The text of a value that stands for itself: without escapes, and no list, behind a name
  /// without parameters; nil where a grammar has to be asked.
  package var plainText: String? {
    guard let property, property.form == .text, !isTextList, !hasParameters,
      !value.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: value.trimmed(where: \.isSpace), as: UTF8.self)
  }

  /// The parameters one by one, as they stand: what is between the semicolons.
  package var parameters: [ArraySlice<UInt8>] {
    guard hasParameters else { return [] }
    var parameters: [ArraySlice<UInt8>] = []
    var start = places.nameEnd + 1
    var isQuoted = false
    for index in start..<places.colon {
      switch text[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ";") where !isQuoted:
        parameters.append(text[start..<index])
        start = index + 1
      default: break
      }
    }
    parameters.append(text[start..<places.colon])
    return parameters
  }
}

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
  init?(_ text: ArraySlice<UInt8>, line: Range<Int>, _ property: PropertyName?) {
    self.init(text.span, line: line, property)
  }

  private init?(_ text: Span<UInt8>, line: Range<Int>, _ property: PropertyName?) {
    guard let nameEnd = text.nameEnd(in: line),
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
