package import ICalendarReader

/// What libical 3.0.16 misreads in a value of type TEXT without a sign that it did.
package enum LibicalTextFault: CaseIterable, Sendable {
  /// An escape that the RFC doesn't have becomes a blank; the character itself is meant.
  case undefinedEscape
  /// A comma behind an escaped backslash, or three bytes behind a backslash, ends no element.
  case commaNearBackslash
  /// Quotes in a list hide commas; a TEXT has no quotes.
  case quoteInList
  /// An empty element becomes a comma of the next one.
  case emptyElement
  /// A list ends after 500 elements, blank ones counted too.
  case longList

  /// Whether a value is one that libical misreads.
  package static func anyApplies(to line: ContentLineParts) -> Bool {
    // Most texts are neither.
    guard line.isTextList || line.value.contains(backslash) else { return false }
    return all.contains { $0.applies(to: line) }
  }

  /// Asked for many lines: the list that the language makes is a new one each time.
  private static let all = allCases

  /// Whether a value is one that libical misreads so.
  package func applies(to line: ContentLineParts) -> Bool {
    let value = line.value
    switch self {
    case .undefinedEscape: return LibicalTextFault.hasUndefinedEscape(value)
    case .commaNearBackslash:
      return line.isTextList && LibicalTextFault.hasCommaNearBackslash(value)
    case .quoteInList: return line.isTextList && value.contains(UInt8(ascii: "\""))
    case .emptyElement:
      guard line.isTextList else { return false }
      return value.first == LibicalTextFault.comma
        || zip(value, value.dropFirst()).contains {
          $0 == LibicalTextFault.comma && $1 == LibicalTextFault.comma
        }
    case .longList:
      return line.isTextList && value.count { $0 == LibicalTextFault.comma } >= 500
    }
  }

  private static let comma = UInt8(ascii: ",")
  private static let backslash = UInt8(ascii: "\\")
  /// What libical knows behind a backslash.
  private static let escapes = Array("\\;,\"nNtTrRbBfF".utf8)

  private static func hasUndefinedEscape(_ value: ArraySlice<UInt8>) -> Bool {
    var isEscaped = false
    for byte in value {
      if isEscaped {
        if !escapes.contains(byte) { return true }
        isEscaped = false
      } else {
        isEscaped = byte == backslash
      }
    }
    return false
  }

  private static func hasCommaNearBackslash(_ value: ArraySlice<UInt8>) -> Bool {
    value.indices.contains { index in
      guard value[index] == comma else { return false }
      let place = index - value.startIndex
      return place >= 3 && value[index - 3] == backslash
        || place >= 2 && value[index - 1] == backslash && value[index - 2] == backslash
    }
  }
}
