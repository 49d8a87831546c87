/// A word or a sign of Swift source, outside comments and the text of literals.
struct SourceToken: Equatable {
  let text: String
  /// The line in which it stands, from 1.
  let line: Int

  /// Whether it is a word: a name or a keyword.
  var isWord: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
}
