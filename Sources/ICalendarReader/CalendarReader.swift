public import CivilTime
public import ICalendar
package import WorkSharing

/// Reads .ics files (RFC 5545) into calendar documents.
///
/// In two steps, since components of several files can be about one event:
///
/// 1. `scan(_:file:)` finds the components of a file's bytes, at the speed of memory;
/// 2. ``documents(selecting:)`` decides over all scans which components matter, and reads those.
///
/// What is wrong with a part of a file is a diagnostic of its document; only a file that gives no
/// calendar at all is an error.
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
  /// Where zones come from.
  public let zones: ZoneDatabase
  /// What may be left out.
  public var options: ReadingOptions
  /// What makes the grammar of a task that reads.
  private let grammar: @Sendable () -> any ContentLineGrammar

  /// The largest calendar that is read, in bytes.
  package static var sizeLimit: Int { ReadingLimits.maximumSize }

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - zones: Where zones come from.
  ///   - options: What may be left out.
  public init(zones: ZoneDatabase, options: ReadingOptions = ReadingOptions()) {
    self.init(zones: zones, options: options, grammar: SwiftGrammar.init)
  }

  /// Makes a reader with a grammar of others.
  ///
  /// - Parameters:
  ///   - zones: Where zones come from.
  ///   - options: What may be left out.
  ///   - grammar: Makes the grammar of a task that reads.
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
  ///   - bytes: The file as it is, in whatever encoding.
  ///   - file: The name under which it is reported.
  /// - Throws: Why the bytes are no calendar.
  /// - Returns: Where the components are.
  public func scan(_ bytes: [UInt8], file: String) throws(ReadingError) -> CalendarScan {
    try scan(bytes, file: file, .one)
  }

  /// Finds the components of a file's bytes in parallel.
  package func scan(
    _ bytes: [UInt8], file: String, _ workers: Workers
  ) throws(ReadingError) -> CalendarScan {
    guard bytes.count <= ReadingLimits.maximumSize else {
      throw .tooLarge(file, limit: ReadingLimits.maximumSize)
    }
    let text = DecodedText(bytes, workers)
    guard text.bytes.contains(where: { !$0.isBlank }) else { throw .empty(file) }
    var scan = CalendarScanner.scan(text.bytes, file: file, workers)
    guard !scan.calendars.isEmpty else {
      throw .notACalendar(
        file, reason: FileFormat.name(of: bytes).map { .format($0) } ?? .nothingBegins)
    }
    scan.diagnostics.insert(
      contentsOf: text.findings.map { Diagnostic($0, at: SourceLocation(file: file, line: 1)) },
      at: 0)
    return scan
  }

  /// Reads the components that matter for what fires.
  ///
  /// - Parameter scans: All files of one reading.
  /// - Returns: One document for each scan, in the same order.
  public func documents(selecting scans: [CalendarScan]) -> [CalendarDocument] {
    documents(selecting: scans, .one)
  }

  /// Reads the components that matter for what fires, in parallel.
  package func documents(
    selecting scans: [CalendarScan], _ workers: Workers
  ) -> [CalendarDocument] {
    let selection = ComponentSelection(scans, options, workers)
    // Components that are only remembered take no alarms from others.
    var firing = options
    firing.remembersFrom = nil
    let counted =
      options.remembersFrom == nil ? selection : ComponentSelection(scans, firing, workers)
    let reading = ComponentReading(
      scans, selection, alarmLimit: counted.alarmLimit(scans), ZoneResolver(zones, options),
      options: options, grammar: grammar)
    return reading.documents(workers.mapPieces(of: reading.count) { reading.parts($0) })
  }
}
