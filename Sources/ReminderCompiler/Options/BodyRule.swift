import CivilTime
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
  let rule: ReminderRule?
  /// The text of what it is for; nil for all components.
  var componentText: String? { rule?.description }

  /// The most templates that take turns: one for each day of ten years.
  public static let maximumTemplates = 3_653

  /// Reads a template and the components that it is for.
  ///
  /// - Parameter text: `TEMPLATE`, or `TEMPLATE=RULE`; the rule may also stand before the template.
  ///   For the rule see ``ReminderRule``.
  /// - Throws: Why the template is none.
  public init(_ text: String) throws(BodyTemplate.Fault) {
    let (value, rule) = ReminderRule.cut(text)
    templates = [try BodyTemplate(String(value))]
    self.rule = rule
  }

  /// Makes a rule of templates that take turns.
  ///
  /// - Parameters:
  ///   - templates: One for each occurrence in turn; none leaves the alarm's own text; of more than
  ///     ``maximumTemplates`` the first are taken.
  ///   - rule: For which components, see ``ReminderRule``; nil for all components, and for what is no rule.
  public init(takingTurns templates: [BodyTemplate], rule: String? = nil) {
    self.templates = Array(templates.prefix(BodyRule.maximumTemplates))
    self.rule = rule.flatMap(ReminderRule.init)
  }

  /// Makes a rule of templates that take turns, for components with certain UIDs.
  ///
  /// - Parameters:
  ///   - templates: One for each occurrence in turn; of more than ``maximumTemplates`` the first are
  ///     taken.
  ///   - uids: The UIDs, as they are: no character stands for others.
  package init(takingTurns templates: [BodyTemplate], uids: some Sequence<String>) {
    self.templates = Array(templates.prefix(BodyRule.maximumTemplates))
    rule = ReminderRule(uids: uids)
  }

  /// A value and the rule that stands with it, as on the command line: `FILE=CATEGORIES:medication`.
  package static func cut(_ text: String) -> (value: String, rule: String?) {
    let (value, rule) = ReminderRule.cut(text)
    guard rule != nil else { return (text, nil) }
    let isBehind = value.startIndex == text.startIndex
    return (
      String(value),
      String(
        isBehind
          ? text[value.endIndex...].dropFirst() : text[..<value.startIndex].dropLast())
    )
  }

  /// What looks like the property of a rule behind the template, and is none; nil where nothing
  /// does.
  var misspeltProperty: String? {
    guard rule == nil, templates.count == 1 else { return nil }
    let text = "\(templates[0])"
    guard let equals = text.lastIndex(of: "=") else { return nil }
    let behind = text[text.index(after: equals)...].drop { $0 == "!" }
    let name = behind.prefix { $0.isASCII && ($0.isUppercase || $0 == "-") }
    let isFollowed = behind.dropFirst(name.count).first == ":" && behind.count > name.count + 1
    return name.count > 1 && isFollowed ? String(name) : nil
  }

  func has(_ placeholder: BodyTemplate.Placeholder) -> Bool {
    templates.contains { $0.has(placeholder) }
  }
}

extension CompilerOptions {
  /// The templates of an alarm of a component, or of the component itself: those of the first rule
  /// about it; none where there is no rule.
  func templates(of component: CalendarComponent, _ alarm: Alarm?) -> [BodyTemplate] {
    bodyRule(for: component, alarm)?.templates ?? []
  }

  /// The first rule that says what an alarm of a component shows.
  func bodyRule(for component: CalendarComponent, _ alarm: Alarm?) -> BodyRule? {
    let user = user
    return bodies.first { $0.rule?.matches(component, alarm, user) ?? true }
  }
}

/// As a text, as on the command line, or as an object with `templates` and `components`, for those
/// that take turns and those whose text would mean something else.
extension BodyRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case templates, components
  }

  /// The text of the command line, `TEMPLATE` or `TEMPLATE=PROPERTY:PATTERN`; nil where it would not
  /// read back to an equal rule.
  private var text: String? {
    guard templates.count == 1, let template = templates.first else { return nil }
    let text = "\(template)" + (componentText.map { "=\($0)" } ?? "")
    return (try? BodyRule(text)) == self ? text : nil
  }

  /// Reads a rule.
  public init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      do throws(BodyTemplate.Fault) {
        try self.init(text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
      }
      return
    }
    var templates: [BodyTemplate] = []
    for text in try container.decode([String].self, forKey: .templates) {
      do throws(BodyTemplate.Fault) {
        templates.append(try BodyTemplate(text))
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .templates, in: container,
          debugDescription: "[\(templates.count)] \(error)")
      }
    }
    try container.require(
      templates.count <= BodyRule.maximumTemplates, .templates,
      "are more than \(BodyRule.maximumTemplates)")
    let components = try container.decodeIfPresent(String.self, forKey: .components)
    self.init(takingTurns: templates, rule: components)
    try container.require(
      (componentText == nil) == (components == nil), .components,
      "are no rule such as CATEGORIES:medication")
  }

  /// Writes the rule.
  public func encode(to encoder: any Encoder) throws {
    if let text { return try encoder.encode(text: text) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(templates.map(\.description), forKey: .templates)
    try container.encodeIfPresent(componentText, forKey: .components)
  }
}
