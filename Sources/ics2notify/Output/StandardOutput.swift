import CSystem

/// Where results go: standard output, in large pieces.
///
/// A reader that goes away early, as `head` does, is no error.
final class StandardOutput {
  private var buffer: [UInt8] = []

  /// How many bytes are gathered before they are written.
  private static let bufferSize = 1 << 16

  /// Begins to write; one writer is enough, since each has its own buffer.
  ///
  /// - Parameter protected: What was read, into which nothing is written.
  /// - Throws: Where it would go into a calendar.
  init(protecting protected: ProtectedFiles) throws(Failure) {
    try protected.checkStandardOutput()
  }

  /// Writes a text.
  func write(_ text: String) { append { $0 += text.utf8 } }

  /// Writes what a function appends in UTF-8.
  func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    if buffer.count >= StandardOutput.bufferSize { flush() }
  }

  /// Writes what is gathered; ends the program where that fails.
  func flush() {
    let code = writeAll(STDOUT_FILENO, buffer, buffer.count)
    guard code != EPIPE else { ExitStatus.success.exit() }
    guard code == 0 else {
      ExitStatus.cannotCreate.exit(
        saying: "standard output can't be written: \(SystemError(code: code).reason)")
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes a whole result.
  func write(whole text: String) { write(whole: text.utf8) }

  /// Writes a whole result in UTF-8.
  func write(whole bytes: some Sequence<UInt8>) {
    buffer += bytes
    flush()
  }
}
