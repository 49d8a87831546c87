package import CivilTime
import ICalendar
import TextSafety

/// A program that is run for each fire, with places in its arguments for what the fire brings:
/// `ntfy publish --title '{title}' reminders '{body}'`.
///
/// The words are told apart as a shell does it, and nothing is expanded; no shell is run.
package struct CommandTemplate: Hashable, Sendable {
  /// What can stand in a place.
  package enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The first line of the notification.
    case title
    /// What stands below it.
    case body
    /// When the reminder is due.
    case at
    /// The UID of the event.
    case uid
    /// The link that the event has.
    case url
  }

  /// The longest command and the longest argument, in bytes.
  package static let longestText = 16_384

  /// The command as it is written.
  private let text: String
  /// The first word: the absolute path of a program, or a name that is looked up.
  package let program: String
  /// The other words.
  private let words: [CommandWord]
  /// The other words as they are written.
  private let rest: String

  /// Reads a command.
  ///
  /// - Parameter text: The words; a placeholder stands in braces, also between quotation marks, and
  ///   a brace that is meant as one is written twice.
  /// - Throws: Why it is none.
  package init(_ text: String) throws(Fault) {
    guard text.utf8.count <= CommandTemplate.longestText else { throw .tooLong }
    let split = try ShellWords(text)
    var words: [CommandWord] = []
    for word in split.words { words.append(try CommandWord(word)) }
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

  /// The command with the path of its program in the program's place.
  ///
  /// A service has another PATH than the terminal in which somebody tried the command.
  ///
  /// - Parameter path: The absolute path of a program, which is given as it is written: a path
  ///   itself, or a name; nil where there is none.
  /// - Throws: ``Fault/notFound(_:)``, or that the command has become too long.
  /// - Returns: The command, whose other words are as they were.
  package func located(by path: (_ program: String) -> String?) throws(Fault) -> CommandTemplate {
    guard let path = path(program), path.hasPrefix("/") else { throw .notFound(program) }
    if path == program { return self }
    let braced = path.reduce(into: "") { $0 += $1 == "{" || $1 == "}" ? "\($1)\($1)" : "\($1)" }
    return try CommandTemplate(ShellWords.quoted(braced) + rest)
  }

  /// The arguments of the program for a fire, without its name.
  ///
  /// No value makes an option or a path: a word that begins with one has a blank before it where the
  /// value begins with neither a letter nor a digit. Behind a slash a value has no slash of its own,
  /// but one that looks like it (U+2215), and doesn't begin with a dot. Values but the body are on
  /// one line. Every argument is visible text of at most ``longestText`` bytes, with an ellipsis
  /// at the end of one that is cut.
  ///
  /// - Parameters:
  ///   - title: The first line of the notification; any text.
  ///   - body: What stands below it; any text.
  ///   - at: When the reminder is due, which is written in UTC: `2028-01-03T07:50:00Z`.
  ///   - uid: The UID of the event; any text.
  ///   - url: The event's link; what is none that may be opened counts as none.
  /// - Returns: The arguments; there are as many for each fire.
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

extension CommandTemplate: CustomStringConvertible {
  /// The command as it is written, which reads back to an equal one.
  package var description: String { text }
}

extension CommandTemplate: Codable {
  /// Reads a command from its text.
  package init(from decoder: any Decoder) throws {
    self = try decoder.value("a command") { try? CommandTemplate($0) }
  }

  /// Writes its ``description``.
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}

extension CommandTemplate {
  /// Why a text is no command.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A quotation mark is opened and never closed.
    case unclosedQuote
    /// Nothing stands behind the last backslash.
    case nothingEscaped
    /// A brace is opened and never closed.
    case unclosed
    /// A brace is closed that nobody opened.
    case unopened
    /// Nothing is known by a name.
    case unknown(String)
    /// There is no first word, or an empty one.
    case noProgram
    /// A place stands in the first word.
    case placeInProgram
    /// The first word has a character that nobody sees.
    case invisibleProgram
    /// The first word is a path from some folder, which isn't known when a timer fires.
    case relative(String)
    /// No program is known by a name.
    case notFound(String)
    /// The text is longer than a command may be.
    case tooLong

    /// What is wrong, for a person.
    package var description: String {
      let names = Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
      return switch self {
      case .unclosedQuote: "has a quotation mark without its second one"
      case .nothingEscaped: "ends in a \\ with nothing behind it"
      case .unclosed: "has a { without its }; a brace that is meant as one is written {{"
      case .unopened: "has a } without its {; a brace that is meant as one is written }}"
      case .unknown(let name): "has {\(name)}, which is none of \(names)"
      case .noProgram: "names no program"
      case .placeInProgram: "has a placeholder in its first word, which names the program"
      case .invisibleProgram: "has an invisible character in its first word"
      case .relative(let program):
        "names the program \(program); a path begins with /, and a name has none"
      case .notFound(let program): "names the program \(program), which isn't there"
      case .tooLong: "is longer than \(CommandTemplate.longestText) bytes"
      }
    }
  }
}
