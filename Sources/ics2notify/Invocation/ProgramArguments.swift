import CalendarFiles
import TextSafety

/// What the program was called with.
enum ProgramArguments {
  /// What the program is called.
  static let programName = "ics2notify"

  /// The arguments behind the program's name.
  ///
  /// Those that Swift gives have lost what is no UTF-8, which a file's name may be.
  static var all: [String] { SystemText.arguments.map(RawByte.text) }

  /// The subcommand that the first argument names; nil where it names none.
  static var subcommand: SubcommandName? { all.first.flatMap(SubcommandName.init) }

  /// The arguments behind the subcommand's name, or all where the first names none.
  static var own: [String] { subcommand == nil ? all : Array(all.dropFirst()) }
}
