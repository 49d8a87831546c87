import ArgumentParser
import CSystem
import CivilTime
import ProgramSupport

/// The root command, which runs `compile` unless another command is named.
@main
struct ICS2Notify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Program.name,
    abstract: "Compile calendars into notification requests, systemd timers or pushes.",
    usage: "ics2notify [<command>] [<options>] <path> ...",
    discussion: """
        ics2notify calendar.ics                          the plan for an app
        ics2notify agenda calendar.ics                   this week's reminders
        ics2notify install --default-alarm -15m ~/cal    reminders on this desktop
      """,
    version: version,
    subcommands: [ShowCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Calendar",
        subcommands: [
          CompileCommand.self, AgendaCommand.self, FiresCommand.self, SimulateCommand.self,
          ExplainCommand.self, BatchCommand.self,
        ]),
      CommandGroup(
        name: "Desktop",
        subcommands: [
          InstallCommand.self, StatusCommand.self, RenewCommand.self, UninstallCommand.self,
          TestCommand.self, SnoozeCommand.self, DoneCommand.self, PauseCommand.self,
          ResumeCommand.self,
        ]),
      CommandGroup(
        name: "Other",
        subcommands: [DiffCommand.self, SchemaCommand.self, CompletionsCommand.self]),
    ],
    defaultSubcommand: CompileCommand.self)

  /// The text of `--version`; the time zone data decides when reminders fire.
  private static var version: String {
    "ics2notify \(Program.version)\ntime zone data: \(ZoneDatabase.ofMachine.dataDescription)"
  }

  static func main() {
    prepareStandardFiles()
    Invocation.current = ProgramArguments.invocation
    var arguments = ProgramArguments.all
    if arguments.count == 2, arguments[0] == "--help" || arguments[0] == "-h" {
      arguments.swapAt(0, 1)
    }
    if arguments.isEmpty { finish(writing: helpMessage(columns: nil)) }
    do {
      if let fault = UsageCheck.command(in: arguments) { throw fault }
      var command = try parse(arguments)
      if let command = command as? any CalendarCommand {
        try run(command)
      } else {
        try command.run()
      }
      StandardError.end(ExitStatus.success.rawValue)
    } catch let failure as Failure {
      fail(failure.status, failure.message)
    } catch {
      // ArgumentParser also throws to request help.
      guard exitCode(for: error).isSuccess else {
        fail(.usage, UsageCheck.message(of: error, Self.self))
      }
      finish(writing: fullMessage(for: error))
    }
  }

  /// Writes the message and exits.
  ///
  /// After a usage error in text format, a second line names the help command.
  private static func fail(_ status: ExitStatus, _ message: String?) -> Never {
    if let message { StandardError.say(.error, message) }
    if status == .usage, Invocation.current.format == .text {
      StandardError.write("see '\(ProgramArguments.helpCommand)'\n")
    }
    status.exit()
  }

  /// Parses the arguments by their command, or by this one if that fails or help is requested.
  ///
  /// This one reads the declarations of the command's options three more times.
  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let (type, words) = (ProgramArguments.commandType, ProgramArguments.own)
    if arguments.first != "help", let command = try? type.parse(words) { return command }
    do {
      return try parseAsRoot(arguments)
    } catch {
      if !exitCode(for: error).isSuccess, let fault = UsageCheck.option(in: words, of: type) {
        throw fault
      }
      throw error
    }
  }

  /// Runs a command with the arguments of its option files, followed by those of the command line.
  private static func run<Command: CalendarCommand>(_ typed: Command) throws {
    let words = ProgramArguments.own
    let files = typed.calendars.input.files
    guard !files.isEmpty else { return try typed.run(words) }
    let expanded = try CommandWithFiles<Command>(files, before: words)
    do {
      try expanded.command.run(expanded.words)
    } catch let failure as Failure {
      throw expanded.located(failure)
    }
  }

  /// Writes help or the version, and ends the program.
  private static func finish(writing text: String) -> Never {
    do throws(Failure) {
      try StandardOutput(protecting: ProtectedFiles()).write(whole: text + "\n")
    } catch {
      error.status.exit(saying: error.message)
    }
    ExitStatus.success.exit()
  }
}
