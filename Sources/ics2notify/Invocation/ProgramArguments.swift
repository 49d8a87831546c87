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

  /// The subcommand that the first argument names; nil where it names none.
  static var subcommand: SubcommandName? { all.first.flatMap(SubcommandName.init) }

  /// The arguments behind the subcommand's name, or all where the first names none.
  static var own: [String] { subcommand == nil ? all : Array(all.dropFirst()) }
}
