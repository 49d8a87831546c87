import CivilTime

extension ExpressionParser {
  /// What a weekday can be called, in lower case; whole names first, since each begins with its
  /// abbreviation.
  static let weekdayNames: [(name: String, day: Weekday)] =
    Weekday.allCases.map { ($0.englishName.lowercased(), $0) }
    + Weekday.allCases.map { ($0.abbreviation.lowercased(), $0) }

  struct Shorthand: Sendable {
    var weekdays: WeekdaySet = []
    var months = ExpressionComponent.every
    var days = ExpressionComponent.every
    var hours: ExpressionComponent = 0
    var minutes: ExpressionComponent = 0
  }

  static let shorthands: [String: Shorthand] = {
    let yearly = Shorthand(months: 1, days: 1)
    let twiceYearly = Shorthand(months: ExpressionComponent([1, 7], of: .month), days: 1)
    // Written out, since systemd prints the list and not a step.
    let quarters = ExpressionComponent(elements: [1, 4, 7, 10].map { .init(start: $0) })
    return [
      "minutely": Shorthand(hours: .every, minutes: .every), "hourly": Shorthand(hours: .every),
      "daily": Shorthand(), "weekly": Shorthand(weekdays: WeekdaySet(.monday)),
      "monthly": Shorthand(days: 1), "quarterly": Shorthand(months: quarters, days: 1),
      "semiannually": twiceYearly, "semi-annually": twiceYearly, "biannually": twiceYearly,
      "bi-annually": twiceYearly, "yearly": yearly, "annually": yearly, "anually": yearly,
    ]
  }()

  /// Whether a word could be a zone's name: it begins with a letter and is no word of the grammar.
  package static func looksLikeZone(_ word: String) -> Bool {
    guard let first = word.utf8.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    let lowercased = word.lowercased()
    return shorthands[lowercased] == nil && !weekdayNames.contains { $0.name == lowercased }
  }
}
