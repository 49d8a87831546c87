import ArgumentParser

/// `ics2notify batch [compile|fires|simulate]`: a result for each of many calendars.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.batch.rawValue,
    abstract: "Compile many calendars, each separately.",
    subcommands: [
      Each<CompileCommand>.self, Each<FiresCommand>.self, Each<SimulateCommand>.self,
    ],
    defaultSubcommand: Each<CompileCommand>.self,
    // `batch --help` prints the help of the default subcommand.
    helpNames: [])

  /// A command that `batch` runs for each calendar.
  struct Each<Command: ConvertingCommand>: CalendarCommand {
    static var configuration: CommandConfiguration {
      let name = Command.name.rawValue
      return CommandConfiguration(
        commandName: name,
        abstract: "Run \(name) for each calendar, with the options of \(name).",
        usage: """
          ics2notify batch \(name) [<options>] [<path> ...]
          ics2notify batch [compile | fires | simulate] ...
          """,
        discussion: """
            ics2notify batch \(name) --time-zone Europe/Berlin --output results exports
            find exports -name '*.ics' | ics2notify batch \(name) --files-from - >lines
            ics2notify batch \(name) --from jsonl <calendars.jsonl >lines
          """, helpNames: [.short, .long])
    }

    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup var command: Command

    var calendars: CalendarOptions { command.calendars }

    func checkValues() throws(Failure) { try command.checkValues() }

    func run(_ words: [String]) throws {
      if batch.worker != nil {
        try BatchWorker(command, batch, command.settings()).run()
        ExitStatus.success.exit()
      }
      let output = command.batchOutput
      try batch.check(command.calendars, into: output.directory)
      try command.check(output)
      if batch.prune, command.suffix.isEmpty {
        throw Failure(.usage, "--prune goes with results that are files, not with units")
      }
      guard !batch.dryRun else {
        try StaleResults.list(
          in: output, besidesThoseOf: command.calendars.input.paths, batch)
        ExitStatus.success.exit()
      }
      let typed = TypedArguments(words, KnownOptions(of: Self.self))
      try BatchRun(command, batch, typed.options).run()
    }
  }
}
