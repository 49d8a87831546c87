/// A pattern for whole texts in which `*` stands for any text and `?` for any one character.
///
/// Upper and lower case are the same, and so are the ways in which Unicode writes a character.
struct TextPattern: Hashable, Sendable {
  private let characters: [Character]

  /// Makes a pattern of its text.
  init(_ text: String) {
    characters = Array(text.lowercased())
  }

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
    let text = Array(text.prefix(TextPattern.longestText).lowercased())
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
