import ArgumentParser

/// The options of subcommands that write lines, as they are typed.
struct LineArguments: DeclaredArguments {
  var output: FilePath?

  static let declarations: ArgumentDeclarations<Self> = [
    .option(
      "output", \.output, short: "o",
      help: ArgumentHelp(
        "The file to write, or with --each the directory (default: standard output).",
        valueName: "path"))
  ]

  /// Where the results of many calendars go.
  func batchOutput(of subcommand: SubcommandName, as format: some LineFormat) -> BatchOutput {
    guard let output, !output.isHyphen else { return .lines }
    return .files(output, suffix: ".\(subcommand.rawValue).\(format.fileExtension)")
  }

  /// Refuses what makes no sense.
  ///
  /// - Parameters:
  ///   - isForEach: Whether there is a result of each calendar.
  ///   - format: How it is written.
  /// - Throws: What to tell the user.
  func check(isForEach: Bool, as format: some LineFormat) throws {
    guard isForEach, !format.isJSON, output?.isHyphen ?? true else { return }
    throw ValidationError(
      "with --each, \(format.rawValue) goes into files: --output names their directory")
  }
}
