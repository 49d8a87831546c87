public import ICalendar

/// A file whose components have been found but not read.
///
/// The selection of components can depend on other files: see
/// ``CalendarReader/documents(selecting:)``.
///
/// ```swift
/// let reader = CalendarReader(zones: ZoneDatabase())
/// let bytes = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)
/// let scan = try reader.scan(bytes, file: "empty.ics")
/// print(scan.file)  // empty.ics
/// ```
public struct CalendarScan: Sendable {
  /// The file's path as the caller gave it, or `<stdin>`.
  public let file: String
  /// The source that the file belongs to; by default, the file itself.
  ///
  /// Only components of the same source can replace and change each other.
  public var source: String
  /// Whether the file ends within a calendar, as a download that was interrupted does.
  package internal(set) var isTruncated = false
  /// The numbers of components in the file.
  public internal(set) var componentCounts = CalendarDocument.ComponentCounts()

  /// The file's text, in UTF-8 with line feeds.
  let bytes: ArraySlice<UInt8>
  /// The components that have an END.
  var components: [ComponentRecord] = []
  /// The calendars, in the order of their BEGIN.
  var calendars: [CalendarRecord] = []
  var diagnostics: [Diagnostic] = []
  /// The offset and the line number of each part's start, so that a line can be found without
  /// counting from the start of the file.
  var parts: [(start: Int, line: Int)] = []

  /// Adds a diagnostic from before the scan.
  package mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Gives a name to the calendars without one.
  package mutating func nameCalendars(_ name: String) {
    for place in calendars.indices where calendars[place].name.isEmpty {
      calendars[place].name = name
    }
  }

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes[...]
    source = file
  }

  /// Whether the file's components have different UIDs, as in an export.
  ///
  /// An entry of a collection (vdir) has only one UID.
  public var hasSeveralUIDs: Bool {
    components.count > 1 && components.contains { $0.namesake != 0 || $0.uid == nil }
  }

  /// Whether the file still has a component of an earlier version, by its UID.
  ///
  /// Calendars that cancel, and those that change nothing, don't count.
  package func keepsComponents(of earlier: CalendarScan) -> Bool {
    let known = Set(earlier.livingUIDs)
    return livingUIDs.contains(where: known.contains)
  }

  /// Whether the file has an event or a to-do, also in a calendar that cancels.
  package var hasComponents: Bool { !components.isEmpty }

  private var livingUIDs: some Sequence<TextDigest> {
    components.lazy.filter { record in
      let calendar = calendars[record.calendar]
      return !calendar.isCancellation && !calendar.changesNothing
    }.compactMap(\.uid)
  }

  mutating func report(_ finding: Finding, line: Int) {
    guard diagnostics.count < ReadingLimits.maximumItems else { return }
    diagnostics.append(Diagnostic(finding, at: SourceLocation(file: file, line: line)))
  }

  /// Returns the content line that begins at a physical line, unfolded.
  ///
  /// - Parameters:
  ///   - number: The number of the physical line, from 1.
  ///   - limit: The maximum length of the result, in bytes.
  /// - Returns: The text; nil beyond the end of the file. A character that the limit splits is
  ///   replaced.
  public func text(ofLine number: Int, limit: Int) -> String? {
    var (position, line) = parts.last { $0.line <= number } ?? (0, 1)
    let text = bytes.span
    while line < number, position < text.count {
      position = text.firstIndex(of: 0x0A, in: position..<text.count) + 1
      line += 1
    }
    guard position < text.count else { return nil }
    var lines = LogicalLines(in: position..<text.count, from: number)
    return lines.next(in: text).map {
      String(decoding: text.unfolded($0.range, limit: limit), as: UTF8.self)
    }
  }

  /// Links the components that share a UID, and counts events and to-dos by UID.
  mutating func countSeries() {
    var first: [TextDigest: Int] = [:]
    first.reserveCapacity(components.count)
    for index in components.indices {
      components[index].namesake =
        components[index].uid.map { uid in
          if let known = first[uid] { return known }
          first[uid] = index
          return index
        } ?? index
    }
    (componentCounts.events, componentCounts.eventsWithoutAlarms) = seriesCounts(.event)
    (componentCounts.toDos, componentCounts.toDosWithoutAlarms) = seriesCounts(.toDo)
  }

  private func seriesCounts(_ kind: CalendarComponent.Kind) -> (all: Int, silent: Int) {
    var hasAlarm = [Bool?](repeating: nil, count: components.count)
    for record in components where record.kind == kind {
      let first = record.namesake
      hasAlarm[first] = record.hasAlarm || hasAlarm[first] == true
    }
    return (hasAlarm.count { $0 != nil }, hasAlarm.count { $0 == false })
  }
}

/// The position of a VEVENT or VTODO, and the properties that the scan has found in it.
struct ComponentRecord: Sendable {
  let kind: CalendarComponent.Kind
  /// The bytes from BEGIN to the end of the END line.
  var range: Range<Int>
  /// The line of BEGIN, from 1.
  let line: Int
  let calendar: Int
  /// The index of the file's first component with the same UID; its own index if the UID is
  /// missing.
  var namesake = 0
  /// The digest of the UID; nil if the UID is missing.
  var uid: TextDigest?
  var alarmCount = 0
  /// Whether it has a RECURRENCE-ID.
  var isOverride = false
  /// Whether it has an RRULE or RDATE.
  var recurs = false

  /// Whether it has a VALARM.
  var hasAlarm: Bool { alarmCount > 0 }
}

/// A VCALENDAR, or a group of components outside of any VCALENDAR.
struct CalendarRecord: Sendable {
  struct ZoneRecord: Sendable {
    /// The bytes from BEGIN to the end of the END line.
    let range: Range<Int>
    /// The line of BEGIN, from 1.
    let line: Int
  }

  /// Whether METHOD is CANCEL (RFC 5546, 3.2.5), so that alarms in it don't fire.
  var isCancellation = false
  /// Whether the calendar is ignored: METHOD marks a reply or a request for information (RFC 5546,
  /// 1.4), or the format is vCalendar 1.0.
  var changesNothing = false
  /// The line of VERSION:1.0, the version of vCalendar; nil for other versions.
  var oldVersionLine: Int?
  /// The first NAME (RFC 7986, 5.1) or X-WR-CALNAME.
  var name = ""
  /// The value of X-WR-TIMEZONE; empty if it is missing.
  var zoneName = ""
  var zones: [ZoneRecord] = []
}
