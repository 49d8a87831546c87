import CSystem

/// Where a result goes.
enum ResultPlace {
  case standardOutput
  /// For one of many somebody else waits for the disk, and clears up.
  case file(FilePath, isOneOfMany: Bool = false)
  /// Into a line of JSON, as the value of a key.
  case value(KeptResult)

  /// The place that `--output` names.
  init(_ output: FilePath?) {
    if let output, !output.isHyphen { self = .file(output) } else { self = .standardOutput }
  }

  /// Whether the result is a value within a line of JSON.
  var isValue: Bool { if case .value = self { true } else { false } }

  /// Whether the result is one of many.
  var isOneOfMany: Bool {
    switch self {
    case .standardOutput: false
    case .file(_, let isOneOfMany): isOneOfMany
    case .value: true
    }
  }

  /// Begins a result in pieces, which replaces nothing that is protected.
  func open(protecting protected: ProtectedFiles) throws(Failure) -> any ResultStream {
    switch self {
    case .standardOutput: try StandardOutput(protecting: protected)
    case .file(let path, let isOneOfMany):
      try ResultFile(path, isOneOfMany: isOneOfMany, protecting: protected).open()
    case .value(let result): result
    }
  }

  /// Puts a whole result there.
  func write(
    whole bytes: some Sequence<UInt8>, protecting protected: ProtectedFiles
  ) throws(Failure) {
    let stream: any ResultStream =
      if case .file(let path, let isOneOfMany) = self {
        try ResultFile(path, isOneOfMany: isOneOfMany, protecting: protected).open(inOnePiece: true)
      } else {
        try open(protecting: protected)
      }
    stream.append { $0 += bytes }
    try stream.close()
  }

  /// Puts a table there, as wide as the terminal if there is one.
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

/// Takes a result in pieces.
protocol ResultStream: AnyObject {
  /// Takes what a function appends in UTF-8.
  func append(_ body: (inout [UInt8]) -> Void)

  /// Passes on what is gathered, for who reads along.
  func flush()

  /// Ends the result.
  func close() throws(Failure)
}

extension ResultStream {
  /// Takes a text.
  func write(_ text: String) { append { $0 += text.utf8 } }
}

extension StandardOutput: ResultStream {
  func close() { flush() }
}

/// Where results go: standard output, in large pieces.
///
/// A reader that goes away early, as `head` does, is no error.
final class StandardOutput {
  private var buffer: [UInt8] = []

  /// How many bytes are gathered before they are written.
  private static let bufferSize = 1 << 16

  /// Begins to write; one writer is enough, since each has its own buffer.
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

/// A result that is written in pieces, and stands in its place when it is closed.
///
/// What was not closed, since a signal ended the program, is taken away by the next run beside it.
final class OpenResult: ResultStream {
  private let descriptor: Int32
  /// Puts what was written into place, or takes it away where a number of an error is given.
  private let finish: (Int32) throws(Failure) -> Void
  private var code: Int32 = 0
  private var buffer: [UInt8] = []

  /// How many bytes are gathered before they are written.
  private static let bufferSize = 1 << 16

  /// Begins.
  ///
  /// - Parameters:
  ///   - descriptor: Where pieces are written.
  ///   - finish: Puts what was written into place, or takes it away where a number of an error is
  ///     given.
  init(_ descriptor: Int32, finish: @escaping (Int32) throws(Failure) -> Void) {
    self.descriptor = descriptor
    self.finish = finish
  }

  func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    if buffer.count >= OpenResult.bufferSize { flush() }
  }

  /// Writes what is gathered; after an error nothing more.
  func flush() {
    if code == 0 { code = writeAll(descriptor, buffer, buffer.count) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts what was written into place.
  func close() throws(Failure) {
    flush()
    try finish(code)
  }
}

/// A result that is kept to stand in a line with other values.
final class KeptResult: ResultStream {
  /// What there is of it.
  private(set) var bytes: [UInt8] = []
  private let limit: Int
  private var isTooLong = false

  /// Begins.
  ///
  /// - Parameter limit: The most bytes that are kept.
  init(limit: Int) {
    self.limit = limit
  }

  func append(_ body: (inout [UInt8]) -> Void) {
    guard !isTooLong else { return }
    body(&bytes)
    guard bytes.count > limit else { return }
    isTooLong = true
    bytes = []
  }

  func flush() {}

  func close() throws(Failure) {
    guard isTooLong else { return }
    throw Failure(
      .cannotCreate,
      "the result has more than \(limit >> 20) MiB, the most that a line may have; --output writes "
        + "files of any size")
  }
}
