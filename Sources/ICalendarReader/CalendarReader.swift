public import CivilTime
public import ICalendar
package import WorkSharing

/// Reads .ics files (RFC 5545) into calendar documents.
///
/// In two steps, since components of several files can be about one event:
///
/// 1. ``scan(path:)`` reads a file and finds its components, at the speed of memory;
/// 2. ``documents(selecting:)`` decides over all scans which components matter, and reads those.
///
/// What is wrong with a part of a file is a diagnostic of its document; only a file that gives no
/// calendar at all is an error.
///
/// ```swift
/// let reader = CalendarReader(zones: ZoneDatabase())
/// let scan = try reader.scan(path: "samples/weekday-standup.ics")
/// for document in reader.documents(selecting: [scan]) {
///   print(document.file, document.components.count)  // samples/weekday-standup.ics 1
/// }
/// ```
public struct CalendarReader: Sendable {
  /// Where zones come from.
  public let zones: ZoneDatabase
  /// What may be left out.
  public var options: ReadingOptions

  /// The name under which standard input is reported.
  public static let standardInputName = "<stdin>"

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - zones: Where zones come from.
  ///   - options: What may be left out.
  public init(zones: ZoneDatabase, options: ReadingOptions = ReadingOptions()) {
    self.zones = zones
    self.options = options
  }

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
    try scan(FileBytes.read(path: path, name: name, waits: waits), file: name)
  }

  /// Reads standard input and finds its components.
  ///
  /// - Throws: Why it gives no calendar.
  /// - Returns: Where the components stand.
  public func scanStandardInput() throws(ReadingError) -> CalendarScan {
    let name = CalendarReader.standardInputName
    return try scan(FileBytes.readStandardInput(name: name), file: name)
  }

  /// Reads standard input and finds its components, the parts of a large text side by side.
  ///
  /// - Parameter workers: How many parts are looked through at once.
  /// - Throws: Why it gives no calendar.
  /// - Returns: Where the components stand.
  package func scanStandardInput(_ workers: Workers) async throws(ReadingError) -> CalendarScan {
    let name = CalendarReader.standardInputName
    return try await scan(FileBytes.readStandardInput(name: name), file: name, workers)
  }

  /// Finds the components of a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The file as it is, in whatever encoding.
  ///   - file: The name under which it is reported.
  /// - Throws: Why the bytes are no calendar.
  /// - Returns: Where the components stand.
  public func scan(_ bytes: [UInt8], file: String) throws(ReadingError) -> CalendarScan {
    guard bytes.count <= FileBytes.maximumSize else {
      throw .tooLarge(file, limit: FileBytes.maximumSize)
    }
    let text = DecodedText(bytes)
    guard text.bytes.contains(where: { !$0.isBlank }) else { throw .empty(file) }
    var scan = CalendarScanner.scan(text.bytes, file: file)
    guard !scan.calendars.isEmpty else {
      throw .notACalendar(
        file, reason: FileFormat.name(of: bytes).map { .format($0) } ?? .nothingBegins)
    }
    let found = scan.diagnostics
    scan.diagnostics = text.findings.map {
      Diagnostic($0, at: SourceLocation(file: file, line: 1))
    }
    scan.diagnostics += found
    return scan
  }

  /// Whether bytes hold a calendar, or a component of one, that ``scan(_:file:)`` would find.
  package static func holdsCalendar(_ bytes: [UInt8]) -> Bool {
    !CalendarScanner.scan(DecodedText(bytes).bytes, file: "").calendars.isEmpty
  }

  /// Reads the components that matter for what fires.
  ///
  /// - Parameter scans: All files of one reading.
  /// - Returns: One document for each scan, in the same order.
  public func documents(selecting scans: [CalendarScan]) -> [CalendarDocument] {
    let reading = reading(scans, ComponentSelection(scans, options: options))
    return reading.documents(reading.parts(0..<reading.count))
  }

  /// Reads the components that matter for what fires, side by side.
  ///
  /// - Parameters:
  ///   - scans: All files of one reading.
  ///   - workers: How many components are read at once.
  /// - Returns: One document for each scan, in the same order, whatever the number of workers.
  package func documents(
    selecting scans: [CalendarScan], _ workers: Workers
  ) async -> [CalendarDocument] {
    let reading = reading(scans, await ComponentSelection(scans, options: options, workers))
    return reading.documents(
      await workers.mapPieces(of: reading.count) { reading.parts($0) })
  }

  private func reading(
    _ scans: [CalendarScan], _ selection: ComponentSelection
  ) -> ComponentReading {
    ComponentReading(
      scans, selection, ZoneResolver(zones, window: options.zoneWindow), options: options)
  }
}
