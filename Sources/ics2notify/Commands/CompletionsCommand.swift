import ArgumentParser

/// `ics2notify completions`: the script with which a shell completes command lines.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .completions, "<shell>",
    abstract: "Print the completion script of a shell.",
    examples: [
      "ics2notify completions bash > \\",
      "    ~/.local/share/bash-completion/completions/ics2notify",
      "ics2notify completions fish > ~/.config/fish/completions/ics2notify.fish",
    ])

  /// A shell that has such a script.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    /// What completes the arguments of the default command, which the parser's script doesn't.
    ///
    /// In front of them the function inserts the command's name.
    func addition(_ names: [String]) -> String {
      switch self {
      case .bash:
        """
        _ics2notify() {
            case "${COMP_WORDS[1]}" in
            \(names.joined(separator: "|"))) _ics2notify_command "$@"; return ;;
            esac
            [[ "${COMP_CWORD}" -ne 1 ]] || _ics2notify_command "$@"
            local -a words=("${COMP_WORDS[@]}")
            local -a COMP_WORDS=("${words[0]}" compile "${words[@]:1}")
            local -i COMP_CWORD="$((COMP_CWORD + 1))"
            _ics2notify_command "$@"
        }


        """
      case .zsh:
        """
        _ics2notify() {
            local -i ret=1
            if [[ "${words[2]}" = (\(names.joined(separator: "|"))) ]]; then
                _ics2notify_command "${@}"
                return
            fi
            (( CURRENT != 2 )) || _ics2notify_command "${@}" && ret=0
            words=("${words[1]}" compile "${(@)words[2,-1]}")
            (( CURRENT++ ))
            _ics2notify_command "${@}" && ret=0
            return "${ret}"
        }


        """
      case .fish:
        """

        function __ics2notify_has_no_command
            set -l tokens (commandline -opc)
            not contains -- "$tokens[2]" \(names.joined(separator: " "))
        end
        complete -c 'ics2notify' -n '__ics2notify_has_no_command' -F
        """
      }
    }

    /// The script.
    var script: String {
      let names =
        CommandName.allCases.filter { $0 != .show }.map(\.rawValue) + ["help"]
      let addition = addition(names)
      switch self {
      case .bash:
        return ICS2Notify.completionScript(for: .bash)
          .replacing("\n_ics2notify() {", with: "\n_ics2notify_command() {")
          .replacing("\ncomplete ", with: "\n\(addition)complete ")
      case .zsh:
        return ICS2Notify.completionScript(for: .zsh)
          .replacing("\n_ics2notify() {", with: "\n_ics2notify_command() {")
          .replacing("\nif [[ \"${funcstack", with: "\n\(addition)if [[ \"${funcstack")
      case .fish: return ICS2Notify.completionScript(for: .fish) + addition
      }
    }
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws {
    try StandardOutput(protecting: ProtectedFiles()).write(whole: shell.script + "\n")
    ExitStatus.success.exit()
  }
}
