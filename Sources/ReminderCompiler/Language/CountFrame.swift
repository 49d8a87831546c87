/// Words with a gap for a number, in the forms that a language has for numbers.
package struct CountFrame: Hashable, Sendable {
  /// Which form stands beside which number.
  package let rule: PluralRule
  /// The singular; nil where the language has none.
  package let one: WordFrame?
  /// What stands beside millions; nil where the language has nothing of its own there.
  package let many: WordFrame?
  /// The plural.
  package let other: WordFrame

  /// Makes a frame of its words.
  ///
  /// - Parameters:
  ///   - rule: Which form stands beside which number.
  ///   - one: The singular; nil where the rule has none.
  ///   - many: What stands beside millions; nil where the rule has none.
  ///   - other: The plural.
  package init(
    _ rule: PluralRule, one: WordFrame? = nil, many: WordFrame? = nil, other: WordFrame
  ) {
    self.rule = rule
    self.one = one
    self.many = many
    self.other = other
  }

  /// The words around a number, in the form that stands beside it.
  ///
  /// - Parameters:
  ///   - text: The number as the language writes it.
  ///   - count: The number, 0 or more.
  /// - Returns: The words.
  package func around(_ text: String, count: Int) -> String {
    let frame =
      switch rule.form(of: count) {
      case .one: one ?? other
      case .many: many ?? other
      case .other: other
      }
    return frame.around(text)
  }
}
