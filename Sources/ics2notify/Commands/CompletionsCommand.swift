import ArgumentParser
import ProgramSupport

/// `ics2notify completions`: the completion script of a shell.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .completions, arguments: "<shell>",
    abstract: "Print the completion script of a shell.",
    examples: [
      "ics2notify completions bash > \\",
      "    ~/.local/share/bash-completion/completions/ics2notify",
      "ics2notify completions fish > ~/.config/fish/completions/ics2notify.fish",
    ])

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws {
    let script =
      switch shell {
      case .bash: ICS2Notify.completionScript(for: .bash)
      case .zsh: ICS2Notify.completionScript(for: .zsh)
      case .fish: ICS2Notify.completionScript(for: .fish)
      }
    try StandardOutput(protecting: ProtectedFiles()).write(whole: script + "\n")
    ExitStatus.success.exit()
  }
}
