import Foundation

/// Where results go: standard output, in large pieces.
///
/// A reader that goes away early, as `head` does, is no error.
final class Output {
  private var buffer: [UInt8] = []
  private let handle: FileHandle

  /// How many bytes are gathered before they are written.
  private static let bufferSize = 1 << 16

  private init(_ handle: FileHandle) {
    self.handle = handle
  }

  /// A writer to standard output; one is enough, since each has its own buffer.
  static var standard: Output {
    // Without this a closed pipe kills the program before a write can tell.
    signal(SIGPIPE, SIG_IGN)
    return Output(.standardOutput)
  }

  /// Writes a text.
  func write(_ text: String) {
    buffer += text.utf8
    if buffer.count >= Output.bufferSize { flush() }
  }

  /// Writes what is gathered.
  func flush() {
    guard !buffer.isEmpty else { return }
    do {
      try handle.write(contentsOf: buffer)
    } catch {
      if Output.isClosedPipe(error) { ExitStatus.success.exit() }
      ExitStatus.cannotCreate.exit(saying: "standard output can't be written")
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes a whole result.
  func write(whole text: String) {
    write(text)
    flush()
  }

  private static func isClosedPipe(_ error: any Error) -> Bool {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain && cause.code == Int(EPIPE)
  }
}

/// Where everything but results goes.
enum StandardError {
  /// Whether a person reads along.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes a text; what can't be written is dropped.
  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
