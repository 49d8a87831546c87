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
