/// What stands below a title, with places for what an occurrence brings: `Day {n} of {count}`.
///
/// ```swift
/// let template = try BodyTemplate("Day {n} of {count}")
/// print(template == (try BodyTemplate("Day {n} of {count}")))  // true
/// ```
public struct BodyTemplate: Hashable, Sendable {
  /// What can stand in a place.
  package enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// Which occurrence it is, from 1.
    case number = "n"
    /// How many occurrences there are.
    case count
    /// The years from the first one on.
    case age
    /// When the occurrence starts, or a to-do is due.
    case start
    /// When the occurrence ends.
    case end
    /// The day on which it starts or is due, seen from that of the fire.
    case day
    /// How long it is until then.
    case lead
    /// LOCATION.
    case location
    /// What the calendar is called.
    case calendar
    /// DESCRIPTION as plain text.
    case description
    /// SUMMARY.
    case title
  }

  /// A piece of a template.
  package enum Part: Hashable, Sendable {
    /// What stands there as it is.
    case text(String)
    /// What is put in.
    case placeholder(Placeholder)
  }

  /// Why a text is no template.
  public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A brace is opened and never closed.
    case unclosed
    /// A brace is closed that nobody opened.
    case unopened
    /// Nothing is known by a name.
    case unknown(String)
    /// The text is longer than what is shown.
    case tooLong

    /// What is wrong, for a person.
    public var description: String {
      let names = Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
      return switch self {
      case .unclosed: "has a { without its }; a brace that is meant as one is written {{"
      case .unopened: "has a } without its {; a brace that is meant as one is written }}"
      case .unknown(let name): "has {\(name)}, which is none of \(names)"
      case .tooLong: "is longer than \(CompilerOptions.longestText) bytes"
      }
    }
  }

  /// The pieces, no two texts side by side.
  package private(set) var parts: [Part] = []

  /// Makes a template of pieces.
  package init(_ parts: [Part]) {
    for part in parts { append(part) }
  }

  /// Reads a template.
  ///
  /// - Parameter text: The text; a placeholder stands in braces, and a brace that is meant as one
  ///   is written twice.
  /// - Throws: Why it is none.
  public init(_ text: String) throws(Fault) {
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
  /// Whether something can stand in it.
  package func has(_ placeholder: Placeholder) -> Bool { parts.contains(.placeholder(placeholder)) }

  /// The placeholders in it, in their order.
  package var placeholders: [Placeholder] {
    parts.compactMap { if case .placeholder(let own) = $0 { own } else { nil } }
  }

  /// The template with texts in some places; where there is none for a place, it stays.
  package func filling(_ text: (Placeholder) -> String?) -> BodyTemplate {
    BodyTemplate(
      parts.map { part in
        if case .placeholder(let own) = part, let text = text(own) { .text(text) } else { part }
      })
  }

  /// The text of a template in which all places are filled.
  package var text: String {
    parts.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }
}

extension BodyTemplate: CustomStringConvertible {
  /// The text that reads back to an equal template: braces that are meant as such are doubled.
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
