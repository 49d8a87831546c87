import ArgumentParser
import CalendarFiles
import TextSafety

/// What the program was called with.
enum ProgramArguments {
  /// What the program is called.
  static let programName = "ics2notify"

  /// The arguments behind the program's name.
  ///
  /// `CommandLine.arguments` replaces bytes that aren't UTF-8, which file names may contain.
  ///
  /// An option without its optional value has the usual one, since the parser knows no such options.
  static var all: [String] {
    let words = SystemText.arguments.map(RawByte.text)
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].map { $0 == "--no-overrun" ? "\($0)=\(everything)" : $0 } + words[end...]
  }

  /// The rule that `--no-overrun` means without one: every component has a UID.
  static let everything = "UID:*"

  /// The command that the first argument names; nil if it names none.
  static var command: CommandName? { all.first.flatMap(CommandName.init) }

  /// The arguments behind the command's name, or all if the first names none.
  ///
  /// `batch` has another command's name behind its own.
  static var own: [String] {
    guard let command else { return all }
    let rest = Array(all.dropFirst())
    let isInner = command == .batch && rest.first.flatMap(CommandName.init) != nil
    return isInner ? Array(rest.dropFirst()) : rest
  }
}

/// The names of commands.
enum CommandName: String, CaseIterable {
  case compile, agenda, fires, simulate, explain, diff, schema, completions
  case install, status, renew, uninstall, test
  case batch, show

  /// The command that a word names but for one slip: another letter, one too many or too few, or
  /// two that have changed places.
  static func closest(to word: String) -> CommandName? {
    let typed = Array(word.lowercased())
    return allCases.first { name in
      let letters = Array(name.rawValue)
      let common = zip(typed, letters).prefix { $0 == $1 }.count
      let (rest, wanted) = (typed[common...], letters[common...])
      return rest.dropFirst() == wanted.dropFirst() || rest.dropFirst() == wanted
        || rest == wanted.dropFirst()
        || rest.dropFirst(2) == wanted.dropFirst(2)
          && rest.prefix(2).elementsEqual(wanted.prefix(2).reversed())
    }
  }
}

extension CommandConfiguration {
  /// The configuration of a command, whose help begins with examples.
  init(_ name: CommandName, abstract: String, examples: [String], shouldDisplay: Bool = true) {
    self.init(
      commandName: name.rawValue, abstract: abstract,
      discussion: examples.map { "\n  \($0)" }.joined(), shouldDisplay: shouldDisplay)
  }
}

/// The program's version.
enum Version {
  /// The number, by Semantic Versioning.
  static let number = "0.1.0"
}
