import CivilTime
public import ICalendar

/// A condition on components and alarms: `CATEGORIES:work && !SUMMARY:*stand-up*`.
///
/// With `standUp` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// let rule = ReminderRule("SUMMARY:stand* && !KIND:all-day")!
/// print(rule.matches(standUp), rule)  // true SUMMARY:stand* && !KIND:all-day
/// ```
public struct ReminderRule: Hashable, Sendable {
  private let terms: [RuleTerm]

  private static let conjunction = " && "

  /// Parses a rule.
  ///
  /// - Parameter text: Terms separated by ` && `, each `PROPERTY:PATTERN` or its negation
  ///   `!PROPERTY:PATTERN`. The property is `UID`, `SUMMARY`, `LOCATION`, `CATEGORIES`,
  ///   `X-WR-CALNAME` (or `NAME`), `FILE`, `CLASS`, `STATUS`, `TRANSP`, `PRIORITY`, `ORGANIZER`,
  ///   `ATTENDEE`, `PARTSTAT`, `KIND` or `ACTION`. In the pattern, `*` matches any text and `?` any
  ///   character. Matching ignores case and compares the whole text. The result is nil for other
  ///   texts.
  public init?(_ text: some StringProtocol) {
    var terms: [RuleTerm] = []
    for part in Substring(text).split(
      separator: ReminderRule.conjunction, omittingEmptySubsequences: false)
    {
      guard let term = RuleTerm(part) else { return nil }
      terms.append(term)
    }
    self.terms = terms
  }

  /// Returns the fault of a text that looks like a rule: a pattern that is too long; nil if none is
  /// found.
  ///
  /// - Parameter text: A rule, optionally after a value and an equals sign.
  /// - Returns: The reason.
  package static func fault(of text: String) -> String? {
    let isTooLong = text.split(separator: conjunction).contains { part in
      guard let colon = part.firstIndex(of: ":") else { return false }
      let name = part[..<colon].split(whereSeparator: { "=!".contains($0) }).last ?? ""
      return RuleProperty(name: name) != nil
        && part[colon...].dropFirst().count > CompilerOptions.longestText
    }
    return isTooLong ? "a pattern has more than \(CompilerOptions.longestText) characters" : nil
  }

  init(uids: some Sequence<String>) {
    terms = [RuleTerm(uids: uids)]
  }

  /// Returns whether the rule matches a component, or an alarm of it.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - alarm: The alarm; if it is nil, `ACTION` has no value.
  ///   - addresses: The user's addresses. `PARTSTAT` is the answer of these addresses to
  ///     invitations.
  /// - Returns: Whether all terms hold.
  public func matches(
    _ component: CalendarComponent, alarm: Alarm? = nil, reminding addresses: [String] = []
  ) -> Bool {
    matches(component, alarm: alarm, user: UserAddresses(addresses))
  }

  package func matches(_ component: CalendarComponent, alarm: Alarm?, user: UserAddresses)
    -> Bool
  {
    matches(component, user: user) && matches(alarm)
  }

  /// Returns whether all terms about the component hold.
  ///
  /// Terms about alarms are ignored.
  package func matches(_ component: CalendarComponent, user: UserAddresses) -> Bool {
    terms.allSatisfy { $0.property == .action || $0.matches(component, alarm: nil, user: user) }
  }

  /// Returns whether all terms about the alarm hold.
  ///
  /// Without an alarm, `ACTION` has no value.
  package func matches(_ alarm: Alarm?) -> Bool {
    terms.allSatisfy { $0.property != .action || $0.matches(alarm) }
  }

  /// Whether the rule has a term about alarms.
  public var testsAlarms: Bool { tests(.action) }

  /// Whether the rule uses PARTSTAT, which requires an address.
  public var testsParticipation: Bool { tests(.participation) }

  package var testsFile: Bool { tests(.file) }

  /// Whether the rule uses properties that a reader keeps only on request.
  var testsAttributes: Bool { terms.contains { $0.property?.isAttribute ?? false } }

  /// Whether a term selects all-day components: `KIND:all-day` or `KIND:birthday`.
  var isAboutWholeDays: Bool { terms.contains(where: \.namesWholeDays) }

  private func tests(_ property: RuleProperty) -> Bool {
    terms.contains { $0.property == property }
  }

  /// The names of all properties that rules can use.
  public static var propertyNames: [String] { RuleProperty.allCases.map(\.rawValue) }

  /// Returns the reason why the rule cannot match anything; nil if it can.
  func fault(_ user: UserAddresses) -> String? {
    if testsParticipation, user.isEmpty {
      return "PARTSTAT needs your address, and --me is missing"
    }
    return terms.lazy.compactMap(\.fault).first ?? contradiction
  }

  /// A message about two terms that cannot both hold; nil for none.
  private var contradiction: String? {
    for (index, term) in terms.enumerated() {
      if let other = terms[..<index].first(where: { $0.contradicts(term) }) {
        return "\(other.text) and \(term.text) contradict each other"
      }
    }
    return nil
  }

  /// Splits a text into a value and an optional rule after it.
  ///
  /// - Parameter text: `VALUE` or `VALUE=RULE`. The value must not contain an equals sign.
  /// - Returns: The value and the rule; nil if the rule is invalid.
  static func cutFirst(_ text: String) -> (value: String, rule: ReminderRule?)? {
    guard let equals = text.firstIndex(of: "=") else { return (text, nil) }
    guard let rule = ReminderRule(text[text.index(after: equals)...]) else { return nil }
    return (String(text[..<equals]), rule)
  }

  /// Splits a text into a value and an optional rule before or after it.
  ///
  /// - Parameter text: `TEXT=RULE`, `RULE=TEXT` or `TEXT`.
  /// - Returns: The text and the rule; the rule is nil if neither side is one.
  static func cut(_ text: String) -> (value: Substring, rule: ReminderRule?) {
    // Search from the last equals sign, because the text may contain others.
    for equals in text.indices.reversed() where text[equals] == "=" {
      if let rule = ReminderRule(text[text.index(after: equals)...]) {
        return (text[..<equals], rule)
      }
    }
    if let equals = text.firstIndex(of: "="), let rule = ReminderRule(text[..<equals]) {
      return (text[text.index(after: equals)...], rule)
    }
    return (text[...], nil)
  }
}

extension ReminderRule: CodableAsText {
  /// The expected text, for error messages.
  public static let expectation = "a rule such as CATEGORIES:medication"

  /// The text form, which parses back to an equal rule: `CATEGORIES:work && !KIND:all-day`.
  public var description: String {
    terms.map(\.text).joined(separator: ReminderRule.conjunction)
  }
}

/// The user's addresses, which select the PARTSTAT values of attendees.
package struct UserAddresses: Hashable, Sendable {
  private let addresses: [String]

  /// Makes a set of addresses.
  ///
  /// - Parameter addresses: The addresses, with or without `mailto:`. Case is ignored.
  init(_ addresses: some Sequence<String>) {
    self.addresses = addresses.map { CalendarUser($0).address.lowercased() }
  }

  var isEmpty: Bool { addresses.isEmpty }

  package func contains(_ address: String) -> Bool { addresses.contains(address.lowercased()) }
}

/// A value whose JSON form is its text, the same as on the command line.
///
/// ```swift
/// let nags = try JSONDecoder().decode([Nag].self, from: Data(#"["10xPT5M"]"#.utf8))
/// print(nags[0].count, nags[0])  // 10 10xPT5M
/// ```
public protocol CodableAsText: LosslessStringConvertible, Codable {
  /// The expected text.
  ///
  /// Error messages put it after "is not".
  static var expectation: String { get }
}

extension CodableAsText {
  /// Decodes the value from its text; throws if the text is invalid.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(Self.expectation) { Self($0) }
  }

  /// Encodes the value as its text.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
