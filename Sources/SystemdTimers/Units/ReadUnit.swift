import TextSafety

/// A parsed unit file of an installation, written by any version of the program.
package struct ReadUnit: Hashable, Sendable {
  private var values: [String: [String]] = [:]

  /// Parses a unit file.
  ///
  /// - Parameter text: The content of the file. Lines that are not directives are ignored.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[String(line[..<equals]), default: []].append(
        String(line[line.index(after: equals)...]))
    }
  }

  /// The lines of a timer; nil if one of them cannot be parsed.
  package var expressions: [CalendarExpression]? {
    let lines = values[UnitDirective.onCalendar.rawValue] ?? []
    let expressions = lines.compactMap { try? CalendarExpression(parsing: $0) }
    return expressions.count == lines.count ? expressions : nil
  }

  /// The text in the quotation marks of the description, which is the title of a reminder.
  package var quotedTitle: String? {
    guard let description = values[UnitDirective.description.rawValue]?.first,
      let start = description.firstIndex(of: "“"), let end = description.lastIndex(of: "”"),
      start < end
    else { return nil }
    var title = ""
    var isHalf = false
    // `%%` is an escaped percent sign.
    for character in description[description.index(after: start)..<end] {
      isHalf = character == "%" && !isHalf
      if !isHalf { title.append(character) }
    }
    return title
  }

  /// The program and the arguments of a service; nil if the program did not write the command.
  package var command: (program: String, arguments: [String])? {
    guard let value = values[UnitDirective.execStart.rawValue]?.first,
      var words = CommandWords(value)?.words, let first = words.first, first.hasPrefix(":")
    else { return nil }
    words[0] = String(first.dropFirst())
    if words.starts(with: ["/usr/bin/env", "--"]) { words.removeFirst(2) }
    return words.isEmpty ? nil : (words[0], Array(words.dropFirst()))
  }
}

/// The words of a command that ``UnitValue/command(_:_:)`` wrote.
struct CommandWords {
  /// The unescaped words.
  private(set) var words: [String] = []

  /// Parses a value of `ExecStart=`.
  ///
  /// - Parameter value: The value. The result is nil if the program would not write it.
  init?(_ value: String) {
    var rest = Substring(value).unicodeScalars
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
      } else if first == "\"" {
        rest.removeFirst()
        guard let word = CommandWords.quoted(&rest) else { return nil }
        words.append(word)
      } else {
        let word = rest.prefix { $0 != " " }
        guard word.allSatisfy(UnitValue.isPlain) else { return nil }
        words.append(String(word))
        rest.removeFirst(word.count)
      }
    }
  }

  /// Takes a word up to its closing quotation mark; nil without one.
  private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var word = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(word)
      case "%": if rest.popFirst() != "%" { return nil }
      default: break
      }
      guard let meant = scalar == "\\" ? escaped(&rest) : scalar else { return nil }
      word.append(meant)
    }
    return nil
  }

  /// Takes the rest of an escape sequence after its backslash.
  private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "\\": "\\"
    case "\"": "\""
    case "n": "\n"
    case "t": "\t"
    case "x": byte(&rest)
    case "u": scalar(ofDigits: 4, &rest)
    case "U": scalar(ofDigits: 8, &rest)
    default: nil
    }
  }

  /// Takes the two digits of a byte that is not UTF-8.
  private static func byte(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    let digits = String(rest.prefix(2))
    rest.removeFirst(digits.unicodeScalars.count)
    return UInt8(digits, radix: 16).flatMap(RawByte.scalar)
  }

  private static func scalar(
    ofDigits count: Int, _ rest: inout Substring.UnicodeScalarView
  ) -> Unicode.Scalar? {
    let digits = String(rest.prefix(count))
    rest.removeFirst(min(count, digits.unicodeScalars.count))
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
