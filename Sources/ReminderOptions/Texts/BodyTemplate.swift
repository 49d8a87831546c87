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

    init(_ fault: TemplateFault) {
      self =
        switch fault {
        case .unclosed: .unclosed
        case .unopened: .unopened
        case .unknown(let name): .unknown(name)
        }
    }

    /// The reason as text for users, to put after the template.
    public var description: String {
      let fault: TemplateFault
      switch self {
      case .unclosed: fault = .unclosed
      case .unopened: fault = .unopened
      case .unknown(let name): fault = .unknown(name)
      case .tooLong: return "is longer than \(CompilerOptions.longestText) bytes"
      }
      return fault.reason(in: Template<Placeholder>.self)
    }
  }

  private let template: Template<Placeholder>

  package var parts: [Template<Placeholder>.Part] { template.parts }

  package init(_ parts: [Template<Placeholder>.Part]) { template = Template(parts) }

  /// Parses a template.
  ///
  /// - Parameter text: The text, with placeholders in braces. A doubled brace is a literal brace.
  /// - Throws: The fault of the text.
  public init(_ text: String) throws(FormatError) {
    guard text.utf8.count <= CompilerOptions.longestText else { throw .tooLong }
    do throws(TemplateFault) {
      template = try Template(text)
    } catch {
      throw FormatError(error)
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
      case .text(let text): Template<Placeholder>.literal(text)
      case .placeholder(let placeholder): "{\(placeholder.rawValue)}"
      }
    }.joined()
  }
}
