import ArgumentParser
import ProgramSupport
import TextSafety

/// Finds errors in a command line that the parser would report late or not at all.
enum UsageCheck {
  /// Checks the first word if it isn't an option; nil if it is a command or can be a path.
  static func command(in words: [String]) -> Failure? {
    guard let word = words.first(where: { $0 != "help" }), !word.hasPrefix("-") else { return nil }
    let name = CommandName(rawValue: word)
    // `show` is for timers, which pass `--table`; users do not type it.
    let isTypedShow = name == .show && !words.contains { $0.hasPrefix("--table") }
    guard name == nil || isTypedShow, !word.contains("/"), !word.contains("."),
      FilePath(typed: word).facts().isAbsent
    else { return nil }
    let shown = TerminalText.oneLine(word)
    if let meaning = SynonymHints.commands[word.lowercased()] {
      return Failure(.usage, "unknown command \(shown); \(meaning)")
    }
    let names = CommandName.allCases.filter { $0 != .show }.map(\.rawValue)
    if let near = Spelling.nearest(to: word.lowercased(), among: names) {
      return Failure(.usage, "unknown command \(shown); did you mean \(near)?")
    }
    return Failure(.noInput, "\(shown): no such file, directory or command")
  }

  /// Finds an option or a path that the command does not take; nil if it takes all.
  static func option(in words: [String], of command: any ParsableCommand.Type) -> Failure? {
    let known = KnownOptions(of: command)
    let own = command.configuration.commandName ?? ""
    let typed = TypedArguments(words, known: known)
    guard let unknown = typed.unknown else {
      guard let path = typed.paths.first, let meaning = SynonymHints.arguments["\(own) PATH"]
      else { return nil }
      return Failure(.usage, "unexpected argument '\(TerminalText.oneLine(path))'; \(meaning)")
    }
    let name = String(unknown.drop { $0 == "-" })
    let shown = TerminalText.oneLine(unknown)
    if let meaning = SynonymHints.arguments["\(own) \(name)"] ?? SynonymHints.arguments[name] {
      return Failure(.usage, "unknown option \(shown); \(meaning)")
    }
    if known.has(name) {
      return Failure(.usage, "unknown option \(shown); did you mean --\(name)?")
    }
    let all = displayedCommands
    if let others = names(of: all, accepting: "--\(name)") {
      return Failure(.usage, "\(shown) is not an option here, but of \(others)")
    }
    if CommandName(rawValue: name) != nil {
      return Failure(.usage, "unknown option \(shown); \(name) is a command, and comes first")
    }
    let meanings = SynonymHints.options[name] ?? []
    let meaning =
      meanings.first { accepts($0, command: command, known: known) }
      ?? Spelling.nearest(
        to: name, among: known.names.filter { accepts("--\($0)", command: command, known: known) }
      ).map { "--\($0)" }
    if let meaning {
      return Failure(.usage, "unknown option \(shown); did you mean \(meaning)?")
    }
    if let hint = SynonymHints.commands[name] {
      return Failure(.usage, "unknown option \(shown); \(hint)")
    }
    for meaning in meanings {
      guard let others = names(of: all, accepting: meaning) else { continue }
      return Failure(.usage, "unknown option \(shown); \(meaning) is an option of \(others)")
    }
    return Failure(.usage, "unknown option \(shown)")
  }

  private struct DisplayedCommand {
    let name: String
    let type: any ParsableCommand.Type
    let known: KnownOptions
  }

  private static var displayedCommands: [DisplayedCommand] {
    // A key path of a metatype crashes the compiler of Swift 6.3.
    ICS2Notify.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map {
      let type = $0.configuration.defaultSubcommand ?? $0
      return DisplayedCommand(
        name: $0.configuration.commandName ?? "", type: type, known: KnownOptions(of: type))
    }
  }

  /// The names of those commands that accept an option; nil if no command does.
  private static func names(of commands: [DisplayedCommand], accepting option: String) -> String? {
    let names = commands.filter { accepts(option, command: $0.type, known: $0.known) }.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// Whether a command accepts an option with the value after it, if any, such as `--limit 64`.
  private static func accepts(
    _ option: String, command: any ParsableCommand.Type, known: KnownOptions
  ) -> Bool {
    let words = option.split(separator: " ").map(String.init)
    let name = String(words[0].dropFirst(2))
    let refused = (command as? any CalendarCommand.Type)?.refusedOptions ?? []
    guard known.has(name), !refused.contains(name) else { return false }
    // A value in upper case is a placeholder.
    guard words.count > 1, !words[1].allSatisfy(\.isUppercase) else { return true }
    guard known.values(of: name)?.contains(words[1]) ?? true else { return false }
    // A command can refuse a value that the parser takes, such as a target without slots.
    guard let command = command as? any CalendarCommand.Type else { return true }
    return (try? command.parse(words).checkValues()) != nil
  }

  /// The parser's message for an error, as text to follow `error:`.
  static func message<Command: ParsableCommand>(of error: any Error, _: Command.Type) -> String {
    // The parser quotes arguments, which may contain the name of a file.
    var text = TerminalText.oneLine(Command.message(for: error))
      .replacing(". Please provide one of", with: "; it is one of")
      .replacing("one of the following:   - ", with: "one of ").replacing("   - ", with: ", ")
    if text.hasSuffix(".") { text.removeLast() }
    let value = text.firstMatch(of: /value '([^']*)' is invalid for '-/)?.1
    if let value, let meaning = SynonymHints.commands[value.lowercased()] { text += "; \(meaning)" }
    // A hyphen begins an option, so "-5m" isn't a value.
    if text.hasSuffix("'--for <time>'") { text += "; type --for 1 hour or --for 14:00" }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
