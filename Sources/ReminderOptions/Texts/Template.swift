/// A text with placeholders in braces, such as `Day {n} of {count}`.
///
/// A doubled brace is a literal brace.
package struct Template<Placeholder>: Hashable, Sendable
where Placeholder: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  /// A part of a template: a text or a placeholder.
  package enum Part: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The parts, without empty and without adjacent texts.
  package private(set) var parts: [Part] = []

  /// Makes a template from parts.
  ///
  /// It merges adjacent texts.
  package init(_ parts: [Part]) {
    for part in parts { append(part) }
  }

  /// Parses a template.
  package init(_ text: String) throws(TemplateFault) {
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      append(.text(String(rest[..<brace])))
      let next = rest.index(after: brace)
      if next < rest.endIndex, rest[next] == rest[brace] {
        append(.text(String(rest[brace])))
        rest = rest[rest.index(after: next)...]
        continue
      }
      guard rest[brace] == "{" else { throw .unopened }
      guard let end = rest[next...].firstIndex(of: "}") else { throw .unclosed }
      let name = String(rest[next..<end])
      guard !name.contains("{") else { throw .unclosed }
      guard let placeholder = Placeholder(rawValue: name) else { throw .unknown(name) }
      append(.placeholder(placeholder))
      rest = rest[rest.index(after: end)...]
    }
    append(.text(String(rest)))
  }

  private mutating func append(_ part: Part) {
    switch (parts.last, part) {
    case (_, .text("")): break
    case (.text(let before)?, .text(let more)): parts[parts.count - 1] = .text(before + more)
    default: parts.append(part)
    }
  }

  /// Returns a text in which no brace begins or ends a placeholder.
  package static func literal(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "{" || $1 == "}" ? "\($1)\($1)" : "\($1)" }
  }
}

/// The reason why a text is not a template.
package enum TemplateFault: Error, Hashable, Sendable {
  /// An opening brace lacks its closing brace.
  case unclosed
  /// A closing brace lacks its opening brace.
  case unopened
  /// The name of a placeholder is unknown.
  case unknown(String)

  /// The reason as text for users, to put after the template.
  package func reason<Placeholder>(in _: Template<Placeholder>.Type) -> String {
    switch self {
    case .unclosed: "has a { without a }; write {{ for a literal brace"
    case .unopened: "has a } without a {; write }} for a literal brace"
    case .unknown(let name):
      "has {\(name)}, which is not one of "
        + Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
    }
  }
}
