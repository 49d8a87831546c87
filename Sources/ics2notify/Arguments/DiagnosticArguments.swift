import ArgumentParser

/// The option about what standard error has, as it is typed.
struct DiagnosticArguments: ParsableArguments {
  @Option(
    name: .customLong("diagnostics"),
    help: ArgumentHelp(
      "How standard error tells what is found: text for people, or json for programs.",
      valueName: "format"))
  var format = DiagnosticFormat.text

  /// The option for a worker of a batch, as words.
  var words: [String] { format == .text ? [] : ["--diagnostics=\(format.rawValue)"] }
}
