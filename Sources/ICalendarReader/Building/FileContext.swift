internal import CivilTime
internal import ICalendar

/// What the components of a part of a file share while they are built: the file's zones, and what
/// was found wrong.
struct FileContext {
  private let file: String
  private let zones: FileZones
  /// What was found wrong, in the order in which it was found.
  private(set) var findings: [FileFinding] = []
  /// The last TZID that was asked for, and what it means: mostly the next one, too.
  private var last: (name: String, calendar: Int, reference: CalendarTime.Reference)?
  /// The TZIDs whose faults have been reported.
  private var reportedZones: Set<String> = []

  /// The most diagnostics that one file gives.
  static let maximumDiagnostics = 10_000

  init(_ file: String, _ zones: FileZones) {
    self.file = file
    self.zones = zones
  }

  /// A place in the file.
  func location(_ line: Int) -> SourceLocation { SourceLocation(file: file, line: line) }

  /// Adds a diagnostic.
  mutating func report(_ finding: Finding, line: Int, uid: String?) {
    add(finding, line: line, uid: uid, zone: nil)
  }

  private mutating func add(_ finding: Finding, line: Int, uid: String?, zone: String?) {
    guard findings.count < FileContext.maximumDiagnostics else { return }
    findings.append(
      FileFinding(diagnostic: Diagnostic(finding, at: location(line), uid: uid), zone: zone))
  }

  /// The zone that a calendar's X-WR-TIMEZONE names.
  ///
  /// - Parameters:
  ///   - calendar: The calendar's index in the scan.
  ///   - reader: Reads the calendar's VTIMEZONEs the first time.
  /// - Returns: Nil if the calendar has no X-WR-TIMEZONE, or an unknown one.
  func calendarZone(_ calendar: Int, _ reader: ComponentReader) -> Zone? {
    zones.zone(ofCalendar: calendar, reader)
  }

  /// What a TZID turns a wall-clock time into; floating where it means nothing.
  ///
  /// - Parameters:
  ///   - name: The TZID.
  ///   - calendar: The calendar in which it stands.
  ///   - line: The line in which it stands, for the diagnostic.
  ///   - uid: The component's UID, for the diagnostic.
  ///   - reader: Reads the calendar's definitions where that has not been done.
  /// - Returns: The zone, UTC, or floating.
  mutating func reference(
    _ name: String, calendar: Int, line: Int, uid: String?, reader: ComponentReader
  ) -> CalendarTime.Reference {
    if let last, last.calendar == calendar, last.name == name { return last.reference }
    let answer = zones.answer(for: name, calendar: calendar, reader)
    if let finding = answer.finding, reportedZones.insert(name).inserted {
      add(finding, line: line, uid: uid, zone: name)
    }
    let reference: CalendarTime.Reference =
      answer.zone.map { $0 == .gmt ? .utc : .zone($0) } ?? .floating
    last = (name, calendar, reference)
    return reference
  }
}

/// Something that was found wrong in a part of a file.
struct FileFinding: Sendable {
  /// What it is, and where.
  let diagnostic: Diagnostic
  /// The TZID that it is about, of which a file says a fault only once; nil for anything else.
  let zone: String?
}
