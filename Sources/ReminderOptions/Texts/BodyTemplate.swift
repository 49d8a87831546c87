/// A template for the body of a notification, with placeholders for values of the occurrence: `Day
/// {n} of {count}`.
///
/// ```swift
/// let template = try BodyTemplate("Day {n} of {count}")
/// print(template == (try BodyTemplate("Day {n} of {count}")))  // true
/// ```
public struct BodyTemplate: Hashable, Sendable {
  /// A value of the occurrence, named by its placeholder.
  package enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The number of the occurrence, from 1.
    case number = "n"
    /// The number of occurrences.
    case count
    /// The number of years since the first occurrence.
    case age
    /// The start of the occurrence, or the due time of a to-do.
    case start
    /// The end of the occurrence.
    case end
    /// The day on which it starts or is due, relative to the day of the fire.
    case day
    /// The time from the fire until then.
    case lead
    case location
    case calendar
    /// DESCRIPTION as plain text.
    case description
    /// SUMMARY.
    case title
  }

  /// A part of a template: a text or a placeholder.
  package enum Part: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The reason why a text is not a template.
  public enum FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An opening brace lacks its closing brace.
    case unclosed
    /// A closing brace lacks its opening brace.
    case unopened
    /// The name of a placeholder is unknown.
    case unknown(String)
    /// The text is longer than the limit.
    case tooLong

    /// The reason as text for users, to put after the template.
    public var description: String {
      let names = Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
      return switch self {
      case .unclosed: "has a { without a }; write {{ for a literal brace"
      case .unopened: "has a } without a {; write }} for a literal brace"
      case .unknown(let name): "has {\(name)}, which is not one of \(names)"
      case .tooLong: "is longer than \(CompilerOptions.longestText) bytes"
      }
    }
  }

  /// The parts, without adjacent texts.
  package private(set) var parts: [Part] = []

  /// Makes a template from parts.
  ///
  /// It merges adjacent texts.
  package init(_ parts: [Part]) {
    for part in parts { append(part) }
  }

  /// Parses a template.
  ///
  /// - Parameter text: The text, with placeholders in braces. A doubled brace is a literal brace.
  /// - Throws: The fault of the text.
  public init(_ text: String) throws(FormatError) {
    guard text.utf8.count <= CompilerOptions.longestText else { throw .tooLong }
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
}

extension BodyTemplate {
  package func has(_ placeholder: Placeholder) -> Bool { parts.contains(.placeholder(placeholder)) }

  package var placeholders: [Placeholder] {
    parts.compactMap { if case .placeholder(let own) = $0 { own } else { nil } }
  }

  /// Returns the template with placeholders replaced by texts.
  ///
  /// Placeholders without a text remain.
  package func filling(_ text: (Placeholder) -> String?) -> BodyTemplate {
    BodyTemplate(
      parts.map { part in
        if case .placeholder(let own) = part, let text = text(own) { .text(text) } else { part }
      })
  }

  /// The text of a template without placeholders.
  package var text: String {
    parts.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }
}

extension BodyTemplate: CustomStringConvertible {
  /// The text form, which parses back to an equal template.
  ///
  /// Braces in texts are doubled.
  public var description: String {
    parts.map { part in
      switch part {
      case .text(let text):
        text.reduce(into: "") { $0 += $1 == "{" || $1 == "}" ? "\($1)\($1)" : "\($1)" }
      case .placeholder(let placeholder): "{\(placeholder.rawValue)}"
      }
    }.joined()
  }
}
