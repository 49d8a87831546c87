import CSystem

/// The place of a result.
enum OutputDestination {
  case standardOutput
  /// A file; for one of many, the batch flushes it and cleans up.
  case file(FilePath, isOneOfMany: Bool = false)
  /// A value in a line of JSON.
  case value(ResultBuffer)

  /// The place that `--output` names.
  init(_ output: FilePath?) {
    if let output, !output.isHyphen { self = .file(output) } else { self = .standardOutput }
  }

  /// Whether the result is a value in a line of JSON.
  var isValue: Bool { if case .value = self { true } else { false } }

  var isOneOfMany: Bool {
    switch self {
    case .standardOutput: false
    case .file(_, let isOneOfMany): isOneOfMany
    case .value: true
    }
  }

  /// Begins a result in pieces, which replaces nothing that is protected.
  ///
  /// `isShort` means one piece, which is written at once.
  func open(
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

  func write(
    whole bytes: some Sequence<UInt8>, protecting protected: ProtectedFiles
  ) throws(Failure) {
    let stream = try open(protecting: protected, inOnePiece: true)
    stream.append { $0 += bytes }
    try stream.close()
  }

  /// Writes a table, as wide as a terminal.
  ///
  /// `table` makes it for a number of columns, nil for as many as it takes; `hasHeadings` says that its
  /// first line is one of headings.
  func write(
    table: (Int?) -> String, hasHeadings: Bool, protecting protected: ProtectedFiles
  ) throws(Failure) {
    guard case .standardOutput = self else {
      return try write(whole: table(nil).utf8, protecting: protected)
    }
    let terminal = Terminal(.output)
    var text = table(terminal.columns)
    if hasHeadings, let end = text.firstIndex(of: "\n") {
      text = terminal.painted(text[..<end], .heading) + text[end...]
    }
    try write(whole: text.utf8, protecting: protected)
  }
}

/// Gathers a result that is made in pieces, and passes it on in large ones.
final class ResultStream {
  private var buffer: [UInt8] = []
  private let write: ([UInt8]) -> Void
  private let finish: () throws(Failure) -> Void

  /// How many bytes are gathered before they are passed on.
  private static let bufferSize = 1 << 16

  init(
    write: @escaping ([UInt8]) -> Void, finish: @escaping () throws(Failure) -> Void = {}
  ) {
    self.write = write
    self.finish = finish
  }

  func append(_ text: String) { append { $0 += text.utf8 } }

  /// Appends what a function appends in UTF-8.
  func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    if buffer.count >= ResultStream.bufferSize { flush() }
  }

  /// Passes the gathered bytes on, for a reader who waits.
  func flush() {
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  func close() throws(Failure) {
    flush()
    try finish()
  }
}

/// Standard output; a reader can close it early, as `head` does.
struct StandardOutput {
  /// Checks that it goes into no file that is protected.
  init(protecting protected: ProtectedFiles) throws(Failure) {
    try protected.checkStandardOutput()
  }

  var stream: ResultStream { ResultStream(write: write(whole:)) }

  func write(whole text: String) { write(whole: Array(text.utf8)) }

  /// Writes a whole result in UTF-8; ends the program if that fails.
  func write(whole bytes: [UInt8]) {
    let code = writeAll(STDOUT_FILENO, bytes, bytes.count)
    guard code != EPIPE else { ExitStatus.success.exit() }
    guard code == 0 else {
      ExitStatus.cannotCreate.exit(
        saying: "standard output can't be written: \(SystemError(code: code).reason)")
    }
  }
}

/// A result that is kept, to become a value in a line of JSON.
final class ResultBuffer {
  /// The result so far; empty if it is too long.
  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private var isTooLong = false

  /// Keeps at most `limit` bytes.
  init(limit: Int) {
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
