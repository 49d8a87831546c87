import ICalendar

/// Which components an option is about: `CATEGORIES:medication`.
struct ComponentRule: Hashable, Sendable {
  /// What of a component is looked at.
  enum Property: String, CaseIterable {
    case uid = "UID"
    case categories = "CATEGORIES"
    case calendarName = "X-WR-CALNAME"
    case summary = "SUMMARY"
  }

  /// What is held against a component.
  private enum Condition: Hashable, Sendable {
    /// A property matches a pattern.
    case pattern(Property, TextPattern)
    /// UID is one of these, byte by byte.
    case uids(Set<[UInt8]>)
  }

  private let condition: Condition

  /// The longest pattern, in characters: longer than any title that somebody types.
  private static let longestPattern = 1_000

  /// Reads a rule; nil for anything else.
  ///
  /// - Parameter text: `PROPERTY:PATTERN`. In the pattern `*` is any text and `?` any character;
  ///   upper and lower case are the same, and the whole text has to match. Or `UIDS:` and UIDs as
  ///   they are, separated by commas, all else than letters and digits percent-encoded.
  init?(_ text: some StringProtocol) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let pattern = text[text.index(after: colon)...]
    if text[..<colon].uppercased() == ComponentRule.listName {
      guard let uids = UIDList.uids(String(pattern)) else { return nil }
      condition = .uids(uids)
      return
    }
    guard let property = Property(rawValue: text[..<colon].uppercased()), !pattern.isEmpty,
      pattern.count <= ComponentRule.longestPattern
    else { return nil }
    condition = .pattern(property, TextPattern(String(pattern)))
  }

  /// What a list of UIDs begins with.
  private static let listName = "UIDS"

  /// Makes a rule about components with certain UIDs, in which no character stands for others.
  init(uids: some Sequence<String>) {
    condition = .uids(Set(uids.map { Array($0.utf8) }))
  }

  /// The rule's text, its pattern in lower case.
  var text: String {
    switch condition {
    case .pattern(let property, let pattern): "\(property.rawValue):\(pattern.text)"
    case .uids(let uids): "\(ComponentRule.listName):\(UIDList.text(uids))"
    }
  }

  /// Whether the rule is about a component.
  func matches(_ component: CalendarComponent) -> Bool {
    switch condition {
    case .uids(let uids): uids.contains(Array(component.uid.utf8))
    case .pattern(.uid, let pattern): pattern.matches(component.uid)
    case .pattern(.categories, let pattern): component.categories.contains(where: pattern.matches)
    case .pattern(.calendarName, let pattern): pattern.matches(component.calendarName)
    case .pattern(.summary, let pattern): pattern.matches(component.title)
    }
  }

  /// Cuts a value from the rule that stands with it.
  ///
  /// - Parameter text: `VALUE=RULE`, or `RULE=VALUE`, or a value alone.
  /// - Returns: The value, and the rule where there is one.
  static func cut(_ text: String) -> (value: Substring, rule: ComponentRule?) {
    // The last equals sign behind which there is a rule, for a value may have some of its own.
    for equals in text.indices.reversed() where text[equals] == "=" {
      if let rule = ComponentRule(text[text.index(after: equals)...]) {
        return (text[..<equals], rule)
      }
    }
    if let equals = text.firstIndex(of: "="), let rule = ComponentRule(text[..<equals]) {
      return (text[text.index(after: equals)...], rule)
    }
    return (text[...], nil)
  }
}
