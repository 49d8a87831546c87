internal import CivilTime
internal import ICalendar

/// What the components of one file share while they are built: its zones and its diagnostics.
struct FileContext {
  private let scan: CalendarScan
  private let zones: ZoneResolver
  /// For each calendar, the numbers of its definitions by TZID; filled when first asked.
  private var definitions: [Int: [String: Int]] = [:]
  /// The TZIDs whose faults have been reported.
  private var reportedZones: Set<String> = []
  /// What was found wrong, in the order in which it was found.
  private(set) var diagnostics: [Diagnostic]

  /// The most diagnostics that one file gives.
  private static let maximumDiagnostics = 10_000

  init(_ scan: CalendarScan, zones: ZoneResolver) {
    self.scan = scan
    self.zones = zones
    diagnostics = scan.diagnostics
  }

  /// A place in the file.
  func location(_ line: Int) -> SourceLocation { SourceLocation(file: scan.file, line: line) }

  /// Adds a diagnostic.
  mutating func report(_ finding: Finding, line: Int, uid: String?) {
    guard diagnostics.count < FileContext.maximumDiagnostics else { return }
    diagnostics.append(Diagnostic(finding, at: location(line), uid: uid))
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
    let number = definition(name, calendar: calendar, reader: reader)
    let answer = zones.answer(for: name, definition: number)
    if let finding = answer.finding, reportedZones.insert(name).inserted {
      report(finding, line: line, uid: uid)
    }
    return answer.zone.map { $0 == .gmt ? .utc : .zone($0) } ?? .floating
  }

  /// The definition of a TZID: its own calendar's, else any of the file's.
  private mutating func definition(
    _ name: String, calendar: Int, reader: ComponentReader
  ) -> Int? {
    if let own = table(ofCalendar: calendar, reader: reader)[name] { return own }
    guard scan.calendars.count > 1 else { return nil }
    let shared = -1
    if definitions[shared] == nil {
      var all: [String: Int] = [:]
      for other in scan.calendars.indices {
        all.merge(table(ofCalendar: other, reader: reader)) { first, _ in first }
      }
      definitions[shared] = all
    }
    return definitions[shared]?[name]
  }

  private mutating func table(
    ofCalendar calendar: Int, reader: ComponentReader
  ) -> [String: Int] {
    if let known = definitions[calendar] { return known }
    var table: [String: Int] = [:]
    guard scan.calendars.indices.contains(calendar) else { return table }
    for zone in scan.calendars[calendar].zones {
      let text = scan.bytes[zone.range]
      let number = zones.definition(of: text) {
        reader.read(
          zone.range, line: zone.line, in: scan.bytes.span,
          subcomponentNames: TimeZoneDefinition.subcomponentNames)
      }
      let name = zones.name(ofDefinition: number)
      if table[name] == nil { table[name] = number }
    }
    definitions[calendar] = table
    return table
  }
}
