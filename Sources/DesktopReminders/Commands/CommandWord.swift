/// A word of a command, with places for what a fire brings.
struct CommandWord: Hashable {
  /// A piece of a word.
  enum Part: Hashable {
    /// What stands there as it is.
    case text(String)
    /// What is put in.
    case placeholder(CommandTemplate.Placeholder)
  }

  /// The pieces, no two texts side by side.
  private(set) var parts: [Part] = []

  /// Reads a word; a brace that is meant as one is written twice.
  ///
  /// - Parameter text: The word, without what quoted it.
  /// - Throws: Why its braces mean nothing.
  init(_ text: String) throws(CommandTemplate.Fault) {
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      append(rest[..<brace])
      let next = rest.index(after: brace)
      if next < rest.endIndex, rest[next] == rest[brace] {
        append(rest[brace...brace])
        rest = rest[rest.index(after: next)...]
        continue
      }
      guard rest[brace] == "{" else { throw .unopened }
      guard let end = rest[next...].firstIndex(of: "}") else { throw .unclosed }
      let name = String(rest[next..<end])
      guard !name.contains("{") else { throw .unclosed }
      guard let placeholder = CommandTemplate.Placeholder(rawValue: name) else {
        throw .unknown(name)
      }
      parts.append(.placeholder(placeholder))
      rest = rest[rest.index(after: end)...]
    }
    append(rest)
  }

  private mutating func append(_ text: Substring) {
    guard !text.isEmpty else { return }
    if case .text(let before)? = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(.text(String(text)))
    }
  }

  /// The text of a word without places; nil for one that has some.
  var text: String? {
    switch parts.first {
    case nil: ""
    case .text(let text) where parts.count == 1: text
    default: nil
    }
  }

  /// The word with its places filled, so that no value makes an option or a path of it.
  func filled(_ value: (CommandTemplate.Placeholder) -> String) -> String {
    var argument = ""
    var hasSlash = false
    for part in parts {
      switch part {
      case .text(let text):
        argument += text
        hasSlash = hasSlash || text.unicodeScalars.contains("/")
      case .placeholder(let placeholder):
        // In a path a value is one name at most, and not the folder above. A link is one of a few
        // schemes, so that it leads nowhere.
        var text = value(placeholder)
        if hasSlash, placeholder != .url { text.replaceSlashes() }
        // Behind an option's sign or name, too, a value can be a file's name: `-d@…`, `a=<…`.
        if !argument.isEmpty, !argument.hasSuffix(" ") { text.separateSign() }
        argument += text
      }
    }
    // A value that is empty leaves what follows it to begin the word.
    if case .placeholder? = parts.first { argument.separateSign() }
    return argument
  }
}

extension String {
  /// Puts a blank before a text that begins with neither a letter nor a digit.
  fileprivate mutating func separateSign() {
    guard let first = unicodeScalars.first, first != " ", !first.isLetterOrDigit else { return }
    self = " " + self
  }

  /// Puts a slash that only looks like one for each slash.
  fileprivate mutating func replaceSlashes() {
    var replaced = UnicodeScalarView()
    for scalar in unicodeScalars { replaced.append(scalar == "/" ? "\u{2215}" : scalar) }
    self = String(replaced)
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter or a decimal digit, of any script.
  fileprivate var isLetterOrDigit: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: false
    }
  }
}

/// The words of a command line as a shell tells them apart, with nothing expanded.
///
/// Quotation marks and backslashes mean what they do in POSIX (Shell Command Language, 2.2); all
/// else that a shell acts upon, such as `$`, `*`, `|` and `#`, is text.
struct ShellWords: Hashable {
  /// The words, without what quoted them.
  private(set) var words: [String] = []
  /// What stands behind the first word, as it is written.
  private(set) var rest: Substring = ""

  /// Reads words.
  ///
  /// - Parameter text: The command line.
  /// - Throws: Why it has none.
  init(_ text: String) throws(CommandTemplate.Fault) {
    var scalars = text.unicodeScalars[...]
    while true {
      scalars = scalars.drop(while: ShellWords.isBlank)
      guard !scalars.isEmpty else { return }
      guard let word = try ShellWords.word(&scalars) else { continue }
      words.append(word)
      if words.count == 1 { rest = Substring(scalars) }
    }
  }

  /// A word that reads back as a text.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "%+,-./:=@_{}".utf8.contains(byte)
      }
    }
    guard text.isEmpty || !isPlain else { return text }
    var quoted = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      // A quotation mark can't stand between such marks, but behind a backslash outside of them.
      quoted.append(
        contentsOf: scalar == "'" ? "'\\''".unicodeScalars : String(scalar).unicodeScalars)
    }
    quoted.append("'")
    return String(quoted)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n"
  }

  /// Takes the first word; nil where there is but the end of a line that goes on in the next one.
  private static func word(
    _ scalars: inout Substring.UnicodeScalarView
  ) throws(CommandTemplate.Fault) -> String? {
    var word = String.UnicodeScalarView()
    var isWord = false
    while let scalar = scalars.first, !isBlank(scalar) {
      scalars.removeFirst()
      let isLineEnd = scalar == "\\" && scalars.first == "\n"
      isWord = isWord || !isLineEnd
      switch scalar {
      case "'":
        guard let end = scalars.firstIndex(of: "'") else { throw .unclosedQuote }
        word.append(contentsOf: scalars[..<end])
        scalars = scalars[scalars.index(after: end)...]
      case "\"": try quotedPart(&scalars, into: &word)
      case "\\":
        guard let escaped = scalars.popFirst() else { throw .nothingEscaped }
        if !isLineEnd { word.append(escaped) }
      default: word.append(scalar)
      }
    }
    return isWord ? String(word) : nil
  }

  /// Takes what stands between double quotation marks, with the second of them.
  private static func quotedPart(
    _ scalars: inout Substring.UnicodeScalarView, into word: inout String.UnicodeScalarView
  ) throws(CommandTemplate.Fault) {
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"": return
      case "\\":
        guard let escaped = scalars.popFirst() else { throw .unclosedQuote }
        switch escaped {
        case "\n": break
        case "\"", "\\", "$", "`": word.append(escaped)
        // A backslash before anything else stands for itself.
        default: word.append(contentsOf: ["\\", escaped])
        }
      default: word.append(scalar)
      }
    }
    throw .unclosedQuote
  }
}
