package import ICalendarReader

/// What libical 3.0.16 misreads in a line's parameters without a sign that it did.
///
/// What it drops or marks as an error needs no list here: that is seen in its answer.
package enum LibicalFault: CaseIterable, Sendable {
  /// A backslash takes the meaning of the quote, colon or semicolon behind it; parameters have no
  /// escapes (RFC 5545, 3.1).
  case backslash
  /// A quote within a value or behind one that has ended hides what follows.
  case strayQuote
  /// An empty parameter becomes one with the next, whose name then begins with a semicolon.
  case emptyParameter
  /// A blank between the semicolon and the name is forgiven, so that the parameter counts.
  case blankBeforeName
  /// A colon outside of quotes ends the parameters, but for a TZID, which goes on to the last colon
  /// of the line and begins with whatever stands before it.
  case unquotedColon
  /// A parameter without a value says that its value is empty; it says nothing.
  case emptyValue

  /// Whether a line is one that libical misreads.
  package static func anyApplies(to line: ContentLineParts) -> Bool {
    line.hasParameters && all.contains { $0.applies(to: line) }
  }

  /// Asked for each line: the list that the language makes is a new one each time.
  private static let all = allCases

  /// Whether a line is one that libical misreads so.
  package func applies(to line: ContentLineParts) -> Bool {
    switch self {
    case .backslash: line.parameters.contains { $0.contains(UInt8(ascii: "\\")) }
    case .strayQuote: line.parameters.contains(where: LibicalFault.hasStrayQuote)
    case .emptyParameter: line.parameters.contains(where: \.isEmpty)
    case .blankBeforeName: line.parameters.contains { $0.first?.isSpace == true }
    case .unquotedColon:
      line.parameters.contains(where: LibicalFault.hasUnquotedColon)
        || line.value.contains(UInt8(ascii: ":"))
          && line.parameters.contains(where: LibicalFault.isZone)
    case .emptyValue:
      line.parameters.contains { $0.firstIndex(of: UInt8(ascii: "=")) == $0.endIndex - 1 }
    }
  }

  /// Whether a parameter is a TZID with an equals sign.
  private static func isZone(_ parameter: ArraySlice<UInt8>) -> Bool {
    parameter.starts(with: "TZID=".utf8) { $0.upperCased == $1 }
  }

  /// Whether quotes stand elsewhere than around a whole value.
  private static func hasStrayQuote(_ parameter: ArraySlice<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard let first = parameter.firstIndex(of: quote) else { return false }
    guard first > parameter.startIndex, parameter[first - 1] == UInt8(ascii: "="),
      parameter[..<first].firstIndex(of: UInt8(ascii: "=")) == first - 1
    else { return true }
    return parameter[(first + 1)...].firstIndex(of: quote) != parameter.endIndex - 1
  }

  private static func hasUnquotedColon(_ parameter: ArraySlice<UInt8>) -> Bool {
    var isQuoted = false
    for byte in parameter {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return true }
    }
    return false
  }
}
