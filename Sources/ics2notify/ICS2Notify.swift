import ArgumentParser
import CSystem
import CivilTime
import TextSafety

/// The program: `ics2notify [COMMAND] [OPTIONS] PATH...`.
@main
struct ICS2Notify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProgramArguments.programName,
    abstract:
      "Compile calendars into reminders: at most 64 notification requests, or systemd timers.",
    usage: "ics2notify [<command>] [<options>] <path> ...",
    version: version,
    subcommands: [
      CompileCommand.self, AgendaCommand.self, FiresCommand.self, SimulateCommand.self,
      ExplainCommand.self, DiffCommand.self, SchemaCommand.self, CompletionsCommand.self,
      InstallCommand.self, StatusCommand.self, RenewCommand.self, UninstallCommand.self,
      TestCommand.self, BatchCommand.self, ShowCommand.self,
    ],
    defaultSubcommand: CompileCommand.self)

  /// The version, and the time zone data that decides when reminders fire.
  private static var version: String {
    "ics2notify \(Version.number)\ntime zone data: \(ZoneDatabase.ofMachine.dataDescription)"
  }

  /// Runs the program and ends it with the status that the manual page documents.
  static func main() {
    prepareStandardFiles()
    var arguments = ProgramArguments.all
    // The parser has a long name for it alone.
    if arguments.count <= 2, arguments.last == "-V" {
      arguments[arguments.count - 1] = "--version"
    }
    if ["-h", "--help", "help"].contains(arguments.first), arguments.count == 1 {
      finish(writing: helpMessage(columns: nil) + "\n")
    }
    do {
      var command = try parseAsRoot(arguments)
      guard ZoneDatabase.ofMachine.hasZones else {
        // Without the system's data, a statically linked program can lack Foundation's, too.
        ExitStatus.internalError.exit(saying: "the time zone data is missing")
      }
      if let command = command as? any CalendarCommand, !command.calendars.input.files.isEmpty {
        try run(command)
      } else {
        try command.run()
      }
      StandardError.end(ExitStatus.success.rawValue)
    } catch let failure as Failure {
      failure.status.exit(saying: failure.message)
    } catch {
      let code = exitCode(for: error)
      guard !code.isSuccess else { finish(writing: fullMessage(for: error) + "\n") }
      guard DiagnosticFormat.asked == .text else {
        StandardError.say(.error, message(for: error))
        StandardError.end(code.rawValue)
        exit(withError: code)
      }
      // The parser quotes what was typed, which may be a file's name that a shell put in.
      let lines = fullMessage(for: error).split(
        separator: "\n", omittingEmptySubsequences: false)
      StandardError.write(lines.map { TerminalText.oneLine(String($0)) + "\n" }.joined())
      exit(withError: code)
    }
  }

  /// Runs a command with the arguments of the files that it names.
  private static func run<Command: CalendarCommand>(_ typed: Command) throws {
    let arguments = try CommandWithFiles<Command>(
      typed.calendars.input.files, before: ProgramArguments.own,
      for: [
        CompileCommand.self, AgendaCommand.self, FiresCommand.self, SimulateCommand.self,
        ExplainCommand.self, InstallCommand.self,
      ])
    var command = arguments.command
    do {
      try command.run()
    } catch let failure as Failure {
      throw arguments.located(failure)
    }
  }

  /// Writes what was asked for in place of a result, and ends the program.
  private static func finish(writing text: String) -> Never {
    do throws(Failure) {
      try StandardOutput(protecting: ProtectedFiles()).write(whole: text)
    } catch {
      error.status.exit(saying: error.message)
    }
    ExitStatus.success.exit()
  }
}
