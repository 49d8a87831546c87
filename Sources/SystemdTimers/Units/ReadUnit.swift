import TextSafety

/// A unit file of ours as it is read back, by whichever version it was written.
package struct ReadUnit: Hashable, Sendable {
  private var values: [String: [String]] = [:]

  /// Reads a unit file.
  ///
  /// - Parameter text: The file's text; what is no directive is passed over.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "=") else { continue }
      values[String(line[..<equals]), default: []].append(
        String(line[line.index(after: equals)...]))
    }
  }

  /// The lines of a timer.
  ///
  /// - Returns: The expressions; nil where a line is none that we write.
  package var expressions: [CalendarExpression]? {
    let lines = values[UnitSection.Key.onCalendar.rawValue] ?? []
    let expressions = lines.compactMap { try? CalendarExpression(parsing: $0) }
    return expressions.count == lines.count ? expressions : nil
  }

  /// The text that the description quotes: the title of a reminder.
  package var quotedTitle: String? {
    guard let description = values[UnitSection.Key.description.rawValue]?.first,
      let start = description.firstIndex(of: "“"), let end = description.lastIndex(of: "”"),
      start < end
    else { return nil }
    var title = ""
    var isHalf = false
    // A percent sign is doubled.
    for character in description[description.index(after: start)..<end] {
      isHalf = character == "%" && !isHalf
      if !isHalf { title.append(character) }
    }
    return title
  }

  /// The program that a service calls, and its arguments; nil where no command of ours is there.
  package var command: (program: String, arguments: [String])? {
    guard let value = values[UnitSection.Key.execStart.rawValue]?.first,
      var words = CommandWords(value)?.words, let first = words.first, first.hasPrefix(":")
    else { return nil }
    words[0] = String(first.dropFirst())
    if words.starts(with: ["/usr/bin/env", "--"]) { words.removeFirst(2) }
    return words.isEmpty ? nil : (words[0], Array(words.dropFirst()))
  }
}

/// The words of a command as ``UnitValue/command(_:_:)`` writes them, read back.
struct CommandWords {
  /// The words, with nothing left of how they were escaped.
  private(set) var words: [String] = []

  /// Reads a value of `ExecStart=`.
  ///
  /// - Parameter value: The value; nil comes of one that we don't write.
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

  /// Takes a word up to its closing quotation mark; nil where there is none.
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

  /// Takes what follows a backslash.
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

  /// Takes the number of a byte that is no UTF-8.
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
