package import CSystem
package import CivilTime
public import ICalendarReader
package import WorkSharing

#if Libical && os(Linux)
  import Libical
#endif

/// A file that is to be read.
package struct ReadableFile: Sendable {
  /// The path as the system has it, UTF-8 or not.
  package let path: [UInt8]
  /// The name under which it is reported.
  package let name: String
  /// Whether a pipe or a device is read, however long that takes; else it is refused.
  package let waits: Bool

  /// Names a file.
  package init(path: [UInt8], name: String, waits: Bool) {
    self.path = path
    self.name = name
    self.waits = waits
  }
}

/// The result of reading a file.
package struct ScannedFile: Sendable {
  /// Where its components are, or why it gives no calendar.
  package let result: Result<CalendarScan, ReadingError>
  /// The facts about the file; nil if it could not be opened.
  package let facts: FileFacts?
}

extension CalendarReader {
  /// The name under which standard input is reported.
  public static let standardInputName = "<stdin>"

  /// Reads a file and finds its components.
  ///
  /// - Parameter path: The file's path.
  /// - Throws: Why the file gives no calendar.
  /// - Returns: Where the components are.
  public func scan(path: String) throws(ReadingError) -> CalendarScan {
    try scan(ReadableFile(path: Array(path.utf8), name: path, waits: true), .one).result.get()
  }

  /// Reads standard input and finds its components.
  ///
  /// - Throws: Why it gives no calendar.
  /// - Returns: Where the components are.
  public func scanStandardInput() throws(ReadingError) -> CalendarScan {
    try scanStandardInput(.one)
  }

  /// Reads standard input and finds its components in parallel.
  package func scanStandardInput(_ workers: Workers) throws(ReadingError) -> CalendarScan {
    let name = CalendarReader.standardInputName
    return try scan(PlainBytes(FileBytes.readStandardInput(name: name), of: name), name, workers)
  }

  /// Reads files and finds their components in parallel.
  ///
  /// - Returns: The result of each file, in the same order.
  package func scan(_ files: [ReadableFile], _ workers: Workers) -> [ScannedFile] {
    workers.map(files) { scan($0, workers) }
  }

  /// Reads a file and finds its components in parallel.
  package func scan(_ file: ReadableFile, _ workers: Workers) -> ScannedFile {
    var facts: FileFacts?
    let result = Result { () throws(ReadingError) in
      let bytes = try FileBytes.readUnchanged(
        path: file.path, name: file.name, waits: file.waits, &facts)
      return try scan(PlainBytes(bytes, of: file.name), file.name, workers)
    }
    return ScannedFile(result: result, facts: facts)
  }

  private func scan(
    _ plain: PlainBytes, _ file: String, _ workers: Workers
  ) throws(ReadingError) -> CalendarScan {
    let found = Result { () throws(ReadingError) in
      try scan(plain.bytes, file: file, workers)
    }
    return try plain.completing(found, of: file)
  }
}

extension CalendarReader {
  /// The reader of the program: it asks libical where that can be relied on, unless the package was
  /// built without.
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
