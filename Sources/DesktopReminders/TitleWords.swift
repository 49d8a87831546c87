package import CivilTime
import TextSafety

/// Words by which a user names a reminder; all of them are in its title, in any order.
///
/// Case and invisible characters, such as zero-width spaces and soft hyphens, don't matter.
package struct TitleWords: Sendable {
  private let words: [String]
  private let text: String

  /// Makes the words of typed arguments; without words, every title matches.
  package init(_ arguments: [String]) {
    text = TitleWords.plain(arguments.joined(separator: " "))
    words = text.split(separator: " ").map(String.init)
  }

  /// Whether there are no words.
  package var isEmpty: Bool { words.isEmpty }

  /// How a title matches; the best first.
  private enum Rank: Int {
    case wholeTitle, wholeWords, parts
  }

  /// Returns the elements with the best match: first whole titles, then whole words, then parts of
  /// words.
  package func best<Element>(of all: [Element], title: (Element) -> String) -> [Element] {
    let ranked = all.compactMap { element in
      rank(title(element)).map { (element, $0.rawValue) }
    }
    let best = ranked.map(\.1).min()
    return ranked.filter { $0.1 == best }.map(\.0)
  }

  private func rank(_ title: String) -> Rank? {
    let plain = TitleWords.plain(title)
    if words.isEmpty || plain == text { return .wholeTitle }
    let parts = Set(plain.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    let own = words.map { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }
    if own.allSatisfy({ !$0.isEmpty && $0.allSatisfy(parts.contains) }) { return .wholeWords }
    return words.allSatisfy(plain.contains) ? .parts : nil
  }

  /// The text in lower case with single blanks, and without invisible characters.
  package static func plain(_ text: String) -> String {
    text.withoutInvisibles.lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}

extension TimeWords {
  /// Returns the elements whose title has the words.
  ///
  /// If there are none, the last words can be a day, a time or both, which the elements must have.
  ///
  /// - Parameters:
  ///   - words: The typed arguments.
  ///   - all: The elements.
  ///   - title: Returns the title of an element.
  ///   - at: Returns the instant of an element.
  /// - Returns: The elements in their order, and the filter of the last words; nil if all words are
  ///   of the title.
  package func matching<Element>(
    _ words: [String], in all: [Element], title: (Element) -> String, at: (Element) -> Instant
  ) -> (found: [Element], filter: Filter?) {
    let named = TitleWords(words).best(of: all, title: title)
    if !named.isEmpty { return (named, nil) }
    let words = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    for start in words.indices {
      guard let filter = filter(Array(words[start...])) else { continue }
      let timed = all.filter { filter.matches(at($0)) }
      return (TitleWords(Array(words[..<start])).best(of: timed, title: title), filter)
    }
    return ([], nil)
  }
}
