/// A content line cut at the places that need no understanding: name, parameters, value.
struct ContentLineParts {
  /// The whole line, unfolded.
  let line: [UInt8]
  /// Where the name ends.
  let nameEnd: Int
  /// The parameters with the semicolon before each, as they stand.
  let parameters: ArraySlice<UInt8>
  /// The value as it stands.
  let value: ArraySlice<UInt8>

  /// Cuts an unfolded line; nil where it has no colon.
  init?(_ line: [UInt8]) {
    guard
      let nameEnd = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }),
      var colon = ContentLineParts.colon(in: line, from: nameEnd)
        // With a quote that never ends, no colon stands outside of quotes.
        ?? line[nameEnd...].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    if colon > nameEnd,
      let last = line.lastIndex(of: UInt8(ascii: ":")), last > colon,
      ContentLineParts.isDigit(line, at: last + 1),
      !ContentLineParts.isTimeWithColons(line[(colon + 1)...]),
      PropertyName(line, in: 0..<nameEnd)?.form == .parameters
    {
      // Some writers don't quote a TZID such as (GMT+01:00) Amsterdam.
      colon = last
    }
    self.line = line
    self.nameEnd = nameEnd
    parameters = line[nameEnd..<colon]
    value = line[(colon + 1)...]
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
    index < bytes.count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
  }

  /// Whether a value begins as a date does, so that later colons belong to a time of ISO 8601.
  private static func isTimeWithColons(_ value: ArraySlice<UInt8>) -> Bool {
    let start = value.prefix(4)
    return start.count == 4
      && start.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// What the property is; nil for one that doesn't matter.
  var propertyName: PropertyName? { PropertyName(line, in: 0..<nameEnd) }

  /// The parameters one by one, each without its semicolon.
  var eachParameter: [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    guard !parameters.isEmpty else { return pieces }
    var start = parameters.startIndex + 1
    var isQuoted = false
    for index in start..<parameters.endIndex {
      switch parameters[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ";") where !isQuoted:
        pieces.append(parameters[start..<index])
        start = index + 1
      default: break
      }
    }
    pieces.append(parameters[start...])
    return pieces
  }
}
