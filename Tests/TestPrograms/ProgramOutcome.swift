package import Foundation

/// What a run of a program left behind.
package struct ProgramOutcome: Sendable {
  /// Standard output.
  package let output: Data
  /// Standard error.
  package let errors: String
  /// The exit status, or the signal that ended it.
  package let status: Int32
  /// Whether it ended by itself rather than by a signal.
  package let hasExited: Bool

  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines of standard output.
  package var lines: [String] { text.split(separator: "\n").map(String.init) }
}
