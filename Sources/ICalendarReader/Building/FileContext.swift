internal import CivilTime
internal import ICalendar

/// What the components of a part of a file share while they are built: the file's zones, and what
/// was found wrong.
struct FileContext {
  private let file: String
  private let zones: FileZones
  private let options: ReadingOptions
  /// What was found wrong, in the order in which it was found.
  private(set) var findings: [FileFinding] = []
  /// The last TZID that was looked up, and its meaning; the next one is mostly the same.
  private var last:
    (
      name: String, calendar: Int, reference: CalendarTime.Reference,
      contradiction: ContradictedName?
    )?
  /// The TZIDs of the component that is read whose VTIMEZONE contradicts the time zone data.
  private var contradicted: [(name: ContradictedName, line: Int)] = []
  /// The subjects of which a diagnostic has been reported.
  private var reportedSubjects: Set<String> = []
  /// The zones of the calendars that have been looked up.
  private var calendarZones: [Int: Zone?] = [:]

  /// The most diagnostics that one file gives.
  static let maximumDiagnostics = 10_000

  init(_ file: String, _ zones: FileZones, _ options: ReadingOptions) {
    self.file = file
    self.zones = zones
    self.options = options
  }

  /// A place in the file.
  func location(_ line: Int) -> SourceLocation { SourceLocation(file: file, line: line) }

  /// Adds a diagnostic.
  mutating func report(_ finding: Finding, line: Int, uid: String?) {
    add(finding, line: line, uid: uid, subject: nil)
  }

  private mutating func add(_ finding: Finding, line: Int, uid: String?, subject: String?) {
    guard findings.count < FileContext.maximumDiagnostics else { return }
    if let subject, !reportedSubjects.insert(subject).inserted { return }
    findings.append(
      FileFinding(diagnostic: Diagnostic(finding, at: location(line), uid: uid), subject: subject))
  }

  /// The zone that a calendar's X-WR-TIMEZONE names.
  ///
  /// - Parameters:
  ///   - calendar: The calendar's index in the scan.
  ///   - reader: Reads the calendar's VTIMEZONEs the first time.
  /// - Returns: Nil if X-WR-TIMEZONE is missing or unknown.
  mutating func calendarZone(_ calendar: Int, _ reader: ComponentReader) -> Zone? {
    if let known = calendarZones[calendar] { return known }
    let zone = zones.zone(ofCalendar: calendar, reader)
    calendarZones[calendar] = .some(zone)
    return zone
  }

  /// The reference of a local time without a TZID.
  ///
  /// - Parameters:
  ///   - calendar: The calendar's index in the scan.
  ///   - reader: Reads the calendar's VTIMEZONEs the first time.
  /// - Returns: The zone that the options choose, or floating.
  mutating func floatingReference(
    _ calendar: Int, _ reader: ComponentReader
  ) -> CalendarTime.Reference {
    switch options.floatingZone {
    case .zone(let zone): .init(zone)
    case .calendar: calendarZone(calendar, reader).map { .init($0) } ?? .floating
    case nil: .floating
    }
  }

  /// Reports, once for each file, that a local time follows the device and that the calendar's
  /// X-WR-TIMEZONE has another clock.
  ///
  /// - Parameters:
  ///   - calendar: The calendar's index in the scan.
  ///   - line: The component's line.
  ///   - uid: The component's UID.
  ///   - reader: Reads the calendar's VTIMEZONEs the first time.
  mutating func reportFloating(
    calendar: Int, line: Int, uid: String?, _ reader: ComponentReader
  ) {
    let subject = "X-WR-TIMEZONE"
    guard let device = options.deviceZone, !reportedSubjects.contains(subject),
      let zone = calendarZone(calendar, reader),
      !zone.agrees(with: device, in: options.firingWindow)
    else { return }
    add(
      .floatingCalendarZone(calendar: zone.identifier, device: device.identifier), line: line,
      uid: uid, subject: subject)
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
    if let last, last.calendar == calendar, last.name == name {
      remember(last.contradiction, line: line)
      return last.reference
    }
    let answer = zones.answer(for: name, calendar: calendar, reader)
    let subject = "TZID=\(name)"
    var contradiction: ContradictedName?
    if let finding = answer.finding {
      contradiction = answer.contradiction.map {
        ContradictedName(subject: subject, finding: finding, contradiction: $0)
      }
      if contradiction == nil { add(finding, line: line, uid: uid, subject: subject) }
    }
    remember(contradiction, line: line)
    let reference = answer.zone.map { CalendarTime.Reference($0) } ?? .floating
    last = (name, calendar, reference, contradiction)
    return reference
  }

  /// The most contradicted TZIDs of a component that are looked at, each with all its times.
  private static let maximumContradicted = 16

  private mutating func remember(_ name: ContradictedName?, line: Int) {
    guard let name, contradicted.count < FileContext.maximumContradicted,
      !reportedSubjects.contains(name.subject),
      !contradicted.contains(where: { $0.name.subject == name.subject })
    else { return }
    contradicted.append((name, line))
  }

  /// Forgets the TZIDs of the component before.
  mutating func beginComponent() { contradicted.removeAll(keepingCapacity: true) }

  /// Reports, once for each file, a VTIMEZONE that would change when a component rings.
  mutating func reportContradictions(of component: CalendarComponent) {
    for (name, line) in contradicted where name.contradiction.changes(component, options) {
      add(name.finding, line: line, uid: component.uid, subject: name.subject)
    }
  }

  /// A TZID whose VTIMEZONE contradicts the time zone data.
  private struct ContradictedName {
    let subject: String
    let finding: Finding
    let contradiction: ZoneContradiction
  }
}

/// Something that was found wrong in a part of a file.
struct FileFinding: Sendable {
  /// What it is, and where.
  let diagnostic: Diagnostic
  /// The subject of a finding that a file reports only once, such as a TZID.
  let subject: String?
}

extension CalendarTime.Reference {
  /// The reference to a zone, or to UTC.
  init(_ zone: Zone) { self = zone == .gmt ? .utc : .zone(zone) }
}
