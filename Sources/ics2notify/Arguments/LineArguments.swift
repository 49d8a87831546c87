import ArgumentParser

/// The options of subcommands that write lines, as they are typed.
struct LineArguments: ParsableArguments {
  @Option(
    name: [.long, .customShort("o")],
    help: ArgumentHelp(
      "The file to write, or with --each the directory (default: standard output).",
      valueName: "path"), completion: .file())
  var output: FilePath?

  /// Where the results of many calendars go.
  func batchOutput(of subcommand: SubcommandName, as format: some LineFormat) -> BatchOutput {
    guard let output, !output.isHyphen else { return .lines }
    return .files(output, suffix: ".\(subcommand.rawValue).\(format.fileExtension)")
  }

  /// Rejects contradictory options.
  func check(isForEach: Bool, as format: some LineFormat) throws {
    guard isForEach, !format.isJSON, output?.isHyphen ?? true else { return }
    throw ValidationError(
      "with --each, \(format.rawValue) goes into files: --output names their directory")
  }
}

/// How a subcommand writes its lines.
protocol LineFormat: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {
  /// Whether results of many calendars can stand in lines of JSON.
  var isJSON: Bool { get }
  /// What the names of files end in.
  var fileExtension: String { get }
}

/// How `fires` writes its lines.
enum FireFormat: String, LineFormat {
  case jsonl, text, agenda

  var isJSON: Bool { self == .jsonl }
  var fileExtension: String { self == .jsonl ? "jsonl" : "txt" }
}

/// How `simulate` writes its lines; `html` is a page in place of them.
enum SimulationFormat: String, LineFormat {
  case jsonl, text, html

  var isJSON: Bool { self == .jsonl }

  var fileExtension: String {
    switch self {
    case .jsonl: "jsonl"
    case .text: "txt"
    case .html: "html"
    }
  }
}
