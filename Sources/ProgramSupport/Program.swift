import WorkSharing

/// The name and the version of the program.
package enum Program {
  /// The name of the command.
  package static let name = "ics2notify"
  /// The version (Semantic Versioning).
  package static let version = "0.1.0"
}

/// The parts of the command line that the program needs before and besides its commands.
package struct Invocation: Sendable {
  /// The name by which the program was started, its first argument.
  let program: String
  /// The format of standard error.
  package let format: DiagnosticFormat
  /// Whether this process is a worker of a batch, which does not write the exit status.
  let isWorker: Bool

  /// Makes an invocation; messages are text by default.
  package init(
    of program: String = Program.name, format: DiagnosticFormat = .text, isWorker: Bool = false
  ) {
    self.program = program
    self.format = format
    self.isWorker = isWorker
  }

  private static let ofProcess = Guarded(Invocation())

  /// The invocation of this process, which `main` sets before any message.
  package static var current: Invocation {
    get { ofProcess.withLock { $0 } }
    set { ofProcess.withLock { $0 = newValue } }
  }
}

/// The format of standard error (`--diagnostics`).
package enum DiagnosticFormat: String, CaseIterable, Sendable {
  case text, json
}
