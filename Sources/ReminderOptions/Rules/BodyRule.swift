import CivilTime
package import ICalendar

/// A rule for the text below the title: `Day {n} of {count}=CATEGORIES:medication`.
///
/// With `standUp` and `options` of the example of ``ReminderCompiler/Compilation``:
///
/// ```swift
/// var worded = options
/// worded.bodies = [try BodyRule("{title}, {lead}")]
/// let content = Compilation(of: [standUp], worded).plan.requests[0].content
/// print(content.body)  // Stand-up, in 10 minutes
/// ```
public struct BodyRule: Hashable, Sendable {
  /// The templates, which successive occurrences use in turn.
  let templates: [BodyTemplate]
  package let rule: ReminderRule?
  var componentText: String? { rule?.description }

  /// The limit of templates that take turns: one for each day of ten years.
  public static let maximumTemplates = 3_653

  /// Parses a template and the rule for its components.
  ///
  /// - Parameter text: `TEMPLATE`, `TEMPLATE=RULE` or `RULE=TEMPLATE`, see ``ReminderRule``.
  /// - Throws: The fault of the template.
  public init(_ text: String) throws(BodyTemplate.FormatError) {
    let (value, rule) = ReminderRule.cut(text)
    templates = [try BodyTemplate(String(value))]
    self.rule = rule
  }

  /// Makes a rule with templates that take turns.
  ///
  /// - Parameters:
  ///   - templates: The templates, which successive occurrences use in turn. Without any, the
  ///     alarm's own text is shown. Only the first ``maximumTemplates`` are used.
  ///   - rule: The rule for components, see ``ReminderRule``. The templates apply to all components
  ///     if it is nil or invalid.
  public init(rotating templates: [BodyTemplate], rule: String? = nil) {
    self.templates = Array(templates.prefix(BodyRule.maximumTemplates))
    self.rule = rule.flatMap(ReminderRule.init)
  }

  /// Makes a rule with templates that take turns, for components with given UIDs.
  package init(rotating templates: [BodyTemplate], uids: some Sequence<String>) {
    self.templates = Array(templates.prefix(BodyRule.maximumTemplates))
    rule = ReminderRule(uids: uids)
  }

  /// Splits a text of the command line into a value and its rule: `FILE=CATEGORIES:medication`.
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

  /// The name after the template that looks like a rule's property but is not one; nil if there is
  /// no such name.
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
  /// Returns the templates for an alarm of a component, or for the component itself, from the first
  /// rule that matches; empty if no rule matches.
  package func templates(of component: CalendarComponent, _ alarm: Alarm?) -> [BodyTemplate] {
    bodyRule(for: component, alarm)?.templates ?? []
  }

  package func bodyRule(for component: CalendarComponent, _ alarm: Alarm?) -> BodyRule? {
    let user = user
    return bodies.first { $0.rule?.matches(component, alarm: alarm, user: user) ?? true }
  }
}

/// The JSON form is the text of the command line.
///
/// A rule with templates that take turns, or whose text would be ambiguous, is an object with
/// `templates` and `components`.
extension BodyRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case templates, components
  }

  /// The text of the command line, `TEMPLATE` or `TEMPLATE=PROPERTY:PATTERN`; nil if parsing it
  /// would not give an equal rule.
  private var text: String? {
    guard templates.count == 1, let template = templates.first else { return nil }
    let text = "\(template)" + (componentText.map { "=\($0)" } ?? "")
    return (try? BodyRule(text)) == self ? text : nil
  }

  /// Decodes a rule from a text or an object; throws if a template or the rule is invalid.
  public init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      do throws(BodyTemplate.FormatError) {
        try self.init(text)
      } catch {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
      }
      return
    }
    var templates: [BodyTemplate] = []
    for text in try container.decode([String].self, forKey: .templates) {
      do throws(BodyTemplate.FormatError) {
        templates.append(try BodyTemplate(text))
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .templates, in: container,
          debugDescription: "[\(templates.count)] \(error)")
      }
    }
    try container.require(
      templates.count <= BodyRule.maximumTemplates, key: .templates,
      fault: "are more than \(BodyRule.maximumTemplates)")
    let components = try container.decodeIfPresent(String.self, forKey: .components)
    self.init(rotating: templates, rule: components)
    try container.require(
      (componentText == nil) == (components == nil), key: .components,
      fault: "are not a rule such as CATEGORIES:medication")
  }

  /// Encodes the rule as a text if possible, otherwise as an object.
  public func encode(to encoder: any Encoder) throws {
    if let text { return try encoder.encode(text: text) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(templates.map(\.description), forKey: .templates)
    try container.encodeIfPresent(componentText, forKey: .components)
  }
}
