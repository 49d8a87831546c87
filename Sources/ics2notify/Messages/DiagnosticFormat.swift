import ArgumentParser

/// How standard error tells what isn't the result (`--diagnostics`).
enum DiagnosticFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// What is asked for.
  ///
  /// Looked for in the command line itself, since one that makes no sense is told in it, too: there
  /// the parser has no value of any option. In files of rules the option can't stand.
  static let asked: DiagnosticFormat = {
    // Their own arguments can be a command line that somebody is about to type.
    let others: [SubcommandName?] = [.completions, .schema, .show]
    return others.contains(ProgramArguments.subcommand) ? .text : last(in: ProgramArguments.own)
  }()

  /// Whether a worker of a batch runs, whose end is not that of the run.
  static let isWorkers = ProgramArguments.own.contains { $0.hasPrefix("--worker=") }

  /// The last format that arguments name.
  private static func last(in arguments: [String]) -> DiagnosticFormat {
    let option = "--diagnostics"
    let words = arguments.prefix { $0 != "--" }
    var last = text
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      let value =
        word == option
        ? next : word.hasPrefix("\(option)=") ? String(word.dropFirst(option.count + 1)) : ""
      last = DiagnosticFormat(rawValue: value) ?? last
    }
    return last
  }
}
