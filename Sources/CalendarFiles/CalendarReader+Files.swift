package import CSystem
public import ICalendarReader
package import WorkSharing

/// A file that is to be read.
package struct ReadableFile: Sendable {
  /// The path as the system has it, UTF-8 or not.
  package let path: [UInt8]
  /// The name under which it is reported.
  package let name: String
  /// Whether a pipe or a device is read, however long that takes; else it is refused.
  package let waits: Bool

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: The path as the system has it.
  ///   - name: The name under which it is reported.
  ///   - waits: Whether a pipe or a device is read.
  package init(path: [UInt8], name: String, waits: Bool) {
    self.path = path
    self.name = name
    self.waits = waits
  }
}

/// What came of a file.
package struct ScannedFile: Sendable {
  /// Where its components stand, or why it gives no calendar.
  package let result: Result<CalendarScan, ReadingError>
  /// Which file it was; nil where it could not be opened or read.
  package let facts: FileFacts?
}

extension CalendarReader {
  /// The name under which standard input is reported.
  public static let standardInputName = "<stdin>"

  /// Reads a file and finds its components.
  ///
  /// - Parameter path: The file's path.
  /// - Throws: Why the file gives no calendar.
  /// - Returns: Where the components stand.
  public func scan(path: String) throws(ReadingError) -> CalendarScan {
    try scan(path: Array(path.utf8), name: path, waits: true)
  }

  /// Reads a file and finds its components.
  ///
  /// - Parameters:
  ///   - path: The file's path as the system has it, UTF-8 or not.
  ///   - name: The name under which it is reported.
  ///   - waits: Whether a pipe or a device is read, however long that takes; else it is refused.
  /// - Throws: Why the file gives no calendar.
  /// - Returns: Where the components stand.
  package func scan(
    path: [UInt8], name: String, waits: Bool
  ) throws(ReadingError) -> CalendarScan {
    try scanPlain(FileBytes.read(path: path, name: name, waits: waits), file: name)
  }

  /// Reads standard input and finds its components.
  ///
  /// - Throws: Why it gives no calendar.
  /// - Returns: Where the components stand.
  public func scanStandardInput() throws(ReadingError) -> CalendarScan {
    let name = CalendarReader.standardInputName
    return try scanPlain(FileBytes.readStandardInput(name: name), file: name)
  }

  /// Reads standard input and finds its components, the parts of a large text side by side.
  ///
  /// - Parameter workers: How many parts are looked through at once.
  /// - Throws: Why it gives no calendar.
  /// - Returns: Where the components stand.
  package func scanStandardInput(_ workers: Workers) throws(ReadingError) -> CalendarScan {
    let name = CalendarReader.standardInputName
    let plain = try PlainBytes(FileBytes.readStandardInput(name: name), of: name)
    return try result(plain, file: name, workers).get()
  }

  /// Reads files and finds their components, side by side.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - workers: How many of them are read at once.
  /// - Returns: What came of each, in the same order.
  package func scan(_ files: [ReadableFile], _ workers: Workers) -> [ScannedFile] {
    var scanned: [ScannedFile] = []
    scanned.reserveCapacity(files.count)
    let contents = workers.mapPieces(of: files.count) { range in
      files[range].map(content)
    }
    for (file, content) in zip(files, contents) {
      switch content {
      case .scanned(let file): scanned.append(file)
      // The parts of one file share the workers better than a few large files do.
      case .decompressed(let plain, let facts):
        scanned.append(
          ScannedFile(result: result(plain, file: file.name, workers), facts: facts))
      case .large(let text): scanned.append(scan(text, file, workers))
      }
    }
    return scanned
  }

  /// What reading a file gives at once.
  private enum Content: Sendable {
    case scanned(ScannedFile)
    /// What a small file became that is worth to be looked through in parts.
    case decompressed(PlainBytes, FileFacts)
    /// A file that is worth to be read in parts.
    case large(FileText)
  }

  private func content(_ file: ReadableFile) -> Content {
    do throws(ReadingError) {
      let contents = try FileBytes.contents(
        path: file.path, name: file.name, waits: file.waits,
        isLarge: CalendarReader.isWorthSharing(size:))
      switch contents {
      case .large(let text): return .large(text)
      case .whole(let bytes, let facts):
        do throws(ReadingError) {
          let plain = try PlainBytes(bytes, of: file.name)
          guard !CalendarReader.isWorthSharing(size: plain.bytes.count) else {
            return .decompressed(plain, facts)
          }
          let scan = try scan(plain, file: file.name)
          return .scanned(ScannedFile(result: .success(scan), facts: facts))
        } catch {
          return .scanned(ScannedFile(result: .failure(error), facts: facts))
        }
      }
    } catch {
      return .scanned(ScannedFile(result: .failure(error), facts: nil))
    }
  }

  private func scan(
    _ text: FileText, _ file: ReadableFile, _ workers: Workers
  ) -> ScannedFile {
    if let scan = scan(text, file: file.name, workers) {
      return ScannedFile(result: .success(scan), facts: text.facts)
    }
    // It is compressed, or in another encoding, or no calendar, or is being changed.
    do throws(ReadingError) {
      let bytes = try FileBytes.read(path: file.path, name: file.name, waits: file.waits)
      let plain = try PlainBytes(bytes, of: file.name)
      return ScannedFile(result: result(plain, file: file.name, workers), facts: text.facts)
    } catch {
      return ScannedFile(result: .failure(error), facts: text.facts)
    }
  }

  private func scanPlain(_ bytes: [UInt8], file: String) throws(ReadingError) -> CalendarScan {
    try scan(PlainBytes(bytes, of: file), file: file)
  }

  private func scan(_ plain: PlainBytes, file: String) throws(ReadingError) -> CalendarScan {
    let found: Result<CalendarScan, ReadingError>
    do throws(ReadingError) {
      found = .success(try scan(plain.bytes, file: file))
    } catch {
      found = .failure(error)
    }
    return try plain.completing(found, of: file)
  }

  private func result(
    _ plain: PlainBytes, file: String, _ workers: Workers
  ) -> Result<CalendarScan, ReadingError> {
    let found: Result<CalendarScan, ReadingError>
    do throws(ReadingError) {
      found = .success(try scan(plain.bytes, file: file, workers))
    } catch {
      found = .failure(error)
    }
    do throws(ReadingError) {
      return .success(try plain.completing(found, of: file))
    } catch {
      return .failure(error)
    }
  }
}
