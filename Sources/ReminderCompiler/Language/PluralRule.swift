/// Which form of a word a language puts beside a number (Unicode CLDR, Language Plural Rules).
///
/// The rules of CLDR for whole numbers, of the languages that there are words in.
package enum PluralRule: Hashable, Sendable {
  /// English and German: `one` beside 1.
  case oneOrOther
  /// French: `one` beside 0 and 1, `many` beside multiples of a million.
  case french
  /// Spanish: `one` beside 1, `many` beside multiples of a million.
  case spanish
  /// Japanese: a word has one form.
  case otherAlone

  /// A form of a word, by CLDR's name.
  package enum Form: Hashable, Sendable {
    /// The singular.
    case one
    /// The plural beside a number that is itself a noun: `un million de rappels`.
    case many
    /// The plural.
    case other
  }

  private static let million = 1_000_000

  /// The form beside a number.
  ///
  /// - Parameter count: The number, 0 or more.
  /// - Returns: The form.
  package func form(of count: Int) -> Form {
    switch self {
    case .oneOrOther: count == 1 ? .one : .other
    case .french where count == 0 || count == 1: .one
    case .spanish where count == 1: .one
    case .french, .spanish: count != 0 && count % PluralRule.million == 0 ? .many : .other
    case .otherAlone: .other
    }
  }
}
