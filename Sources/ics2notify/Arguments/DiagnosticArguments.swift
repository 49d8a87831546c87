import ArgumentParser

/// The option about what standard error has, as it is typed.
struct DiagnosticArguments: DeclaredArguments {
  var format = DiagnosticFormat.text

  static let declarations: ArgumentDeclarations<Self> = [
    .option(
      "diagnostics", \.format,
      help: ArgumentHelp(
        "How standard error tells what is found: text for people, or json for programs.",
        valueName: "format"))
  ]

  /// The option for a worker of a batch, as words.
  var words: [String] { format == .text ? [] : ["--diagnostics=\(format.rawValue)"] }
}
