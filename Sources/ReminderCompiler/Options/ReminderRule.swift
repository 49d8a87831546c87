import CivilTime
public import ICalendar

/// Which components and alarms an option is about: `CATEGORIES:work && !SUMMARY:*stand-up*`.
///
/// With `standUp` of the example of ``Compiler``:
///
/// ```swift
/// let rule = ReminderRule("SUMMARY:stand* && !KIND:all-day")!
/// print(rule.matches(standUp), rule)  // true SUMMARY:stand* && !KIND:all-day
/// ```
public struct ReminderRule: Hashable, Sendable {
  /// What has to hold, all of it.
  private let terms: [RuleTerm]

  private static let conjunction = " && "

  /// Reads a rule.
  ///
  /// - Parameter text: Terms with ` && ` between them, each `PROPERTY:PATTERN`, or with `!` before it
  ///   for what doesn't match. The property is `UID`, `SUMMARY`, `LOCATION`, `CATEGORIES`,
  ///   `X-WR-CALNAME` (or `NAME`), `FILE`, `CLASS`, `STATUS`, `TRANSP`, `PRIORITY`, `ORGANIZER`,
  ///   `ATTENDEE`, `PARTSTAT`, `KIND` or `ACTION`. In the pattern `*` is any text and `?` any
  ///   character; upper and lower case are the same, and the whole text has to match. nil for
  ///   anything else.
  public init?(_ text: some StringProtocol) {
    guard let terms = ReminderRule.terms(Substring(text)) else { return nil }
    self.terms = terms
  }

  /// The fault of a text that looks like a rule; nil if no fault is known.
  ///
  /// - Parameter text: A rule, also behind a value and an equals sign.
  /// - Returns: That a pattern is too long.
  package static func fault(of text: String) -> String? {
    let isTooLong = text.split(separator: conjunction).contains { part in
      guard let colon = part.firstIndex(of: ":") else { return false }
      let name = part[..<colon].split(whereSeparator: { "=!".contains($0) }).last ?? ""
      return RuleProperty(name: name) != nil
        && part[colon...].dropFirst().count > CompilerOptions.longestText
    }
    return isTooLong ? "a pattern has more than \(CompilerOptions.longestText) characters" : nil
  }

  private static func terms(_ text: Substring) -> [RuleTerm]? {
    var terms: [RuleTerm] = []
    for part in text.split(separator: conjunction, omittingEmptySubsequences: false) {
      guard let term = RuleTerm(part) else { return nil }
      terms.append(term)
    }
    return terms
  }

  /// Makes a rule about components with certain UIDs, in which no character stands for others.
  init(uids: some Sequence<String>) {
    terms = [RuleTerm(uids: uids)]
  }

  /// Whether the rule is about a component, or about an alarm of it.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - alarm: The alarm; without one `ACTION` has no value.
  ///   - addresses: Those of who is reminded: `PARTSTAT` is what their invitations say.
  /// - Returns: Whether it is.
  public func matches(
    _ component: CalendarComponent, _ alarm: Alarm? = nil, reminding addresses: [String] = []
  ) -> Bool {
    matches(component, alarm, UserAddresses(addresses))
  }

  /// Whether the rule is about a component, or about an alarm of it.
  func matches(_ component: CalendarComponent, _ alarm: Alarm?, _ user: UserAddresses) -> Bool {
    matches(component, user) && matches(alarm)
  }

  /// Whether all holds that the rule says of a component, and not of its alarms.
  func matches(_ component: CalendarComponent, _ user: UserAddresses) -> Bool {
    terms.allSatisfy { $0.property == .action || $0.matches(component, nil, user) }
  }

  /// Whether all holds that the rule says of an alarm itself; without one `ACTION` has no value.
  func matches(_ alarm: Alarm?) -> Bool {
    terms.allSatisfy { $0.property != .action || $0.matches(alarm) }
  }

  /// Whether it is about alarms, and not only about what they stand in.
  public var isAboutAlarms: Bool { asks(for: .action) }

  /// Whether it asks for PARTSTAT, of which there is none without an address.
  public var asksForParticipation: Bool { asks(for: .participation) }

  var asksForFile: Bool { asks(for: .file) }

  /// Whether it asks for what a reader keeps only where it is asked for.
  var asksForAttributes: Bool { terms.contains { $0.property?.isAttribute ?? false } }

  /// Whether a term names all-day components: `KIND:all-day` or `KIND:birthday`.
  var isAboutWholeDays: Bool { terms.contains(where: \.namesWholeDays) }

  private func asks(for property: RuleProperty) -> Bool {
    terms.contains { $0.property == property }
  }

  /// The names of the properties that rules ask for.
  public static var propertyNames: [String] { RuleProperty.allCases.map(\.rawValue) }

  /// Why the rule can't match anything; nil where it can.
  func fault(_ user: UserAddresses) -> String? {
    if asksForParticipation, user.isEmpty {
      return "PARTSTAT is that of an address, and none is given"
    }
    return terms.lazy.compactMap(\.fault).first ?? contradiction
  }

  /// Two terms that nothing satisfies together.
  private var contradiction: String? {
    for (index, term) in terms.enumerated() {
      if let other = terms[..<index].first(where: { $0.contradicts(term) }) {
        return "\(other.text) and \(term.text) contradict each other"
      }
    }
    return nil
  }

  /// Cuts a value from the rule that may stand behind it.
  ///
  /// - Parameter text: `VALUE`, or `VALUE=RULE`, where the value has no equals sign.
  /// - Returns: The value, and the rule where there is one; nil for what is no rule.
  static func cutFirst(_ text: String) -> (value: String, rule: ReminderRule?)? {
    guard let equals = text.firstIndex(of: "=") else { return (text, nil) }
    guard let rule = ReminderRule(text[text.index(after: equals)...]) else { return nil }
    return (String(text[..<equals]), rule)
  }

  /// Cuts a text from the rule that stands with it.
  ///
  /// - Parameter text: `TEXT=RULE`, or `RULE=TEXT`, or a text alone.
  /// - Returns: The text, and the rule where there is one.
  static func cut(_ text: String) -> (value: Substring, rule: ReminderRule?) {
    // The last equals sign behind which there is a rule, for a text may have some of its own.
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
  /// What its text should be.
  public static let expectation = "a rule such as CATEGORIES:medication"

  /// The text that reads back to an equal rule: `CATEGORIES:work && !KIND:all-day`.
  public var description: String {
    terms.map(\.text).joined(separator: ReminderRule.conjunction)
  }
}

/// The addresses of who is reminded, of which PARTSTAT counts.
struct UserAddresses: Hashable, Sendable {
  private let addresses: [String]

  /// Takes addresses, with `mailto:` or without.
  ///
  /// - Parameter addresses: The addresses; upper and lower case are the same.
  init(_ addresses: some Sequence<String>) {
    self.addresses = addresses.map { CalendarUser($0).address.lowercased() }
  }

  var isEmpty: Bool { addresses.isEmpty }

  func contains(_ address: String) -> Bool { addresses.contains(address.lowercased()) }
}

/// A value that stands in JSON as its text, the same as on the command line.
///
/// ```swift
/// let nags = try JSONDecoder().decode([Nag].self, from: Data(#"["10xPT5M"]"#.utf8))
/// print(nags[0].count, nags[0])  // 10 10xPT5M
/// ```
public protocol CodableAsText: LosslessStringConvertible, Codable {
  /// What the text should be, as an error says it behind "is not".
  static var expectation: String { get }
}

extension CodableAsText {
  /// Reads the value from its text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(Self.expectation) { Self($0) }
  }

  /// Writes the text of the value.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
