import CivilTime
import ICalendar
public import NotificationTriggers

/// A rule that gives components and alarms a level: `critical=CATEGORIES:medication`.
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
  /// The level that components get.
  public let level: InterruptionLevel
  let rule: ReminderRule

  /// Reads a rule.
  ///
  /// - Parameter text: `LEVEL=RULE`. The level is `passive`, `active`, `timeSensitive` (or
  ///   `time-sensitive`) or `critical`; for the rule see ``ReminderRule``. nil for anything else.
  public init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="),
      let level = InterruptionLevel(named: text[..<equals]),
      let rule = ReminderRule(text[text.index(after: equals)...])
    else { return nil }
    self.level = level
    self.rule = rule
  }

  /// Makes a rule for components with certain UIDs.
  ///
  /// - Parameters:
  ///   - level: The level that they get.
  ///   - uids: The UIDs, as they are: no character stands for others.
  package init(_ level: InterruptionLevel, uids: some Sequence<String>) {
    self.level = level
    rule = ReminderRule(uids: uids)
  }

}

extension CompilerOptions {
  /// The level of an alarm of a component, or of the component itself: that of the first rule about
  /// it, else what its PRIORITY asks for.
  func level(of component: CalendarComponent, _ alarm: Alarm?) -> InterruptionLevel {
    levelRule(for: component, alarm)?.level ?? InterruptionLevel(priority: component.priority)
  }

  /// The first rule that gives an alarm of a component its level.
  func levelRule(for component: CalendarComponent, _ alarm: Alarm?) -> LevelRule? {
    let user = user
    return levels.first { $0.rule.matches(component, alarm, user) }
  }
}

extension LevelRule: LosslessStringConvertible {
  /// The text that reads back to an equal rule: `critical=CATEGORIES:medication`.
  public var description: String { "\(level.hyphenatedName)=\(rule)" }
}

extension LevelRule: Codable {
  /// Reads it from its text.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where the text means nothing.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a rule such as critical=CATEGORIES:medication") { LevelRule($0) }
  }

  /// Writes its ``description``.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
