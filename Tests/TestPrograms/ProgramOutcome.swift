package import Foundation

/// The output and exit status of a program.
package struct ProgramOutcome: Sendable {
  /// Standard output.
  package let output: Data
  /// Standard error.
  package let errors: String
  /// The exit status, or the number of the signal that ended the program.
  package let status: Int32
  /// Whether the program exited, rather than being ended by a signal.
  package let hasExited: Bool

  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines of standard output.
  package var lines: [String] { text.split(separator: "\n").map(String.init) }
}
