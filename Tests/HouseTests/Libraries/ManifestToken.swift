/// A piece of Package.swift: unlike what ``SourceLexer`` keeps of a source, with its texts.
enum ManifestToken: Equatable {
  case word(String)
  case text(String)
  case sign(Character)

  /// The pieces of a manifest, without comments and blanks.
  ///
  /// A text ends at the next quote: no name in a manifest has one in it.
  static func tokens(of manifest: String) -> [ManifestToken] {
    var tokens: [ManifestToken] = []
    for line in manifest.split(separator: "\n") {
      var rest = line[...]
      while let first = rest.first, !rest.hasPrefix("//") {
        if first == "\"" {
          let text = rest.dropFirst().prefix { $0 != "\"" }
          tokens.append(.text(String(text)))
          rest = rest[text.endIndex...].dropFirst()
        } else if first.isLetter {
          let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
          tokens.append(.word(String(word)))
          rest = rest[word.endIndex...]
        } else {
          if !first.isWhitespace { tokens.append(.sign(first)) }
          rest = rest.dropFirst()
        }
      }
    }
    return tokens
  }

  /// Where the bracket that opens at an index is closed; the end where it is not.
  static func end(of tokens: [ManifestToken], from start: Int) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      switch tokens[index] {
      case .sign("("), .sign("["): depth += 1
      case .sign(")"), .sign("]"): depth -= 1
      default: break
      }
      if depth == 0 { return index + 1 }
    }
    return tokens.count
  }
}
