import ArgumentParser
import BatchCompiler
import CSystem
import CalendarSources
import CivilTime
import ProgramSupport

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
        let parent = Int32(clamping: batch.worker ?? 0)
        try BatchWorker(command, settings: command.settings(), of: parent).run()
        ExitStatus.success.exit()
      }
      let output = command.batchOutput
      try batch.check(command.calendars, into: output.directory)
      try command.check(output)
      if batch.prune, command.suffix.isEmpty {
        throw Failure(.usage, "--prune goes with results that are files, not with units")
      }
      let options = TypedArguments(words, known: KnownOptions(of: Self.self)).options
      let plain = batchSettings(options)
      guard !batch.dryRun else {
        try StaleResults.list(
          in: output, besidesThoseOf: command.calendars.input.paths, plain)
        ExitStatus.success.exit()
      }
      let settings = try command.settings()
      try BatchRun(
        command, settings: settings, batch: plain,
        workers: arguments(options, now: settings.now, into: output)
      ).run()
    }

    private func batchSettings(_ options: [GivenOption]) -> BatchSettings {
      var settings = BatchSettings(of: Command.name.rawValue)
      settings.filesFrom = batch.filesFrom
      settings.areNullTerminated = batch.areNullTerminated
      settings.readsLines = batch.from != nil
      settings.log = batch.log
      settings.resume = batch.resume
      settings.skipsUnchanged = batch.skipUnchanged
      settings.prunes = batch.prune
      let irrelevant = BatchOptions.ofRun.union(MessageOptions.names)
      settings.conditions =
        options.filter { !irrelevant.contains($0.name) }.map(\.word)
        + (command.calendars.times.now.map { ["--now=\($0)"] } ?? [])
      settings.optionFiles = command.calendars.input.files
      settings.suffixes =
        [".json", ".txt", ".html", ".fires.jsonl", ".fires.txt", ".apns.jsonl"]
        + SimulateCommand.Format.allCases.map { ".simulate.\($0 == .text ? "txt" : $0.rawValue)" }
        + TargetOptions.Target.allCases.map { ".\($0.rawValue).json" }
      return settings
    }

    /// The arguments of a worker.
    private func arguments(
      _ options: [GivenOption], now: Instant, into output: BatchOutput
    ) -> [String] {
      var arguments = [CommandName.batch.rawValue, Command.name.rawValue, "--worker=\(getpid())"]
      arguments += options.filter { !BatchOptions.ofRun.contains($0.name) }.map(\.word)
      arguments.append("--now=\(now)")
      if let directory = output.directory { arguments.append("--output=\(directory.argument)") }
      return arguments
    }
  }
}
