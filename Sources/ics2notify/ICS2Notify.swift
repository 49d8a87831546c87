import ArgumentParser
import CSystem
import CivilTime
import Foundation
import TextSafety

/// The program: `ics2notify [compile|fires|simulate|explain|diff] [OPTIONS] PATH...`.
@main
struct ICS2Notify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ics2notify",
    abstract:
      "Compile calendars into reminders: at most 64 notification requests, or systemd timers.",
    usage: "ics2notify [compile|fires|simulate|explain|diff] [OPTIONS] PATH...",
    version: Version.text,
    subcommands: [
      CompileCommand.self, FiresCommand.self, SimulateCommand.self, ExplainCommand.self,
      DiffCommand.self,
    ],
    defaultSubcommand: CompileCommand.self)

  /// Runs the program and ends it with the status that the manual page documents.
  static func main() async {
    prepareStandardFiles()
    let arguments = ProgramArguments.all
    if ["-h", "--help", "help"].contains(arguments.first), arguments.count == 1 {
      finish(writing: topLevelHelp)
    }
    guard ZoneDatabase().zone(named: "Europe/Berlin") != nil else {
      // A statically linked program without its zone data would take every zone for unknown.
      ExitStatus.internalError.exit(saying: "the time zone data is missing")
    }
    do {
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as Failure {
      failure.status.exit(saying: failure.message)
    } catch {
      let code = exitCode(for: error)
      guard !code.isSuccess else { finish(writing: fullMessage(for: error) + "\n") }
      // The parser quotes what was typed, which may be a file's name that a shell put in.
      let lines = fullMessage(for: error).split(
        separator: "\n", omittingEmptySubsequences: false)
      StandardError.write(lines.map { TerminalText.oneLine(String($0)) + "\n" }.joined())
      exit(withError: code)
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

  /// The help of the program, with the options of `compile`, which needn't be named.
  private static var topLevelHelp: String {
    let own = ICS2Notify.helpMessage(columns: nil)
    let compile = CompileCommand.helpMessage(columns: nil)
    guard let start = compile.range(of: "ARGUMENTS:"),
      let end = compile.range(of: "  -h, --help"),
      let options = own.range(of: "OPTIONS:\n")
    else { return own + "\n" + compile + "\n" }
    return own[..<options.lowerBound] + "COMPILE "
      + compile[start.lowerBound..<end.lowerBound] + own[options.upperBound...] + "\n"
  }
}
