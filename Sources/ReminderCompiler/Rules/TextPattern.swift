/// A pattern for whole texts in which `*` stands for any text and `?` for any one character.
///
/// Upper and lower case are the same, and so are the ways in which Unicode writes a character.
/// Blanks at both ends don't matter, neither of the pattern nor of the text.
struct TextPattern: Hashable, Sendable {
  private let characters: [Character]

  /// Makes a pattern of its text.
  init(_ text: String) {
    characters = Array(text.trimmingBlanks.lowercased())
  }

  /// Whether nothing is left of the pattern, so that it would match absent texts.
  var isEmpty: Bool { characters.isEmpty }

  /// The pattern's text, in lower case.
  var text: String { String(characters) }

  /// The one text that matches, in lower case; nil where several do.
  var literal: String? { characters.contains { $0 == "*" || $0 == "?" } ? nil : text }

  /// The most characters of a text that are looked at: more than anybody reads of a title.
  private static let longestText = 10_000

  /// Whether a whole text matches.
  ///
  /// Of several `*` only the last one passed can have to take more: the time is at most the product
  /// of the two lengths.
  func matches(_ text: String) -> Bool {
    let text = Array(text.trimmingBlanks.prefix(TextPattern.longestText).lowercased())
    var (position, index) = (0, 0)
    var retry: (position: Int, index: Int)?
    while position < text.count {
      if index < characters.count, characters[index] == "*" {
        retry = (position, index)
        index += 1
      } else if index < characters.count,
        characters[index] == "?" || characters[index] == text[position]
      {
        position += 1
        index += 1
      } else if let last = retry {
        retry = (last.position + 1, last.index)
        (position, index) = (last.position + 1, last.index + 1)
      } else {
        return false
      }
    }
    return characters[index...].allSatisfy { $0 == "*" }
  }
}

extension StringProtocol {
  /// The text without blanks and line ends before and behind it.
  fileprivate var trimmingBlanks: SubSequence {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
    return self[...last].drop(while: \.isWhitespace)
  }
}
