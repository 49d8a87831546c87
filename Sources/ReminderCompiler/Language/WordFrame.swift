/// Words with a gap for a text, written as `in …` or `… ago`.
package struct WordFrame: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What stands before the text.
  package let before: String
  /// What stands behind it.
  package let after: String

  /// Makes a frame of its words.
  ///
  /// - Parameter value: The words, with `…` where the text goes.
  package init(stringLiteral value: String) {
    let halves = value.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    before = String(halves[0])
    after = halves.count == 2 ? String(halves[1]) : ""
  }

  /// The words with a text in their gap.
  package func around(_ text: String) -> String { before + text + after }
}
