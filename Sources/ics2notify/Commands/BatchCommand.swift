import ArgumentParser

/// `ics2notify batch [compile|fires|simulate]`: a result for each of many calendars.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.batch.rawValue,
    abstract: "Make one result of each calendar, rather than one of all together.",
    subcommands: [
      Each<CompileCommand>.self, Each<FiresCommand>.self, Each<SimulateCommand>.self,
    ],
    defaultSubcommand: Each<CompileCommand>.self)

  /// A command that `batch` runs for each calendar.
  struct Each<Command: ConvertingCommand>: CalendarCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        Command.name, abstract: Command.configuration.abstract,
        examples: [
          "ics2notify batch \(Command.name.rawValue) --output results exports",
          "find exports -name '*.ics' -print0 | ics2notify batch \(Command.name.rawValue) "
            + "--files-from - -0",
        ])
    }

    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(visibility: .hidden) var command: Command

    var calendars: CalendarOptions { command.calendars }

    func checkValues() throws(Failure) { try command.checkValues() }

    func run() throws {
      if batch.worker != nil {
        try BatchWorker(command, batch, command.settings()).run()
        ExitStatus.success.exit()
      }
      let output = command.batchOutput
      try batch.check(command.calendars, into: output.directory)
      try command.check(output)
      try BatchRun(command, batch).run()
    }
  }
}
