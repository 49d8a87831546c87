import ArgumentParser

extension SubcommandName {
  /// What it does.
  var command: any ParsableCommand.Type {
    switch self {
    case .compile: CompileCommand.self
    case .fires: FiresCommand.self
    case .simulate: SimulateCommand.self
    case .explain: ExplainCommand.self
    case .diff: DiffCommand.self
    case .schema: SchemaCommand.self
    case .show: ShowCommand.self
    case .completions: CompletionsCommand.self
    }
  }

  /// The subcommand with what is typed behind its name, where that is plain; nil where the parser
  /// has to see to it.
  func plainCommand(_ words: [String]) -> (any ParsableCommand)? {
    let line = PlainCommandLine(words)
    switch self {
    case .compile: return line.parsed(as: CompileCommand.self)
    case .fires: return line.parsed(as: FiresCommand.self)
    case .simulate: return line.parsed(as: SimulateCommand.self)
    case .explain: return line.parsed(as: ExplainCommand.self)
    case .diff, .schema, .show, .completions: return nil
    }
  }
}
