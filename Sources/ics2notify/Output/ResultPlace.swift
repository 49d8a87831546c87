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

  /// Begins a result in pieces.
  ///
  /// - Parameter protected: What it may not replace.
  /// - Throws: Why it can't be written.
  /// - Returns: What takes it.
  func open(protecting protected: ProtectedFiles) throws(Failure) -> any ResultStream {
    switch self {
    case .standardOutput: try StandardOutput(protecting: protected)
    case .file(let path, let isOneOfMany):
      try ResultFile(path, isOneOfMany: isOneOfMany, protecting: protected).open()
    case .value(let result): result
    }
  }

  /// Puts a whole result there.
  ///
  /// - Parameters:
  ///   - bytes: The result.
  ///   - protected: What it may not replace.
  /// - Throws: Why it can't be written.
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

  /// Puts a table there: as wide as the terminal where a person looks at it.
  ///
  /// - Parameters:
  ///   - table: Makes the table for a number of columns; nil for as many as it takes.
  ///   - hasHeadings: Whether its first line is one of headings.
  ///   - protected: What it may not replace.
  /// - Throws: Why it can't be written.
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
