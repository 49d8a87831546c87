import TextSafety

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
