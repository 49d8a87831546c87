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

  /// The largest calendar that is read, in bytes: 1 GiB, sixteen times the largest export known.
  package static let maximumSize = 1 << 30

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
  /// - Returns: Where the components stand.
  public func scan(_ bytes: [UInt8], file: String) throws(ReadingError) -> CalendarScan {
    guard bytes.count <= CalendarReader.maximumSize else {
      throw .tooLarge(file, limit: CalendarReader.maximumSize)
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

  /// Finds the components of a file's bytes, its parts side by side.
  ///
  /// - Parameters:
  ///   - bytes: The file as it is, in whatever encoding.
  ///   - file: The name under which it is reported.
  ///   - workers: How many parts are looked through at once.
  /// - Throws: Why the bytes are no calendar.
  /// - Returns: What `scan(_:file:)` returns, whatever the number of workers.
  package func scan(
    _ bytes: [UInt8], file: String, _ workers: Workers
  ) throws(ReadingError) -> CalendarScan {
    // What has to be decoded first, or complained of, is left to the one place for that.
    if bytes.count <= CalendarReader.maximumSize, DecodedText.isPlain(bytes),
      let scan = CalendarScanner.scan(bytes, file: file, workers), !scan.calendars.isEmpty
    {
      return scan
    }
    return try scan(bytes, file: file)
  }

  /// Finds the components of a large text part by part, side by side, and keeps no more of it than may
  /// matter.
  ///
  /// - Parameters:
  ///   - text: The text as it is, in whatever encoding.
  ///   - file: The name under which it is reported.
  ///   - workers: How many parts are looked through at once.
  ///   - partSize: How large a part is, in bytes.
  /// - Returns: A scan of which `documents(selecting:)` makes what it makes of `scan(_:file:)`'s;
  ///   nil for a text that only that one can read, or refuse.
  package func scan(
    _ text: some TextSource, file: String, _ workers: Workers,
    partSize: Int = LandmarkSearch.partSize
  ) -> CalendarScan? {
    guard text.count <= CalendarReader.maximumSize else { return nil }
    let scan = CalendarScanner.scan(
      text, file: file, options, workers, partSize: partSize)
    return scan.flatMap { $0.calendars.isEmpty ? nil : $0 }
  }

  /// Whether a file has several parts, which can be looked through side by side.
  ///
  /// - Parameter size: How many bytes it has.
  /// - Returns: Whether it has.
  package static func isWorthSharing(size: Int) -> Bool { size > LandmarkSearch.partSize }

  /// Whether bytes hold a calendar, or a component of one, that `scan(_:file:)` would find.
  package static func holdsCalendar(_ bytes: [UInt8]) -> Bool {
    !CalendarScanner.scan(DecodedText(bytes).bytes, file: "").calendars.isEmpty
  }

  /// Reads the components that matter for what fires.
  ///
  /// - Parameter scans: All files of one reading.
  /// - Returns: One document for each scan, in the same order.
  public func documents(selecting scans: [CalendarScan]) -> [CalendarDocument] {
    let selection = ComponentSelection(scans, options: options)
    let counted = isRemembering ? ComponentSelection(scans, options: forgetful) : selection
    let reading = reading(scans, selection, counted)
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
  ) -> [CalendarDocument] {
    let selection = ComponentSelection(scans, options: options, workers)
    let counted =
      isRemembering
      ? ComponentSelection(scans, options: forgetful, workers) : selection
    let reading = reading(scans, selection, counted)
    return reading.documents(
      workers.mapPieces(of: reading.count) { reading.parts($0) })
  }

  /// Whether more is read than what matters.
  private var isRemembering: Bool { options.remembersFrom != nil }

  /// The options without what is read of the past.
  private var forgetful: ReadingOptions {
    var options = options
    options.remembersFrom = nil
    return options
  }

  private func reading(
    _ scans: [CalendarScan], _ selection: ComponentSelection, _ counted: ComponentSelection
  ) -> ComponentReading {
    ComponentReading(
      scans, selection, counted: counted, ZoneResolver(zones, options),
      options: options, grammar: grammar)
  }
}
