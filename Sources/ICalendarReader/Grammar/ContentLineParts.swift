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
    guard let places = LinePlaces(text, line: line.indices, nameEnd: nameEnd, property) else {
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
