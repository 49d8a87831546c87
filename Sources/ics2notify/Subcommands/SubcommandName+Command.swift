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
}
