package import CivilTime
import ICalendar
import ReminderOptions
import TextSafety

/// A program that runs for each fire, with placeholders in its arguments:
/// `ntfy publish --title '{title}' reminders '{body}'`.
///
/// Words are split as in a shell, but nothing is expanded and no shell runs.
package struct CommandTemplate: Hashable, Sendable {
  /// A value that a fire provides.
  package enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The first line of the notification.
    case title
    /// The text below the first line.
    case body
    /// When the reminder is due.
    case at
    /// The UID of the event.
    case uid
    /// The event's link.
    case url
  }

  /// The longest command and the longest argument, in bytes.
  package static let longestText = 16_384

  /// The command as written.
  private let text: String
  /// The first word: an absolute path, or a name to look up.
  package let program: String
  private let words: [ArgumentTemplate]
  /// Everything after the first word, as written.
  private let rest: String

  /// Reads a command.
  ///
  /// - Parameter text: The words. A placeholder is a name in braces, also inside quotation marks; a
  ///   literal brace is doubled.
  /// - Throws: A ``FormatError``.
  package init(_ text: String) throws(FormatError) {
    guard text.utf8.count <= CommandTemplate.longestText else { throw .tooLong }
    let split = try ShellWords(text)
    var words: [ArgumentTemplate] = []
    for word in split.words { words.append(try ArgumentTemplate(word)) }
    guard let first = words.first else { throw .noProgram }
    guard let program = first.text else { throw .placeInProgram }
    guard !program.isEmpty else { throw .noProgram }
    guard program.unicodeScalars.allSatisfy({ $0 != "\n" && VisibleText.isVisible($0) }) else {
      throw .invisibleProgram
    }
    guard program.hasPrefix("/") || !program.contains("/") else { throw .relative(program) }
    self.text = text
    self.program = program
    self.words = Array(words.dropFirst())
    rest = String(split.rest)
  }

  /// Returns the command with its program replaced by an absolute path.
  ///
  /// A service has a different PATH than the terminal in which the user tried the command.
  ///
  /// - Parameter path: Returns the absolute path of a program that is given as written (a path or a
  ///   name), or nil if it doesn't exist.
  /// - Throws: ``FormatError/notFound(_:)``, or ``FormatError/tooLong`` if the path makes the
  ///   command too long.
  /// - Returns: The command with its other words unchanged.
  package func located(by path: (_ program: String) -> String?) throws(FormatError)
    -> CommandTemplate
  {
    guard let path = path(program), path.hasPrefix("/") else { throw .notFound(program) }
    if path == program { return self }
    return try CommandTemplate(
      ShellWords.quoted(Template<Placeholder>.literal(path)) + rest)
  }

  /// Returns the program's arguments for a fire, without the program's name.
  ///
  /// A value cannot become an option or a path. A blank separates it from the text before it, or
  /// from the start of the word, unless it begins with a letter or a digit. After a slash in the
  /// word, slashes in values become U+2215, which looks like one; links are unchanged. All values
  /// except the body are on one line. An argument is visible text of at most ``longestText`` bytes;
  /// a longer one is cut and ends with an ellipsis.
  ///
  /// - Parameters:
  ///   - title: The first line of the notification; any text.
  ///   - body: The text below it; any text.
  ///   - at: The fire date, written in UTC: `2028-01-03T07:50:00Z`.
  ///   - uid: The UID of the event; any text.
  ///   - url: The event's link; an empty text is used unless `SafeLink` accepts it.
  ///
  /// - Returns: The arguments; the same number for each fire.
  package func arguments(
    title: String, body: String, at: Instant, uid: String, url: String?
  ) -> [String] {
    let link = url.flatMap { SafeLink($0) }?.text ?? ""
    return words.map { word in
      let argument = word.filled { placeholder in
        switch placeholder {
        case .title: VisibleText(title).onOneLine.string
        case .body: VisibleText(body).string
        case .at: at.description
        case .uid: VisibleText(uid).onOneLine.string
        case .url: link
        }
      }
      return VisibleText(argument).capped(to: CommandTemplate.longestText)
    }
  }
}

extension CommandTemplate {
  /// The program's arguments as written, without its name; nil if they have placeholders.
  package var plainArguments: [String]? {
    let texts = words.compactMap(\.text)
    return texts.count == words.count ? texts : nil
  }
}

extension CommandTemplate: CustomStringConvertible {
  /// The command as written.
  package var description: String { text }
}

extension CommandTemplate: Codable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.value("a command") { try? CommandTemplate($0) }
  }

  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}

extension CommandTemplate {
  /// The reason why a text isn't a valid command.
  package enum FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A quotation mark without its second one.
    case unclosedQuote
    /// A backslash at the end.
    case nothingEscaped
    /// `{` without `}`.
    case unclosed
    /// `}` without `{`.
    case unopened
    /// A placeholder with an unknown name.
    case unknown(String)
    /// The first word is missing or empty.
    case noProgram
    /// The first word contains a placeholder.
    case placeInProgram
    /// The first word contains an invisible character.
    case invisibleProgram
    /// The first word is a relative path.
    ///
    /// The working directory isn't known when a timer fires.
    case relative(String)
    /// No program has this name.
    case notFound(String)
    /// The text is longer than ``CommandTemplate/longestText``.
    case tooLong

    /// The problem, as text for the user.
    package var description: String {
      func reason(_ fault: TemplateFault) -> String {
        fault.reason(in: Template<Placeholder>.self)
      }
      return switch self {
      case .unclosedQuote: "has an opening quotation mark without a closing one"
      case .nothingEscaped: "ends in a \\"
      case .unclosed: reason(.unclosed)
      case .unopened: reason(.unopened)
      case .unknown(let name): reason(.unknown(name))
      case .noProgram: "doesn't name a program"
      case .placeInProgram: "has a placeholder in its first word, which names the program"
      case .invisibleProgram: "has an invisible character in its first word"
      case .relative(let program):
        "names the program \(program); write an absolute path, or a name without /"
      case .notFound(let program): "names the program \(program), which is not installed"
      case .tooLong: "is longer than \(CommandTemplate.longestText) bytes"
      }
    }
  }
}
