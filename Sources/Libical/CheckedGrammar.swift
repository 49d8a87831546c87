package import ICalendarReader

/// The grammar of the program's reader.
///
/// It parses lines that follow RFC 5545 with libical, and all others with `SwiftGrammar`.
///
/// - libical parses parameters and values of type TEXT. Other types are parsed in Swift, because
///   libical rewrites their values and drops those that it cannot parse.
/// - libical silently misreads many lines that break RFC 5545, such as one with an unquoted colon
///   in a TZID. `SwiftGrammar` parses these, and lines that libical drops or marks as damaged.
package final class CheckedGrammar: ContentLineGrammar {
  private let libical = LibicalGrammar()
  private let own = SwiftGrammar()

  /// Makes a grammar with its own parser.
  package init() {}

  /// Parses the parameters of a line; nil if they are not valid.
  package func parameters(_ parts: ContentLineParts) -> LineParameters? {
    guard parts.hasParameters else { return LineParameters() }
    guard parts.hasStandardParameters, let answer = libical.read(parts.line),
      answer.name == parts.name
    else { return own.parameters(parts) }
    return answer.parameters
  }

  /// Parses the texts of a value of type TEXT that is not empty.
  package func texts(_ parts: ContentLineParts) -> [String] {
    // Omit the parameters: they do not affect the text, and libical may fail on them.
    let line = Array(parts.name.utf8) + ":".utf8 + parts.value
    guard parts.hasStandardText, let answer = libical.readText(line[...]),
      answer.name == parts.name
    else { return own.texts(parts) }
    return answer.texts
  }
}

extension ContentLineParts {
  /// Whether all parameters are NAME=VALUE or NAME="VALUE" without a backslash (RFC 5545, 3.1).
  ///
  /// libical extends a TZID to the last colon of the line, so the value must not contain a colon.
  package var hasStandardParameters: Bool {
    let special = Array("\\\":".utf8)
    return !value.contains(UInt8(ascii: ":"))
      && parameters.allSatisfy { parameter in
        guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
          parameter.first?.isSpace == false
        else { return false }
        let (name, value) = (parameter[..<equals], parameter[(equals + 1)...])
        let isQuoted =
          value.count > 1 && value.first == UInt8(ascii: "\"") && value.last == value.first
        let text = isQuoted ? value.dropFirst().dropLast() : value
        return !name.isEmpty && !text.isEmpty && !name.contains(where: special.contains)
          && !text.contains { special.prefix(isQuoted ? 2 : 3).contains($0) }
      }
  }

  /// Whether a text has only the escapes of RFC 5545 (3.3.11).
  ///
  /// A list must have one item, without escapes or quotes.
  package var hasStandardText: Bool {
    guard !isTextList else { return !value.contains(where: Array("\\\",".utf8).contains) }
    var isEscaped = false
    for byte in value {
      if isEscaped, !"\\;,nN".utf8.contains(byte) { return false }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return true
  }
}
