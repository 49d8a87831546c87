import ArgumentParser

/// `ics2notify completions`: what has a shell complete command lines.
struct CompletionsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      .completions,
      abstract: "Print the script with which a shell completes command lines.",
      examples: [
        "ics2notify completions bash > ~/.local/share/bash-completion/completions/ics2notify",
        "ics2notify completions fish > ~/.config/fish/completions/ics2notify.fish",
      ])
  }

  @Argument(help: "The shell.")
  var shell: CompletionShell?

  /// What the scripts ask: the words of a command line up to the cursor.
  @Option(parsing: .remaining, help: .hidden)
  var complete: [String] = []

  func validate() throws {
    guard shell != nil || ProgramArguments.own.first == "--complete" else {
      throw ValidationError(
        "which SHELL? one of \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", "))")
    }
  }

  func run() throws {
    let output = try StandardOutput(protecting: ProtectedFiles())
    if let shell {
      output.write(whole: shell.script)
    } else {
      let completion = try CommandLineCompletion(complete, command: \.command)
      output.write(whole: completion.answer.text)
    }
    ExitStatus.success.exit()
  }
}
