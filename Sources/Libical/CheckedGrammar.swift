package import ICalendarReader

/// The grammar of the program's reader: libical's for lines as RFC 5545 has them, ours for others.
///
/// - libical reads the parameters and the text of a TEXT. Values of other types are parsed by our own
///   types, because libical writes them anew and drops those that it can't parse.
/// - libical misreads many lines that break the RFC without a sign, such as an unquoted colon in a
///   TZID. So `SwiftGrammar` reads these, and lines that libical drops or marks as damaged.
package final class CheckedGrammar: ContentLineGrammar {
  private let libical = LibicalGrammar()
  private let own = SwiftGrammar()

  /// Creates a grammar with a parser of its own.
  package init() {}

  /// The parameters of a line; nil if they can't be read.
  package func parameters(_ parts: ContentLineParts) -> LineParameters? {
    guard parts.hasParameters else { return LineParameters() }
    guard parts.hasStandardParameters, let answer = libical.read(parts.line),
      answer.name == parts.name
    else { return own.parameters(parts) }
    return answer.parameters
  }

  /// The texts of a value of type TEXT that is not empty.
  package func texts(_ parts: ContentLineParts) -> [String] {
    // Without parameters, which say nothing about the text and may spoil the line.
    let line = Array(parts.name.utf8) + ":".utf8 + parts.value
    guard parts.hasStandardText, let answer = libical.readText(line[...]),
      answer.name == parts.name
    else { return own.texts(parts) }
    return answer.texts
  }
}

extension ContentLineParts {
  /// Whether all parameters are NAME=VALUE or NAME="VALUE" (RFC 5545, 3.1), without a backslash.
  ///
  /// libical takes a TZID to go on to the last colon of the line, so the value has no colon either.
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

  /// Whether a text has no other escapes than those of RFC 5545 (3.3.11), and a list has one item
  /// without escapes or quotes.
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
