import ArgumentParser
import CalendarFiles
import TextSafety

/// What the program was called with.
enum ProgramArguments {
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

  /// The command whose help is shown if it is asked for: `fires --help` or `help fires`.
  static var explainedCommand: CommandName? {
    all.first { $0 != "help" && !$0.hasPrefix("-") }.flatMap(CommandName.init)
  }

  /// The command that the arguments name with the help that explains it: `ics2notify fires --help`.
  static var helpCommand: String {
    // What `renew` refuses besides its own options is the file that `install` writes.
    if command == .renew, TypedArguments(own, KnownOptions(of: RenewCommand.self)).unknown == nil {
      return "\(programName) install --help"
    }
    let isCommand = command != nil && command != .show
    // A first word that is neither a path nor an option was meant to be a command.
    let isCompile =
      !isCommand && all.count > 1
      && all.first.map { $0.hasPrefix("-") || !FilePath(typed: $0).facts().isAbsent } ?? false
    let names = isCommand ? Array(all.dropLast(own.count)) : isCompile ? ["compile"] : []
    return ([programName] + names + ["--help"]).joined(separator: " ")
  }

  /// The command that is run, for its options.
  static var commandType: any ParsableCommand.Type {
    let names = all.dropLast(own.count)
    var type: any ParsableCommand.Type = ICS2Notify.self
    for name in names {
      type =
        type.configuration.subcommands.first { $0.configuration.commandName == name } ?? type
    }
    while let standard = type.configuration.defaultSubcommand { type = standard }
    return type
  }

  /// The arguments behind the command's name, or all if the first names none.
  ///
  /// `batch` has another command's name behind its own.
  static var own: [String] {
    guard let command else { return all }
    let rest = Array(all.dropFirst())
    let isInner = command == .batch && ["compile", "fires", "simulate"].contains(rest.first)
    return isInner ? Array(rest.dropFirst()) : rest
  }
}

/// The names of commands.
enum CommandName: String, CaseIterable {
  case compile, agenda, fires, simulate, explain, diff, schema, completions
  case install, status, renew, uninstall, test, snooze, done
  case batch, show
}

extension CommandConfiguration {
  /// The configuration of a command, whose help begins with examples.
  init(
    _ name: CommandName, _ arguments: String = "[<options>] <path> ...", abstract: String,
    examples: [String], shouldDisplay: Bool = true
  ) {
    self.init(
      commandName: name.rawValue, abstract: abstract,
      usage: "ics2notify \(name.rawValue) \(arguments)",
      discussion: examples.map { "  \($0)" }.joined(separator: "\n"), shouldDisplay: shouldDisplay)
  }
}

/// The program's version.
enum Version {
  /// The number, by Semantic Versioning.
  static let number = "0.1.0"
}
