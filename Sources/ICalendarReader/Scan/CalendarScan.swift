public import ICalendar

/// A file whose components have been found but not read.
///
/// Which of them matter can depend on other files: see ``CalendarReader/documents(selecting:)``.
///
/// ```swift
/// let reader = CalendarReader(zones: ZoneDatabase())
/// let bytes = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
/// let scan = try reader.scan(bytes, file: "empty.ics")
/// print(scan.file)  // empty.ics
/// ```
public struct CalendarScan: Sendable {
  /// The file's path as it was given, or `<stdin>`.
  public let file: String
  /// The source that the file belongs to; by default one of its own.
  ///
  /// Only components of one source replace and change each other.
  public var source: String
  /// How many components the file has.
  public internal(set) var census = CalendarDocument.Census()

  /// The file's text, or as much of it as has been kept: UTF-8 with line feeds.
  private(set) var bytes: ArraySlice<UInt8>
  /// Where all of the text is, if not all has been kept.
  private(set) var origin: ScanOrigin?
  /// The components that have an end.
  var components: [ComponentRecord] = []
  /// The calendars, in the order in which they begin.
  var calendars: [CalendarRecord] = []
  /// What was found wrong.
  var diagnostics: [Diagnostic] = []

  /// Adds what was found before the text was looked at.
  package mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes[...]
    source = file
  }

  /// Takes up the bytes that were kept.
  mutating func keep(_ bytes: [UInt8], of origin: ScanOrigin) {
    self.bytes = bytes[...]
    self.origin = origin
  }

  /// Lets a function have the bytes of a component.
  ///
  /// - Parameters:
  ///   - range: Where the component stands.
  ///   - isPassedOver: Whether its bytes have not been kept.
  ///   - window: What was read last of what has not been kept.
  ///   - body: Receives some bytes, and where the component stands among them.
  /// - Returns: What it returned; nil where the bytes have not been kept, and the file has changed.
  func withBytes<Result>(
    in range: Range<Int>, isPassedOver: Bool, _ window: inout ScanOrigin.Window,
    _ body: (ArraySlice<UInt8>, Range<Int>) -> Result
  ) -> Result? {
    guard isPassedOver else { return body(bytes, range) }
    guard let origin, window.move(to: range, in: origin.text) else { return nil }
    let start = range.lowerBound - window.start
    return body(window.bytes[...], start..<start + range.count)
  }

  /// Whether components of the file have different UIDs: an export, and no entry of a collection in
  /// which each event has a file.
  public var hasSeveralUIDs: Bool {
    components.count > 1 && components.contains { $0.namesake != 0 || $0.uid == nil }
  }

  /// The most diagnostics that one scan gives; a file of junk has as many faults as lines.
  private static let maximumDiagnostics = 1_000

  mutating func report(_ finding: Finding, line: Int) {
    guard diagnostics.count < CalendarScan.maximumDiagnostics else { return }
    diagnostics.append(Diagnostic(finding, at: SourceLocation(file: file, line: line)))
  }
}

extension CalendarScan {
  /// The content line that begins at a physical line, unfolded; nil beyond the file's end.
  ///
  /// - Parameters:
  ///   - number: The physical line, from 1.
  ///   - limit: The most bytes that are wanted.
  /// - Returns: The text; what is no UTF-8 after the cut is replaced.
  public func text(ofLine number: Int, limit: Int) -> String? {
    if let origin { return origin.text(ofLine: number, limit: limit) }
    return bytes.span.text(ofLine: number, limit: limit)?.text
  }
}

extension Span<UInt8> {
  /// The content line that begins at a physical line, unfolded, and where; nil beyond the end.
  func text(ofLine number: Int, limit: Int) -> (start: Int, text: String)? {
    var position = 0
    var line = 1
    while line < number, position < count {
      position = firstIndex(of: 0x0A, in: position..<count) + 1
      line += 1
    }
    guard position < count else { return nil }
    var lines = LogicalLines(in: position..<count, from: number)
    guard let found = lines.next(in: self) else { return nil }
    let text = String(decoding: unfolded(found.range, limit: limit), as: UTF8.self)
    return (position, text)
  }
}
