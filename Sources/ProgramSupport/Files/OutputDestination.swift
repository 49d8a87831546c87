import CSystem

/// The destination of a result.
package enum OutputDestination {
  case standardOutput
  /// A file; the batch itself flushes and cleans up one of many.
  case file(FilePath, isOneOfMany: Bool = false)
  /// A value in a line of JSON.
  case value(ResultBuffer)

  /// The destination that `--output` names.
  package init(_ output: FilePath?) {
    if let output, !output.isHyphen { self = .file(output) } else { self = .standardOutput }
  }

  /// Whether the result is a value in a line of JSON.
  package var isValue: Bool { if case .value = self { true } else { false } }

  /// Whether a batch writes the result, with others.
  package var isOneOfMany: Bool {
    switch self {
    case .standardOutput: false
    case .file(_, let isOneOfMany): isOneOfMany
    case .value: true
    }
  }

  /// Opens the destination, but refuses to replace a protected file.
  ///
  /// `isShort` means that the caller writes a single piece immediately.
  package func open(
    protecting protected: ProtectedFiles, inOnePiece isShort: Bool = false
  ) throws(Failure) -> ResultStream {
    switch self {
    case .standardOutput: try StandardOutput(protecting: protected).stream
    case .file(let path, let isOneOfMany):
      try ResultFile(path, isOneOfMany: isOneOfMany, protecting: protected)
        .open(inOnePiece: isShort)
    case .value(let result): result.stream
    }
  }

  /// Writes a result at once, but refuses to replace a protected file.
  package func write(
    whole bytes: some Sequence<UInt8>, protecting protected: ProtectedFiles
  ) throws(Failure) {
    let stream = try open(protecting: protected, inOnePiece: true)
    stream.append { $0 += bytes }
    try stream.close()
  }

  /// Writes a table, fitted to the width of a terminal.
  ///
  /// `table` formats the table for a width in columns, or without a limit if that is nil.
  /// `hasHeadings` means that the first line has headings.
  package func write(
    table: (Int?) -> String, hasHeadings: Bool, protecting protected: ProtectedFiles
  ) throws(Failure) {
    guard case .standardOutput = self else {
      return try write(whole: table(nil).utf8, protecting: protected)
    }
    let terminal = Terminal(.output)
    var text = table(terminal.columns)
    if hasHeadings, let end = text.firstIndex(of: "\n") {
      text = terminal.painted(text[..<end], as: .heading) + text[end...]
    }
    try write(whole: text.utf8, protecting: protected)
  }
}

/// Buffers the pieces of a result, and writes them in large blocks.
package final class ResultStream {
  private var buffer: [UInt8] = []
  private let write: ([UInt8]) -> Void
  private let finish: () throws(Failure) -> Void

  /// The bytes that are buffered before a write.
  private static let bufferSize = 1 << 16

  init(
    write: @escaping ([UInt8]) -> Void, finish: @escaping () throws(Failure) -> Void = {}
  ) {
    self.write = write
    self.finish = finish
  }

  /// Appends the UTF-8 bytes of a text.
  package func append(_ text: String) { append { $0 += text.utf8 } }

  /// Appends the UTF-8 bytes that a closure appends.
  package func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    if buffer.count >= ResultStream.bufferSize { flush() }
  }

  /// Writes the buffered bytes immediately.
  package func flush() {
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the buffered bytes, and completes the result.
  package func close() throws(Failure) {
    flush()
    try finish()
  }
}

/// Standard output, which a reader such as `head` can close early.
package struct StandardOutput {
  /// Throws an error if standard output goes into a protected file.
  package init(protecting protected: ProtectedFiles) throws(Failure) {
    try protected.checkStandardOutput()
  }

  var stream: ResultStream { ResultStream(write: write(whole:)) }

  /// Writes a text; exits on an error.
  package func write(whole text: String) { write(whole: Array(text.utf8)) }

  /// Writes bytes; exits on an error, with success if the reader has closed the pipe.
  package func write(whole bytes: [UInt8]) {
    let code = writeAll(STDOUT_FILENO, bytes, bytes.count)
    guard code != EPIPE else { ExitStatus.success.exit() }
    guard code == 0 else {
      ExitStatus.cannotCreate.exit(
        saying: "standard output can't be written: \(SystemError(code: code).reason)")
    }
  }
}

/// Collects a result for a value in a line of JSON.
package final class ResultBuffer {
  /// The result so far; empty if it exceeds the limit.
  package private(set) var bytes: [UInt8] = []
  private let limit: Int
  private var isTooLong = false

  /// Makes a buffer for at most `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  var stream: ResultStream {
    ResultStream { more in
      self.isTooLong = self.isTooLong || self.bytes.count + more.count > self.limit
      if self.isTooLong { self.bytes = [] } else { self.bytes += more }
    } finish: { () throws(Failure) in
      guard self.isTooLong else { return }
      throw Failure(
        .cannotCreate,
        "the result has more than \(self.limit >> 20) MiB, the most that a line may have; --output "
          + "writes files of any size")
    }
  }
}
