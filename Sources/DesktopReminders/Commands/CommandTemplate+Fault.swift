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
    /// There are more places than a program can be started with.
    case tooManyPlaces
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
      case .tooManyPlaces: "has more than \(CommandTemplate.mostPlaces) placeholders"
      case .tooLong: "is longer than \(CommandTemplate.longestText) bytes"
      }
    }
  }
}
