import ArgumentParser
import CalendarFiles
import CalendarSources
import ProgramSupport
import TextSafety

/// The arguments of the command line.
enum ProgramArguments {
  /// The arguments after the program's name.
  ///
  /// `CommandLine.arguments` replaces bytes that aren't UTF-8, which file names may contain.
  /// ArgumentParser doesn't support optional values, so these options get their default here. It
  /// doesn't support a short name for `--version` either.
  static let all: [String] = {
    let words = SystemText.arguments.map(RawByte.text)
    let end = words.firstIndex(of: "--") ?? words.endIndex
    var all = words[..<end].map { word in
      guard word.hasPrefix("--"), let value = OptionsFile.optionalValues[String(word.dropFirst(2))]
      else {
        return word
      }
      return "\(word)=\(value)"
    }
    all += words[end...]
    if all == ["-v"] || all.count <= 2 && all.last == "-V" { all[all.count - 1] = "--version" }
    return all
  }()

  /// The parts of the command line that don't depend on the command.
  ///
  /// They are read without the parser, because the errors of the parser have the format of
  /// diagnostics, too. A file of options can't contain `--diagnostics`.
  static var invocation: Invocation {
    // The arguments of these commands can include the command line of another command.
    let others: [CommandName?] = [.completions, .schema, .show]
    return Invocation(
      of: CommandLine.arguments.first ?? Program.name,
      format: others.contains(command) ? .text : lastFormat(in: own),
      isWorker: own.contains { $0.hasPrefix("--worker=") })
  }

  /// The format of the last `--diagnostics` option.
  private static func lastFormat(in arguments: [String]) -> DiagnosticFormat {
    let option = "--diagnostics"
    let words = arguments.prefix { $0 != "--" }
    var last = DiagnosticFormat.text
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      let value =
        word == option
        ? next : word.hasPrefix("\(option)=") ? String(word.dropFirst(option.count + 1)) : ""
      last = DiagnosticFormat(rawValue: value) ?? last
    }
    return last
  }

  /// The command that the first argument names, if any.
  static var command: CommandName? { all.first.flatMap(CommandName.init) }

  /// The command named in `fires --help` or `help fires`.
  static var explainedCommand: CommandName? {
    all.first { $0 != "help" && !$0.hasPrefix("-") }.flatMap(CommandName.init)
  }

  /// The command line that prints the help for these arguments, such as `ics2notify fires --help`.
  static var helpCommand: String {
    // If the options of `renew` are valid, the fault is in the file that `install` writes.
    if command == .renew,
      TypedArguments(own, known: KnownOptions(of: RenewCommand.self)).unknown == nil
    {
      return "\(Program.name) install --help"
    }
    let isCommand = command != nil && command != .show
    // A first word that is neither a path nor an option is a misspelled command.
    let isCompile =
      !isCommand && all.count > 1
      && all.first.map { $0.hasPrefix("-") || !CalendarPath(typed: $0).facts().isAbsent } ?? false
    let names = isCommand ? Array(all.dropLast(own.count)) : isCompile ? ["compile"] : []
    return ([Program.name] + names + ["--help"]).joined(separator: " ")
  }

  /// The type of the command that runs.
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

  /// The arguments after the names of commands; `batch` can be followed by a second name.
  static var own: [String] {
    guard let command else { return all }
    let rest = Array(all.dropFirst())
    let isInner = command == .batch && ["compile", "fires", "simulate"].contains(rest.first)
    return isInner ? Array(rest.dropFirst()) : rest
  }
}

enum CommandName: String, CaseIterable {
  case compile, agenda, fires, simulate, explain, diff, schema, completions
  case install, status, renew, uninstall, test, snooze, done, pause, resume
  case batch, show
}

extension CommandConfiguration {
  /// Makes the configuration of a command, whose help begins with examples.
  init(
    _ name: CommandName, arguments: String = "[<options>] <path> ...", abstract: String,
    examples: [String], shouldDisplay: Bool = true
  ) {
    self.init(
      commandName: name.rawValue, abstract: abstract,
      usage: "ics2notify \(name.rawValue) \(arguments)",
      discussion: examples.map { "  \($0)" }.joined(separator: "\n"), shouldDisplay: shouldDisplay)
  }
}
