import CivilTime

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
  ///
  /// - Parameter decoder: What has it.
  /// - Throws: A `DecodingError` where a template is none, or the components are no rule.
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
    guard templates.count <= BodyRule.maximumTemplates else {
      throw DecodingError.dataCorruptedError(
        forKey: .templates, in: container,
        debugDescription: "are more than \(BodyRule.maximumTemplates)")
    }
    let components = try container.decodeIfPresent(String.self, forKey: .components)
    self.init(takingTurns: templates, rule: components)
    guard (componentText == nil) == (components == nil) else {
      throw DecodingError.dataCorruptedError(
        forKey: .components, in: container,
        debugDescription: "are no rule such as CATEGORIES:medication")
    }
  }

  /// Writes the rule.
  ///
  /// - Parameter encoder: What takes it.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    if let text { return try encoder.encode(text: text) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(templates.map(\.description), forKey: .templates)
    try container.encodeIfPresent(componentText, forKey: .components)
  }
}
