internal import CivilTime
internal import ICalendar

/// The state shared by the components of one part of a file, which are built one by one.
final class FileContext {
  let options: ReadingOptions
  /// Reads the components, and the VTIMEZONEs when they are first needed.
  let reader: ComponentReader
  private let scan: CalendarScan
  private let zones: FileZones
  private(set) var uid = ""
  private var calendarIndex = 0
  /// The diagnostics, in the order in which they were reported.
  private(set) var findings: [FileFinding] = []
  /// The last TZID that was looked up, with its result.
  ///
  /// The next one is usually the same.
  private var last:
    (
      name: String, calendar: Int, reference: CalendarTime.Reference,
      contradiction: ContradictedName?
    )?
  /// The TZIDs of the current component whose VTIMEZONE contradicts the time zone data.
  private var contradicted: [(name: ContradictedName, line: Int)] = []
  private var reportedSubjects: Set<String> = []

  init(
    _ scan: CalendarScan, zones: FileZones, options: ReadingOptions, reader: ComponentReader
  ) {
    self.reader = reader
    self.scan = scan
    self.zones = zones
    self.options = options
  }

  var deviceZone: Zone { options.deviceZone ?? .gmt }

  var calendar: CalendarRecord { scan.calendars[calendarIndex] }

  func begin(_ uid: String, inCalendar index: Int) {
    self.uid = uid
    calendarIndex = index
    contradicted.removeAll(keepingCapacity: true)
  }

  func location(_ line: Int) -> SourceLocation { SourceLocation(file: scan.file, line: line) }

  /// Adds a diagnostic of the current component.
  ///
  /// A `subject`, such as a TZID, is reported only once per file.
  func report(_ finding: Finding, line: Int, subject: String? = nil) {
    guard findings.count < ReadingLimits.maximumDiagnostics else { return }
    if let subject, !reportedSubjects.insert(subject).inserted { return }
    findings.append(
      FileFinding(diagnostic: Diagnostic(finding, at: location(line), uid: uid), subject: subject))
  }

  /// The zone that the calendar's X-WR-TIMEZONE names; nil if that is missing or unknown.
  var calendarZone: Zone? { zones.zone(ofCalendar: calendarIndex, reader: reader) }

  var floatingReference: CalendarTime.Reference {
    switch options.floatingZone {
    case .zone(let zone): .init(zone)
    case .calendar: calendarZone.map { .init($0) } ?? .floating
    case nil: .floating
    }
  }

  /// Reports, once per file, a floating time in a calendar whose X-WR-TIMEZONE differs from the
  /// device's zone, and once an all-day component.
  func reportFloating(onDays isAllDay: Bool, line: Int) {
    let subject = isAllDay ? "X-WR-TIMEZONE of days" : "X-WR-TIMEZONE"
    // Without time zone data, this remark is no reason to look a zone up.
    guard let device = options.deviceZone, !zones.isEmpty, !reportedSubjects.contains(subject),
      let zone = calendarZone, !zone.agrees(with: device, in: options.firingWindow)
    else { return }
    report(
      .floatingCalendarZone(
        calendar: zone.identifier, device: device.identifier, isAllDay: isAllDay),
      line: line, subject: subject)
  }

  /// Returns the reference of local times with a TZID; floating if the TZID is unknown.
  func reference(_ name: String, line: Int) -> CalendarTime.Reference {
    if let last, last.calendar == calendarIndex, last.name == name {
      remember(last.contradiction, line: line)
      return last.reference
    }
    let answer = zones.answer(for: name, calendar: calendarIndex, reader: reader)
    let subject = "TZID=\(name)"
    if reportedSubjects.insert("\(calendarIndex) \(subject)").inserted {
      for (finding, line) in zones.corrections(for: name, calendar: calendarIndex, reader: reader) {
        report(finding, line: line, subject: "\(line) \(finding.message)")
      }
    }
    var contradiction: ContradictedName?
    if let finding = answer.finding {
      contradiction = answer.contradiction.map {
        ContradictedName(subject: subject, finding: finding, contradiction: $0)
      }
      if contradiction == nil { report(finding, line: line, subject: subject) }
    }
    remember(contradiction, line: line)
    let reference = answer.zone.map { CalendarTime.Reference($0) } ?? .floating
    last = (name, calendarIndex, reference, contradiction)
    return reference
  }

  private func remember(_ name: ContradictedName?, line: Int) {
    guard let name, contradicted.count < ReadingLimits.maximumNames,
      !reportedSubjects.contains(name.subject),
      !contradicted.contains(where: { $0.name.subject == name.subject })
    else { return }
    contradicted.append((name, line))
  }

  /// Reports, once per file, each VTIMEZONE that would change when a component fires.
  func reportContradictions(of component: CalendarComponent) {
    for (name, line) in contradicted
    where name.contradiction.changes(of: component, options: options) {
      report(name.finding, line: line, subject: name.subject)
    }
  }

  /// A TZID whose VTIMEZONE contradicts the time zone data.
  private struct ContradictedName {
    let subject: String
    let finding: Finding
    let contradiction: ZoneContradiction
  }
}

struct FileFinding: Sendable {
  let diagnostic: Diagnostic
  /// The subject of a finding that is reported only once per file, such as a TZID.
  let subject: String?
}

extension CalendarTime.Reference {
  /// The reference to a zone, or to UTC.
  init(_ zone: Zone) { self = zone == .gmt ? .utc : .zone(zone) }
}
