/// A property that matters, as its line stands.
struct SourceProperty {
  /// What the property is.
  let name: PropertyName
  /// The line in which it begins.
  let line: Int
  /// Its content line, unfolded and cut.
  let parts: ContentLineParts

  /// The value's bytes as they stand, without blanks around them.
  var bytes: ArraySlice<UInt8> { parts.value.trimmed(where: \.isBlank) }

  /// The value as it stands, without blanks around it.
  var value: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the value is nothing or blanks.
  var isEmpty: Bool { parts.value.allSatisfy(\.isBlank) }

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
