/// A property that matters, as the grammar reads its line.
struct SourceProperty {
  /// What the property is.
  var name: PropertyName
  /// The line in which it begins.
  var line: Int
  /// The value as it stands, unfolded, without blanks around it.
  var value: String
  /// The parameters.
  var parameters: ContentLine.Parameters
  /// The texts of the value, unescaped: one, or several for a list.
  var texts: [String]
  /// Whether the parameters can't be read.
  var isDamaged: Bool

  init(name: PropertyName, line: Int, _ content: ContentLine) {
    self.name = name
    self.line = line
    value = content.value
    parameters = content.parameters
    texts = content.texts
    isDamaged = content.isDamaged
  }

  /// The text of the value; the source text where it is of another type than TEXT.
  var text: String { texts.first ?? value }

  /// The longest piece of a value that a diagnostic quotes, in characters.
  private static let longestExcerpt = 60

  /// The value as a diagnostic quotes it.
  var excerpt: String { SourceProperty.excerpt(value) }

  /// A piece of a value as a diagnostic quotes it: short, and without what moves a cursor.
  static func excerpt(_ text: some StringProtocol) -> String {
    let scalars = text.unicodeScalars.prefix(longestExcerpt + 1)
    var excerpt = String(String.UnicodeScalarView(scalars.prefix(longestExcerpt)))
    if scalars.count > longestExcerpt { excerpt += "…" }
    return String(
      String.UnicodeScalarView(
        excerpt.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}

extension [SourceProperty] {
  /// The first property of a name.
  func first(named name: PropertyName) -> SourceProperty? {
    // By index: a loop over elements would copy the strings of each.
    for index in indices where self[index].name == name { return self[index] }
    return nil
  }
}
