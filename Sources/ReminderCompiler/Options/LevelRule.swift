import ICalendar
public import NotificationTriggers

/// A rule that gives components a level: `critical=CATEGORIES:medication`.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var levelled = options
/// levelled.levels = [LevelRule("time-sensitive=SUMMARY:stand*")!]
/// let plan = Compiler.plan(for: [standUp], levelled)
/// print(plan.requests[0].content.interruptionLevel)  // timeSensitive
/// ```
public struct LevelRule: Hashable, Sendable {
  /// What of a component is looked at.
  enum Property: String, CaseIterable {
    case uid = "UID"
    case categories = "CATEGORIES"
    case calendarName = "X-WR-CALNAME"
    case summary = "SUMMARY"
  }

  /// The level that components get.
  public let level: InterruptionLevel
  private let property: Property
  private let pattern: TextPattern

  /// The longest pattern, in characters: longer than any title that somebody types.
  private static let longestPattern = 1_000

  /// Reads a rule.
  ///
  /// - Parameter text: `LEVEL=PROPERTY:PATTERN`. The level is `passive`, `active`,
  ///   `time-sensitive` or `critical`; the property `UID`, `CATEGORIES`, `X-WR-CALNAME` or
  ///   `SUMMARY`. In the pattern `*` is any text and `?` any character; upper and lower case are
  ///   the same, and the whole text has to match. nil for anything else.
  public init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="),
      let colon = text[equals...].firstIndex(of: ":"),
      let level = InterruptionLevel.allCases.first(where: { $0.optionName == text[..<equals] }),
      let property = Property(
        rawValue: text[text.index(after: equals)..<colon].uppercased())
    else { return nil }
    let pattern = text[text.index(after: colon)...]
    guard !pattern.isEmpty, pattern.count <= LevelRule.longestPattern else { return nil }
    self.level = level
    self.property = property
    self.pattern = TextPattern(String(pattern))
  }

  /// Whether the rule is about a component.
  func matches(_ component: CalendarComponent) -> Bool {
    switch property {
    case .uid: pattern.matches(component.uid)
    case .categories: component.categories.contains(where: pattern.matches)
    case .calendarName: pattern.matches(component.calendarName)
    case .summary: pattern.matches(component.title)
    }
  }
}

extension InterruptionLevel {
  /// The level's name on the command line.
  fileprivate var optionName: String {
    switch self {
    case .passive: "passive"
    case .active: "active"
    case .timeSensitive: "time-sensitive"
    case .critical: "critical"
    }
  }
}

extension [LevelRule] {
  /// The level of a component: that of the first rule about it, else what its PRIORITY asks for.
  func level(of component: CalendarComponent) -> InterruptionLevel {
    first { $0.matches(component) }?.level ?? InterruptionLevel(priority: component.priority)
  }
}
