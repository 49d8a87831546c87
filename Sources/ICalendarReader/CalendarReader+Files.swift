package import CSystem
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
  /// Reads files and finds their components, side by side.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - workers: How many of them are read at once.
  /// - Returns: What came of each, in the same order.
  package func scan(_ files: [ReadableFile], _ workers: Workers) async -> [ScannedFile] {
    var scanned: [ScannedFile] = []
    scanned.reserveCapacity(files.count)
    // A single file is the only one that has nobody beside it.
    let readers = files.count == 1 ? workers.count : 1
    let contents = await workers.mapPieces(of: files.count) { range in
      files[range].map { content($0, readers: readers) }
    }
    for content in contents {
      switch content {
      case .scanned(let file): scanned.append(file)
      case .large(let bytes, let name, let facts):
        // The parts of one file share the workers better than a few large files do.
        scanned.append(
          ScannedFile(result: await result(bytes, file: name, workers), facts: facts))
      }
    }
    return scanned
  }

  /// What reading a file gives at once.
  private enum Content: Sendable {
    case scanned(ScannedFile)
    /// A file that is worth to be looked through in parts.
    case large([UInt8], name: String, facts: FileFacts)
  }

  private func content(_ file: ReadableFile, readers: Int) -> Content {
    do throws(ReadingError) {
      let (bytes, facts) = try FileBytes.contents(
        path: file.path, name: file.name, waits: file.waits, readers: readers)
      guard bytes.count <= LandmarkSearch.partSize else {
        return .large(bytes, name: file.name, facts: facts)
      }
      return .scanned(ScannedFile(result: result(bytes, file: file.name), facts: facts))
    } catch {
      return .scanned(ScannedFile(result: .failure(error), facts: nil))
    }
  }

  private func result(_ bytes: [UInt8], file: String) -> Result<CalendarScan, ReadingError> {
    do throws(ReadingError) {
      return .success(try scan(bytes, file: file))
    } catch {
      return .failure(error)
    }
  }

  private func result(
    _ bytes: [UInt8], file: String, _ workers: Workers
  ) async -> Result<CalendarScan, ReadingError> {
    do throws(ReadingError) {
      return .success(try await scan(bytes, file: file, workers))
    } catch {
      return .failure(error)
    }
  }

  /// Finds the components of a file's bytes, its parts side by side.
  ///
  /// - Parameters:
  ///   - bytes: The file as it is, in whatever encoding.
  ///   - file: The name under which it is reported.
  ///   - workers: How many parts are looked through at once.
  /// - Throws: Why the bytes are no calendar.
  /// - Returns: What ``scan(_:file:)`` returns, whatever the number of workers.
  package func scan(
    _ bytes: [UInt8], file: String, _ workers: Workers
  ) async throws(ReadingError) -> CalendarScan {
    // What has to be decoded first, or complained of, is left to the one place for that.
    if bytes.count <= FileBytes.maximumSize, DecodedText.isPlain(bytes),
      let scan = await CalendarScanner.scan(bytes, file: file, workers), !scan.calendars.isEmpty
    {
      return scan
    }
    return try scan(bytes, file: file)
  }
}
