import ArgumentParser

/// The options of subcommands that write lines, as they are typed.
struct LineArguments: ParsableArguments {
  @Option(name: .shortAndLong, help: "How to write the lines.")
  var format = LineFormat.jsonl

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, or with --each the directory (default: standard output).",
      valueName: "path"))
  var output: FilePath?

  /// The options that decide what comes out, as words.
  var words: [String] { ["--format=\(format.rawValue)"] }

  /// Where the results of many calendars go.
  func batchOutput(of subcommand: SubcommandName) -> BatchOutput {
    guard let output, !output.isHyphen else { return .lines }
    return .files(
      output, suffix: ".\(subcommand.rawValue)." + (format == .jsonl ? "jsonl" : "txt"))
  }

  /// Refuses what makes no sense.
  ///
  /// - Parameter isForEach: Whether there is a result of each calendar.
  /// - Throws: What to tell the user.
  func check(isForEach: Bool) throws {
    guard isForEach, format == .text, output?.isHyphen ?? true else { return }
    throw ValidationError("with --each, text goes into files: --output names their directory")
  }
}
