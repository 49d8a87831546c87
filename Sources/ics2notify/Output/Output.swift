import CFiles
import ReminderCompiler
import TextSafety

/// Where results go: standard output, in large pieces.
///
/// A reader that goes away early, as `head` does, is no error.
final class Output {
  private var buffer: [UInt8] = []

  /// How many bytes are gathered before they are written.
  private static let bufferSize = 1 << 16

  private init() {}

  /// A writer to standard output; one is enough, since each has its own buffer.
  ///
  /// - Parameter protected: What was read, into which nothing is written.
  /// - Throws: Where it would go into a calendar.
  /// - Returns: The writer.
  static func standard(protecting protected: ProtectedFiles) throws(Failure) -> Output {
    try protected.checkStandardOutput()
    return Output()
  }

  /// Writes a text.
  func write(_ text: String) {
    buffer += text.utf8
    if buffer.count >= Output.bufferSize { flush() }
  }

  /// Writes what is gathered; ends the program where that fails.
  func flush() {
    let code = writeAll(STDOUT_FILENO, buffer, buffer.count)
    guard code != EPIPE else { ExitStatus.success.exit() }
    guard code == 0 else {
      ExitStatus.cannotCreate.exit(saying: "standard output can't be written: \(reason(of: code))")
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes a whole result.
  func write(whole text: String) {
    write(text)
    flush()
  }
}

/// Where everything but results goes.
enum StandardError {
  /// Whether a person reads along.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a text; what can't be written is dropped, for there is nobody left to tell.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = writeAll(STDERR_FILENO, bytes, bytes.count)
  }

  /// Writes a line with the program's name before it and nothing in it that a terminal obeys.
  static func say(_ line: String) {
    write(TerminalText.oneLine("ics2notify: \(line)") + "\n")
  }
}
