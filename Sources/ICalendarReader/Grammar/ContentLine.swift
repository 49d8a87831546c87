internal import CivilTime

/// A parser for the parameters and texts of content lines that are already split (RFC 5545, 3.1).
///
/// Each task that reads components creates its own instance. ``SwiftGrammar`` is the implementation
/// in this module; ``CalendarReader`` also accepts one from another module.
package protocol ContentLineGrammar {
  /// Returns the parameters of a line; nil if they cannot be parsed.
  func parameters(_ parts: ContentLineParts) -> LineParameters?
  /// Returns the texts of a value that is not empty: one, or several for a list.
  ///
  /// Returns an empty array if the property's type is not TEXT.
  func texts(_ parts: ContentLineParts) -> [String]
}

/// The parameters of a line that can affect fire dates.
package struct LineParameters: Equatable {
  /// TZID, unchanged.
  package var zoneName: String?
  /// RELATED, in upper case.
  package var related: String?
  /// RANGE, in upper case.
  package var range: String?

  /// Makes parameters that are all missing.
  package init() {}
}

/// A content line that is split into name, parameters and value, all unparsed.
package struct ContentLineParts {
  private let text: [UInt8]
  private let places: ContentLineRanges
  /// The property; nil for a property that doesn't matter.
  let property: PropertyName?

  /// Splits an unfolded line; nil if it lacks a colon.
  package init?(_ line: [UInt8]) {
    guard
      let nameEnd = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") })
    else { return nil }
    let text = line[...]
    let property = PropertyName(text.span, in: 0..<nameEnd)
    guard let places = ContentLineRanges(text, line: line.indices, property: property) else {
      return nil
    }
    self.init(text: line, places: places, property: property)
  }

  init(text: [UInt8], places: ContentLineRanges, property: PropertyName?) {
    self.text = text
    self.places = places
    self.property = property
  }

  /// The whole line, unfolded.
  package var line: ArraySlice<UInt8> { text[places.start..<places.end] }

  /// The value, unparsed.
  package var value: ArraySlice<UInt8> { text[(places.colon + 1)..<places.end] }

  /// The part before the value: the name and the parameters.
  package var head: ArraySlice<UInt8> { text[places.start..<places.colon] }

  /// Whether the line has parameters.
  package var hasParameters: Bool { places.colon > places.nameEnd }

  /// The name, in upper case.
  package var name: String {
    let length = places.nameEnd - places.start
    // Use the constant name to avoid creating a string.
    if let property, property.rawValue.utf8.count == length { return property.rawValue }
    return String(
      decoding: text[places.start..<places.nameEnd].map(\.upperCased), as: UTF8.self)
  }

  /// Whether the value is a list of texts.
  package var isTextList: Bool { property == .categories }

  /// The text of a simple value: no escapes, not a list, and a line without parameters; nil if a
  /// ``ContentLineGrammar`` must parse it.
  package var plainText: String? {
    guard let property, property.form == .text, !isTextList, !hasParameters,
      !value.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: value.trimmed(where: \.isSpace), as: UTF8.self)
  }

  /// The unparsed parameters, split at semicolons outside of quotes.
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

/// The positions of the name, the parameters and the value in an unfolded content line.
struct ContentLineRanges {
  let start: Int
  let nameEnd: Int
  /// The position of the colon before the value.
  let colon: Int
  var end: Int

  /// Splits a line; nil if it lacks a colon.
  init?(_ text: ArraySlice<UInt8>, line: Range<Int>, property: PropertyName?) {
    self.init(text.span, line: line, property: property)
  }

  private init?(_ text: Span<UInt8>, line: Range<Int>, property: PropertyName?) {
    guard let nameEnd = text.nameEnd(in: line),
      var colon = ContentLineRanges.colon(in: text, nameEnd..<line.upperBound)
        // If a quote is never closed, use the first colon.
        ?? ContentLineRanges.first(UInt8(ascii: ":"), in: text, within: nameEnd..<line.upperBound)
    else { return nil }
    if colon > nameEnd, property?.form == .parameters,
      let last = (colon..<line.upperBound).last(where: { text[$0] == UInt8(ascii: ":") }),
      last > colon, last + 1 < line.upperBound, text[last + 1].isDigit,
      !ContentLineRanges.isTimeWithColons(text, at: colon + 1..<line.upperBound)
    {
      // Some writers don't quote a TZID that contains a colon, such as (GMT+01:00) Amsterdam.
      colon = last
    }
    start = line.lowerBound
    self.nameEnd = nameEnd
    self.colon = colon
    end = line.upperBound
  }

  private static func first(_ byte: UInt8, in text: Span<UInt8>, within range: Range<Int>) -> Int? {
    let index = text.firstIndex(of: byte, in: range)
    return index < range.upperBound ? index : nil
  }

  /// The first colon outside of quotes; nil if there is none.
  static func colon(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
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

  /// Whether a value begins with a year, so that later colons belong to a time in ISO 8601 format.
  private static func isTimeWithColons(_ text: Span<UInt8>, at value: Range<Int>) -> Bool {
    value.count >= 4 && value.prefix(4).allSatisfy { text[$0].isDigit }
  }
}
