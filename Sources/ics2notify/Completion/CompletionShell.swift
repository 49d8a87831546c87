import ArgumentParser

/// A shell that completes command lines.
enum CompletionShell: String, ExpressibleByArgument, CaseIterable {
  case bash, zsh, fish

  /// The script in `ShellScripts` that SwiftPM has put into the program, as it is.
  var script: [UInt8] {
    switch self {
    case .bash: PackageResources.ics2notify_bash
    case .zsh: PackageResources._ics2notify
    case .fish: PackageResources.ics2notify_fish
    }
  }
}
