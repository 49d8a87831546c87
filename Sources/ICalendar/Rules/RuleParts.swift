import CivilTime

/// The parts of a recurrence rule by their names: a text cut at semicolons and equals signs.
struct RuleParts {
  /// The names that RFC 5545 and RFC 7529 know.
  enum Name: String, CaseIterable {
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case weekStart = "WKST"
    case calendar = "RSCALE"
    case skip = "SKIP"
    case seconds = "BYSECOND"
    case minutes = "BYMINUTE"
    case hours = "BYHOUR"
    case weekdays = "BYDAY"
    case daysOfTheMonth = "BYMONTHDAY"
    case daysOfTheYear = "BYYEARDAY"
    case weeks = "BYWEEKNO"
    case months = "BYMONTH"
    case setPositions = "BYSETPOS"
  }

  /// The text in upper case, without blanks.
  private let text: [UInt8]
  /// The values in ``text``; a rule has three or four of them.
  private var values: [(name: Name, range: Range<Int>)] = []

  /// Cuts a text.
  init(_ text: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
    self.text = RuleParts.plain(text)
    var start = 0
    while start < self.text.count {
      let end = self.text[start...].firstIndex(of: UInt8(ascii: ";")) ?? self.text.count
      if start < end { try take(start..<end) }
      start = end + 1
    }
  }

  /// Takes up a part that is not empty.
  private mutating func take(_ range: Range<Int>) throws(RecurrenceRuleError) {
    let part = text[range]
    guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
      throw .notAPart(String(decoding: part, as: UTF8.self))
    }
    guard let name = Name(text[range.lowerBound..<equals]) else {
      throw .unknownPart(String(decoding: text[range.lowerBound..<equals], as: UTF8.self))
    }
    let value = equals + 1..<range.upperBound
    if value.isEmpty, name != .frequency { return }
    guard self[name] == nil else { throw .repeatedPart(name.rawValue) }
    values.append((name, value))
  }

  /// The value of a part; nil for one that isn't there.
  subscript(name: Name) -> ArraySlice<UInt8>? {
    for value in values where value.name == name { return text[value.range] }
    return nil
  }

  /// Whether a part that selects days or times is there.
  func has(_ part: RulePart) -> Bool { values.contains { $0.name.rawValue == part.rawValue } }

  /// A text in upper case, without blanks.
  private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    for byte in text {
      switch byte {
      case 0x20, 0x09...0x0D: break
      case UInt8(ascii: "a")...UInt8(ascii: "z"): plain.append(byte & 0xDF)
      case 0x80...: return plainUnicode(text)
      default: plain.append(byte)
      }
    }
    return plain
  }

  /// The same for a text with other letters, whose blanks and capitals Unicode knows.
  private static func plainUnicode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: text, as: UTF8.self)
    return Array(text.filter { !$0.isWhitespace }.uppercased().utf8)
  }
}

extension RuleParts.Name {
  /// Reads a name in upper case.
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard let name = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else {
      return nil
    }
    self = name
  }
}
