import ArgumentParser

/// `ics2notify completions`: the script with which a shell completes command lines.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .completions,
    abstract: "Print the script with which a shell completes command lines.",
    examples: [
      "ics2notify completions bash > ~/.local/share/bash-completion/completions/ics2notify",
      "ics2notify completions fish > ~/.config/fish/completions/ics2notify.fish",
    ])

  /// A shell that has such a script.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws {
    let shell: CompletionShell =
      switch shell {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    try StandardOutput(protecting: ProtectedFiles())
      .write(whole: ICS2Notify.completionScript(for: shell) + "\n")
    ExitStatus.success.exit()
  }
}
