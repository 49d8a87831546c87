import ICalendar

/// What components show below their titles: `Day {n} of {count}=CATEGORIES:medication`.
///
/// With `standUp` and `options` of the example of ``Compiler``:
///
/// ```swift
/// var worded = options
/// worded.bodies = [try BodyRule("{title}, {lead}")]
/// let content = Compiler.plan(for: [standUp], worded).requests[0].content
/// print(content.body)  // Stand-up, in 10 minutes
/// ```
public struct BodyRule: Hashable, Sendable {
  /// The templates, one for each occurrence in turn.
  let templates: [BodyTemplate]
  private let rule: ComponentRule?
  /// The text of what it is for; nil for all components.
  var componentText: String? { rule?.text }

  /// The most templates that take turns: one for each day of ten years.
  public static let maximumTemplates = 3_653

  /// Reads a template and the components that it is for.
  ///
  /// - Parameter text: `TEMPLATE`, or `TEMPLATE=PROPERTY:PATTERN`; the rule may also stand before
  ///   the template. The property is `UID`, `CATEGORIES`, `X-WR-CALNAME` or `SUMMARY`.
  /// - Throws: Why the template is none.
  public init(_ text: String) throws(BodyTemplate.Fault) {
    let (value, rule) = ComponentRule.cut(text)
    templates = [try BodyTemplate(String(value))]
    self.rule = rule
  }

  /// Makes a rule of templates that take turns.
  ///
  /// - Parameters:
  ///   - templates: One for each occurrence in turn; none leaves the alarm's own text; of more than
  ///     ``maximumTemplates`` the first are taken.
  ///   - rule: `PROPERTY:PATTERN`; nil for all components, and for what is no rule.
  public init(takingTurns templates: [BodyTemplate], rule: String? = nil) {
    self.templates = Array(templates.prefix(BodyRule.maximumTemplates))
    self.rule = rule.flatMap(ComponentRule.init)
  }

  /// Makes a rule of templates that take turns, for components with certain UIDs.
  ///
  /// - Parameters:
  ///   - templates: One for each occurrence in turn; of more than ``maximumTemplates`` the first are
  ///     taken.
  ///   - uids: The UIDs, as they are: no character stands for others.
  package init(takingTurns templates: [BodyTemplate], uids: some Sequence<String>) {
    self.templates = Array(templates.prefix(BodyRule.maximumTemplates))
    rule = ComponentRule(uids: uids)
  }

  /// A value and the rule that stands with it, as on the command line: `FILE=CATEGORIES:medication`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The value, and the text of the rule where there is one.
  package static func cut(_ text: String) -> (value: String, rule: String?) {
    let (value, rule) = ComponentRule.cut(text)
    guard rule != nil else { return (text, nil) }
    let isBehind = value.startIndex == text.startIndex
    return (
      String(value),
      String(
        isBehind
          ? text[value.endIndex...].dropFirst() : text[..<value.startIndex].dropLast())
    )
  }

  /// Whether the rule is about a component.
  func matches(_ component: CalendarComponent) -> Bool { rule?.matches(component) ?? true }

  /// Whether a placeholder stands in any of the templates.
  func has(_ placeholder: BodyTemplate.Placeholder) -> Bool {
    templates.contains { $0.has(placeholder) }
  }
}

extension [BodyRule] {
  /// The templates of a component: those of the first rule about it; none where there is no rule.
  func templates(of component: CalendarComponent) -> [BodyTemplate] {
    first { $0.matches(component) }?.templates ?? []
  }
}
