import ReminderOptions

/// A word of a command, with its placeholders.
struct ArgumentTemplate: Hashable {
  private let template: Template<CommandTemplate.Placeholder>

  /// Reads an unquoted word.
  init(_ text: String) throws(CommandTemplate.FormatError) {
    do throws(TemplateFault) {
      template = try Template(text)
    } catch {
      switch error {
      case .unclosed: throw .unclosed
      case .unopened: throw .unopened
      case .unknown(let name): throw .unknown(name)
      }
    }
  }

  /// The text of a word without placeholders; nil if it has any.
  var text: String? {
    switch template.parts.first {
    case nil: ""
    case .text(let text) where template.parts.count == 1: text
    default: nil
    }
  }

  /// Returns the word with its placeholders filled, so that no value becomes an option or a path.
  func filled(_ value: (CommandTemplate.Placeholder) -> String) -> String {
    var argument = ""
    var hasSlash = false
    for part in template.parts {
      switch part {
      case .text(let text):
        argument += text
        hasSlash = hasSlash || text.unicodeScalars.contains("/")
      case .placeholder(let placeholder):
        // In a path, a value is at most one name and never `..`. A link can keep its slashes: it
        // begins with one of a few schemes.
        var text = value(placeholder)
        if hasSlash, placeholder != .url { text.replaceSlashes() }
        // After an option or a name, a value could also name a file: `-d@…`, `a=<…`.
        if !argument.isEmpty, !argument.hasSuffix(" ") { text.separateSign() }
        argument += text
      }
    }
    // After an empty value, the word begins with the text that follows it.
    if case .placeholder? = template.parts.first { argument.separateSign() }
    return argument
  }
}

extension String {
  /// Inserts a blank before a text that begins with neither a letter nor a digit.
  fileprivate mutating func separateSign() {
    guard let first = unicodeScalars.first, first != " ", !first.isLetterOrDigit else { return }
    self = " " + self
  }

  /// Replaces each slash by U+2215, which looks like one.
  fileprivate mutating func replaceSlashes() {
    var replaced = UnicodeScalarView()
    for scalar in unicodeScalars { replaced.append(scalar == "/" ? "\u{2215}" : scalar) }
    self = String(replaced)
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: false
    }
  }
}

/// The words of a command line, split as in a shell, with nothing expanded.
///
/// Quotation marks and backslashes work as in POSIX (Shell Command Language, 2.2). All other
/// characters that are special to a shell, such as `$`, `*`, `|` and `#`, are text.
struct ShellWords: Hashable {
  /// The words, unquoted.
  private(set) var words: [String] = []
  /// Everything after the first word, as written.
  private(set) var rest: Substring = ""

  init(_ text: String) throws(CommandTemplate.FormatError) {
    var scalars = text.unicodeScalars[...]
    while true {
      scalars = scalars.drop(while: ShellWords.isBlank)
      guard !scalars.isEmpty else { return }
      guard let word = try ShellWords.word(&scalars) else { continue }
      words.append(word)
      if words.count == 1 { rest = Substring(scalars) }
    }
  }

  /// Returns `text` as one word, quoted if necessary.
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
      // A single quotation mark can't be quoted by single quotation marks, so it is escaped outside
      // them.
      quoted.append(
        contentsOf: scalar == "'" ? "'\\''".unicodeScalars : String(scalar).unicodeScalars)
    }
    quoted.append("'")
    return String(quoted)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n"
  }

  /// Removes and returns the first word; nil if there is only an escaped line feed.
  private static func word(
    _ scalars: inout Substring.UnicodeScalarView
  ) throws(CommandTemplate.FormatError) -> String? {
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

  /// Removes the rest of a double-quoted string, including its closing quotation mark.
  private static func quotedPart(
    _ scalars: inout Substring.UnicodeScalarView, into word: inout String.UnicodeScalarView
  ) throws(CommandTemplate.FormatError) {
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"": return
      case "\\":
        guard let escaped = scalars.popFirst() else { throw .unclosedQuote }
        switch escaped {
        case "\n": break
        case "\"", "\\", "$", "`": word.append(escaped)
        // Before any other character, a backslash is literal.
        default: word.append(contentsOf: ["\\", escaped])
        }
      default: word.append(scalar)
      }
    }
    throw .unclosedQuote
  }
}
