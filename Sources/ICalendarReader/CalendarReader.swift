public import CivilTime
public import ICalendar

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
    let selection = ComponentSelection(scans, options: options)
    let resolver = ZoneResolver(zones, window: options.zoneWindow)
    let reader = ComponentReader()
    return scans.enumerated().map { index, scan in
      document(scan, selection.components(ofScan: index, scan), resolver, reader)
    }
  }

  private func document(
    _ scan: CalendarScan, _ records: [ComponentRecord], _ resolver: ZoneResolver,
    _ reader: ComponentReader
  ) -> CalendarDocument {
    var document = CalendarDocument(file: scan.file)
    document.census = scan.census
    var context = FileContext(scan, zones: resolver)
    for record in records {
      let source = reader.read(
        record.range, line: record.line, in: scan.bytes.span,
        subcomponentNames: CalendarReader.subcomponentNames)
      let uid = identify(source, record, in: &context, reader)
      let builder = ComponentBuilder(
        source: source, kind: record.kind, calendar: record.calendar, uid: uid,
        calendarName: scan.calendars[record.calendar].name,
        isCancelled: scan.calendars[record.calendar].isCancellation,
        expectsDefaultAlarms: options.includesComponentsWithoutAlarms)
      do throws(ComponentError) {
        var component = try builder.build(in: &context, reader)
        component.source = scan.source
        document.components.append(component)
      } catch {
        context.report(error.finding, line: error.line, uid: uid)
      }
    }
    // In the order of the file; those of one line as they were found.
    document.diagnostics = context.diagnostics.enumerated()
      .sorted {
        ($0.element.location?.line ?? 0, $0.offset) < ($1.element.location?.line ?? 0, $1.offset)
      }
      .map(\.element)
    return document
  }

  private static let subcomponentNames = [PackedName("VALARM")]

  private func identify(
    _ source: SourceComponent, _ record: ComponentRecord, in context: inout FileContext,
    _ reader: ComponentReader
  ) -> String {
    if let uid = source.first(.uid).map(reader.text), !uid.isEmpty { return uid }
    let made = source.identifierFromContent(record.kind)
    context.report(.uidMissing, line: record.line, uid: made)
    return made
  }
}
