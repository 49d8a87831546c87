internal import CivilTime

/// A content line cut at the places that need no understanding: name, parameters, value.
struct ContentLineParts {
  /// The whole line, unfolded.
  let line: [UInt8]
  /// Where the name ends.
  let nameEnd: Int
  /// What the property is; nil for one that doesn't matter.
  let property: PropertyName?
  /// The parameters one by one, as they stand.
  let parameters: [ArraySlice<UInt8>]
  /// The value as it stands.
  let value: ArraySlice<UInt8>

  /// Cuts an unfolded line; nil where it has no colon.
  init?(_ line: [UInt8]) {
    guard
      let nameEnd = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") })
    else { return nil }
    self.init(line, nameEnd: nameEnd, PropertyName(line.span, in: 0..<nameEnd))
  }

  /// Cuts an unfolded line whose property is known; nil where it has no colon.
  init?(_ line: [UInt8], nameEnd: Int, _ property: PropertyName?) {
    guard
      var colon = ContentLineParts.colon(in: line, from: nameEnd)
        // With a quote that never ends, no colon stands outside of quotes.
        ?? line[nameEnd...].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    if colon > nameEnd, property?.form == .parameters,
      let last = line.lastIndex(of: UInt8(ascii: ":")), last > colon,
      ContentLineParts.isDigit(line, at: last + 1),
      !ContentLineParts.isTimeWithColons(line[(colon + 1)...])
    {
      // Some writers don't quote a TZID such as (GMT+01:00) Amsterdam.
      colon = last
    }
    self.line = line
    self.nameEnd = nameEnd
    self.property = property
    parameters =
      colon > nameEnd ? ContentLineParts.parameters(of: line[(nameEnd + 1)..<colon]) : []
    value = line[(colon + 1)...]
  }

  /// The name in upper case.
  var name: String {
    // Most names stand in the program, so that no string has to be made.
    if let property, property.rawValue.utf8.count == nameEnd { return property.rawValue }
    return String(decoding: line[..<nameEnd].map(\.upperCased), as: UTF8.self)
  }

  private static func colon(in bytes: [UInt8], from start: Int) -> Int? {
    var isQuoted = false
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ":") where !isQuoted: return index
      default: break
      }
    }
    return nil
  }

  private static func isDigit(_ bytes: [UInt8], at index: Int) -> Bool {
    index < bytes.count && bytes[index].isDigit
  }

  /// Whether a value begins as a date does, so that later colons belong to a time of ISO 8601.
  private static func isTimeWithColons(_ value: ArraySlice<UInt8>) -> Bool {
    let start = value.prefix(4)
    return start.count == 4 && start.allSatisfy(\.isDigit)
  }

  /// What stands between the semicolons.
  private static func parameters(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parameters: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ";") where !isQuoted:
        parameters.append(text[start..<index])
        start = index + 1
      default: break
      }
    }
    parameters.append(text[start...])
    return parameters
  }
}
