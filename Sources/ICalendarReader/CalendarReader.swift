public import CivilTime
public import ICalendar
package import WorkSharing

/// Reads .ics files (RFC 5545) into calendar documents.
///
/// Reading takes two steps, because components in several files can belong to one event:
///
/// 1. `scan(_:file:)` finds the components in a file's bytes quickly.
/// 2. ``documents(selecting:)`` selects the components that matter over all scans, and reads those.
///
/// An invalid part of a file is reported as a diagnostic of its document. Only a file that is not a
/// calendar at all throws an error.
///
/// ```swift
/// let reader = CalendarReader(zones: ZoneDatabase())
/// let text = """
///   BEGIN:VCALENDAR
///   BEGIN:VEVENT
///   UID:train@example.org
///   DTSTART;TZID=Europe/Berlin:20280103T063000
///   BEGIN:VALARM
///   TRIGGER:-PT20M
///   END:VALARM
///   END:VEVENT
///   END:VCALENDAR
///   """
/// let scan = try reader.scan(Array(text.utf8), file: "train.ics")
/// for document in reader.documents(selecting: [scan]) {
///   print(document.file, document.components[0].uid)  // train.ics train@example.org
/// }
/// ```
public struct CalendarReader: Sendable {
  /// The source of time zones.
  public let zones: ZoneDatabase
  /// The options that select the components to read.
  public var options: ReadingOptions
  /// Creates the grammar of a task that reads components.
  private let grammar: @Sendable () -> any ContentLineGrammar

  /// The maximum size of a calendar, in bytes.
  package static var sizeLimit: Int { ReadingLimits.maximumSize }

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - zones: The source of time zones.
  ///   - options: The options that select the components to read.
  public init(zones: ZoneDatabase, options: ReadingOptions = ReadingOptions()) {
    self.init(zones: zones, options: options, grammar: SwiftGrammar.init)
  }

  /// Makes a reader with a grammar from outside of this module.
  ///
  /// - Parameters:
  ///   - zones: The source of time zones.
  ///   - options: The options that select the components to read.
  ///   - grammar: Creates the grammar of a task that reads components.
  package init(
    zones: ZoneDatabase, options: ReadingOptions = ReadingOptions(),
    grammar: @escaping @Sendable () -> any ContentLineGrammar
  ) {
    self.zones = zones
    self.options = options
    self.grammar = grammar
  }

  /// Finds the components of a file's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file, in any encoding.
  ///   - file: The name of the file in diagnostics.
  /// - Throws: The reason if the bytes are not a calendar.
  /// - Returns: The positions of the components.
  public func scan(_ bytes: [UInt8], file: String) throws(ReadingError) -> CalendarScan {
    try scan(bytes, file: file, workers: .one)
  }

  /// Finds the components of a file's bytes in parallel, with the same result.
  package func scan(
    _ bytes: [UInt8], file: String, workers: Workers
  ) throws(ReadingError) -> CalendarScan {
    guard bytes.count <= ReadingLimits.maximumSize else {
      throw .tooLarge(file, limit: ReadingLimits.maximumSize)
    }
    let text = DecodedText(bytes, workers: workers)
    guard text.bytes.contains(where: { !$0.isBlank }) else { throw .empty(file) }
    var scan = CalendarScanner.scan(text.bytes, file: file, workers: workers)
    guard !scan.calendars.isEmpty else {
      throw .notACalendar(
        file, reason: FileFormat.name(of: bytes).map { .format($0) } ?? .nothingBegins)
    }
    scan.diagnostics.insert(
      contentsOf: text.findings.map { Diagnostic($0, at: SourceLocation(file: file, line: 1)) },
      at: 0)
    return scan
  }

  /// Reads the components that can affect fire dates.
  ///
  /// - Parameter scans: The scans of all files of this reading.
  /// - Returns: One document for each scan, in the same order.
  public func documents(selecting scans: [CalendarScan]) -> [CalendarDocument] {
    documents(selecting: scans, workers: .one)
  }

  /// Reads the components that can affect fire dates in parallel, with the same result.
  package func documents(
    selecting scans: [CalendarScan], workers: Workers
  ) -> [CalendarDocument] {
    let selection = ComponentSelection(scans, options: options, workers: workers)
    // Components that are read only for `remembersFrom` don't count towards the alarm limit.
    var firing = options
    firing.remembersFrom = nil
    let counted =
      options.remembersFrom == nil
      ? selection : ComponentSelection(scans, options: firing, workers: workers)
    let reading = SelectionReader(
      scans, selection: selection, alarmLimit: counted.alarmLimit(scans),
      resolver: ZoneResolver(zones, options: options),
      options: options, grammar: grammar)
    return reading.documents(workers.mapPieces(of: reading.count) { reading.parts($0) })
  }
}
