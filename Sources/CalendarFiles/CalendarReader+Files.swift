package import CSystem
package import CivilTime
public import ICalendarReader
package import WorkSharing

#if Libical && os(Linux)
  import Libical
#endif

/// A file to read.
package struct ReadableFile: Sendable {
  /// The path in the bytes of the file system, which may not be UTF-8.
  package let path: [UInt8]
  /// The name of the file in diagnostics.
  package let name: String
  /// Whether to wait for a pipe or a device; otherwise only ordinary files are accepted.
  package let waits: Bool

  /// Makes a file from its path and name.
  package init(path: [UInt8], name: String, waits: Bool) {
    self.path = path
    self.name = name
    self.waits = waits
  }
}

/// The result of reading a file.
package struct ScannedFile: Sendable {
  /// The locations of the components, or the reason why the file is not a calendar.
  package let result: Result<CalendarScan, ReadingError>
  /// The properties of the file; nil if it could not be opened.
  package let facts: FileFacts?
}

extension CalendarReader {
  /// The name of standard input in diagnostics.
  public static let standardInputName = "<stdin>"

  /// Reads a file and finds its components.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: The reason why the file is not a calendar.
  /// - Returns: The locations of the components.
  public func scan(path: String) throws(ReadingError) -> CalendarScan {
    try scan(ReadableFile(path: Array(path.utf8), name: path, waits: true), workers: .one).result
      .get()
  }

  /// Reads standard input and finds its components.
  ///
  /// - Throws: The reason why the input is not a calendar.
  /// - Returns: The locations of the components.
  public func scanStandardInput() throws(ReadingError) -> CalendarScan {
    try scanStandardInput(.one)
  }

  /// Reads standard input and finds its components in parallel.
  package func scanStandardInput(_ workers: Workers) throws(ReadingError) -> CalendarScan {
    let name = CalendarReader.standardInputName
    return try scan(
      PlainBytes(FileBytes.readStandardInput(name: name), of: name), file: name, workers: workers)
  }

  /// Reads files and finds their components in parallel.
  ///
  /// - Returns: The result of each file, in the same order.
  package func scan(_ files: [ReadableFile], workers: Workers) -> [ScannedFile] {
    workers.map(files) { scan($0, workers: workers) }
  }

  /// Reads a file and finds its components in parallel.
  package func scan(_ file: ReadableFile, workers: Workers) -> ScannedFile {
    var facts: FileFacts?
    let result = Result { () throws(ReadingError) in
      let bytes = try FileBytes.read(
        path: file.path, name: file.name, waits: file.waits, limit: CalendarReader.sizeLimit,
        &facts)
      return try scan(PlainBytes(bytes, of: file.name), file: file.name, workers: workers)
    }
    return ScannedFile(result: result, facts: facts)
  }

  private func scan(
    _ plain: PlainBytes, file: String, workers: Workers
  ) throws(ReadingError) -> CalendarScan {
    let found = Result { () throws(ReadingError) in
      try scan(plain.bytes, file: file, workers: workers)
    }
    return try plain.completing(found, of: file)
  }
}

extension CalendarReader {
  /// Makes the reader of the program.
  ///
  /// On Linux it parses lines with libical if that is reliable, unless the package was built
  /// without libical.
  package static func ofProgram(
    zones: ZoneDatabase, _ options: ReadingOptions
  ) -> CalendarReader {
    #if Libical && os(Linux)
      CalendarReader(zones: zones, options: options, grammar: CheckedGrammar.init)
    #else
      CalendarReader(zones: zones, options: options)
    #endif
  }
}
