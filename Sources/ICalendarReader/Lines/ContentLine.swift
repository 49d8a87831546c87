/// A content line taken apart at the places that need no understanding: name, parameters, value.
struct ContentLine {
  /// What the line is about.
  let name: PropertyName
  /// The number of its first physical line.
  let number: Int
  /// Its parameters with the semicolon before each, as they stand.
  var parameters: ArraySlice<UInt8>
  /// Its value as it stands.
  var value: ArraySlice<UInt8>

  /// Takes an unfolded line apart; nil where it has no colon.
  init?(_ bytes: [UInt8], name: PropertyName, nameEnd: Int, number: Int) {
    self.name = name
    self.number = number
    guard
      var colon = ContentLine.colon(in: bytes, from: nameEnd)
        // With a quote that never ends, no colon stands outside of quotes.
        ?? bytes[nameEnd...].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    if name.form == .parameters, colon > nameEnd,
      let last = bytes.lastIndex(of: UInt8(ascii: ":")), last > colon,
      ContentLine.isDigit(bytes, at: last + 1),
      !ContentLine.isTimeWithColons(bytes[(colon + 1)...])
    {
      // Some writers don't quote a TZID such as (GMT+01:00) Amsterdam.
      colon = last
    }
    parameters = bytes[nameEnd..<colon]
    value = bytes[(colon + 1)...]
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
}

extension ContentLine {
  /// The parameters that matter, as libical takes them.
  ///
  /// VALUE becomes X-VALUE, so that libical does not judge the value, which stays with us; a TZID
  /// with a colon is put into quotes. Other parameters are left out: a fault in one of them changes
  /// nothing about when something fires.
  var parametersForLibical: [UInt8] {
    var result: [UInt8] = []
    for piece in pieces {
      let text = piece.dropFirst()
      let name = text.prefix { $0 != UInt8(ascii: "=") }
      let packed = PackedName(Array(name), in: 0..<name.count)
      guard ContentLine.names.contains(packed) else { continue }
      let value = text.dropFirst(name.count + 1)
      // Without a name, a TZID says nothing, as if it were not there.
      if value.isEmpty, name.count < text.count { continue }
      result += packed == ContentLine.valueName ? ";X-".utf8 : ";".utf8
      result += name
      if name.count < text.count { result.append(UInt8(ascii: "=")) }
      let needsQuotes = value.first != UInt8(ascii: "\"") && value.contains(UInt8(ascii: ":"))
      if needsQuotes { result.append(UInt8(ascii: "\"")) }
      result += value
      if needsQuotes { result.append(UInt8(ascii: "\"")) }
    }
    return result
  }

  private static let names: Set<PackedName> = [
    PackedName("TZID"), valueName, PackedName("RELATED"), PackedName("RANGE"),
  ]

  private static let valueName = PackedName("VALUE")

  /// The parameters one by one, each with its semicolon.
  private var pieces: [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = parameters.startIndex
    var isQuoted = false
    for index in parameters.indices {
      switch parameters[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ";") where !isQuoted && index > start:
        pieces.append(parameters[start..<index])
        start = index
      default: break
      }
    }
    if start < parameters.endIndex { pieces.append(parameters[start...]) }
    return pieces
  }
}
