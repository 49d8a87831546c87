internal import ICalendar
internal import WorkSharing

/// Builds a scan from the landmarks of a text.
struct CalendarScanner {
  private var scan: CalendarScan
  private var open = OpenComponents()
  /// The open calendars, the innermost last.
  private var openCalendars: [Int] = []
  /// Whether the outermost open calendar lacks BEGIN:VCALENDAR.
  private var isOutsideCalendar = false
  private var current: ComponentRecord?
  /// Whether the writer of the current calendar omits END: the last event or to-do lacked it.
  private var omitsEnds = false
  /// The number of open components inside the current one.
  private var depth = 0
  /// The number of physical lines before the current part.
  private var linesBefore = 0

  private init(_ scan: CalendarScan) {
    self.scan = scan
  }

  /// Finds the components of a text.
  ///
  /// Parts of the text are searched in parallel.
  static func scan(_ bytes: [UInt8], file: String, workers: Workers) -> CalendarScan {
    var scanner = CalendarScanner(CalendarScan(file: file, bytes: bytes))
    let text = bytes[...]
    let parts = text.span.parts()
    workers.forEachPiece(of: parts.count, size: 1) { range in
      Landmark.Search(parts[range.lowerBound], in: text.span)
    } _: { search in
      scanner.scan.parts.append(
        (start: parts[scanner.scan.parts.count].lowerBound, line: scanner.linesBefore + 1))
      for landmark in search.landmarks { scanner.take(landmark, in: text.span) }
      scanner.linesBefore += search.lineCount
    }
    scanner.finish()
    return scanner.scan
  }

  private mutating func take(_ landmark: Landmark, in bytes: Span<UInt8>) {
    let line = linesBefore + landmark.line
    switch landmark.meaning {
    case .begin(.calendar): beginCalendar(line)
    case .begin(let name): begin(name, at: landmark.range.lowerBound, line: line)
    case .end(.calendar): endCalendar(at: landmark.range.lowerBound, line: line)
    case .end(let name): end(name, in: landmark.range, line: line)
    case .uid(let uid) where depth == 0 && current != nil && current?.uid == nil:
      current?.uid = uid
    case .recurrenceID where depth == 0: current?.isOverride = true
    case .recurrence where depth == 0: current?.recurs = true
    case .method where current == nil:
      readMethod(bytes.unfolded(landmark.range, limit: ReadingLimits.longestValue), line: line)
    // Only properties of the calendar itself, not the many lines of its components.
    case .calendarProperty where open.all.isEmpty && hasOpenCalendar:
      readCalendarProperty(bytes.unfolded(landmark.range), line: line)
    default: break
    }
  }

  private var hasOpenCalendar: Bool { openCalendars.count > (isOutsideCalendar ? 1 : 0) }

  private mutating func beginCalendar(_ line: Int) {
    // A calendar is not a sibling: these can be two files, the first of which was cut off.
    dropComponents()
    omitsEnds = false
    addCalendar(line)
  }

  /// Opens a calendar.
  ///
  /// Calendars beyond the limit share one record, which is ignored.
  private mutating func addCalendar(_ line: Int) {
    if scan.calendars.count <= ReadingLimits.maximumCalendars {
      scan.calendars.append(CalendarRecord())
      if scan.calendars.count > ReadingLimits.maximumCalendars {
        scan.calendars[scan.calendars.count - 1].changesNothing = true
        scan.report(.calendarsCut(limit: ReadingLimits.maximumCalendars), line: line)
      }
    }
    openCalendars.append(scan.calendars.count - 1)
  }

  private mutating func endCalendar(at start: Int, line: Int) {
    guard hasOpenCalendar else {
      scan.report(.componentMisplaced(name: "END:VCALENDAR"), line: line)
      return
    }
    while !open.all.isEmpty { close(at: start, line: line, isEnded: false) }
    openCalendars.removeLast()
  }

  private mutating func begin(_ name: ComponentName, at start: Int, line: Int) {
    for _ in 0..<open.count(closedByBeginOf: name) { close(at: start, line: line, isEnded: false) }
    guard open.begin(name, start: start, line: line) else { return }
    if openCalendars.isEmpty, name.isTopLevel {
      if name.kind != nil { scan.report(.calendarMissing(name: name.text), line: line) }
      // Components outside of any calendar form a separate calendar until the next VCALENDAR.
      isOutsideCalendar = true
      addCalendar(line)
    }
    if let kind = name.kind {
      scan.componentCounts.components += 1
      scan.componentCounts.componentsWithoutAlarms += 1
      current = ComponentRecord(
        kind: kind, range: start..<start, line: line, calendar: openCalendars.last ?? 0)
      depth = 0
    } else if current != nil {
      if name == .alarm, depth == 0 { addAlarm() }
      depth += 1
    } else if name == .alarm {
      scan.report(.alarmMisplaced, line: line)
    }
  }

  private mutating func addAlarm() {
    if current?.hasAlarm == false { scan.componentCounts.componentsWithoutAlarms -= 1 }
    current?.alarmCount += 1
  }

  private mutating func end(_ name: ComponentName, in range: Range<Int>, line: Int) {
    guard let count = open.count(endedBy: name) else {
      if name == .alarm || name.kind != nil {
        scan.report(.componentMisplaced(name: "END:\(name.text)"), line: line)
      }
      return
    }
    for left in (0..<count).reversed() {
      let isEnded = left == 0
      close(at: isEnded ? range.upperBound : range.lowerBound, line: line, isEnded: isEnded)
    }
  }

  /// Closes the innermost open component at the end of its END line, or at the start of the line
  /// that shows that its END is missing.
  private mutating func close(at end: Int, line: Int, isEnded: Bool) {
    guard let component = open.close() else { return }
    let name = component.name
    // The builder reports the components inside events and to-dos, if they matter.
    if !isEnded, name.kind != nil || (current == nil && name == .timeZone) {
      scan.report(.componentClosed(end: name.endText, before: line), line: component.line)
    }
    if name.kind != nil {
      if var record = current {
        record.range = record.range.lowerBound..<end
        scan.components.append(record)
      }
      omitsEnds = !isEnded
      current = nil
      depth = 0
      return
    }
    depth = max(0, depth - 1)
    if name == .timeZone, let calendar = openCalendars.last {
      scan.calendars[calendar].zones.append(
        .init(range: component.start..<end, line: component.line))
    }
  }

  /// Drops all open components: the text may be cut off in them.
  private mutating func dropComponents() {
    while let component = open.close() {
      guard component.name.kind != nil else { continue }
      scan.report(
        .componentUnended(name: component.name.text).stating("the component is skipped"),
        line: component.line)
    }
    current = nil
    depth = 0
  }

  /// Closes all components and calendars at the end of the text.
  private mutating func finish() {
    let hasUnendedCalendar = hasOpenCalendar
    scan.isTruncated = hasUnendedCalendar || !open.all.isEmpty
    // A writer that omits END omits the last one too. Otherwise, the text is cut off.
    if omitsEnds, open.all.count == 1, current != nil, scan.bytes.last == UInt8(ascii: "\n") {
      close(at: scan.bytes.count, line: linesBefore + 1, isEnded: false)
    }
    dropComponents()
    refuseOldCalendars()
    // Replies and requests for information are not part of the calendar. METHOD can follow them.
    scan.components.removeAll { record in
      guard scan.calendars[record.calendar].changesNothing else { return false }
      scan.componentCounts.components -= 1
      if !record.hasAlarm { scan.componentCounts.componentsWithoutAlarms -= 1 }
      return true
    }
    scan.countSeries()
    if hasUnendedCalendar { scan.report(.calendarUnended, line: max(1, linesBefore)) }
  }

  /// Reads the calendar's first name, its first time zone, and the line of VERSION:1.0.
  private mutating func readCalendarProperty(_ bytes: [UInt8], line number: Int) {
    guard let calendar = openCalendars.last, let line = ContentLineParts(bytes) else { return }
    let value = line.value.prefix(ReadingLimits.longestValue)
    switch line.name {
    case "NAME", "X-WR-CALNAME":
      guard scan.calendars[calendar].name.isEmpty else { return }
      scan.calendars[calendar].name = EscapedText.unescaped(value)
    case "X-WR-TIMEZONE":
      guard scan.calendars[calendar].zoneName.isEmpty else { return }
      scan.calendars[calendar].zoneName = EscapedText.unescaped(value.trimmed(where: \.isSpace))
    case "VERSION" where value.trimmed(where: \.isSpace).elementsEqual("1.0".utf8):
      scan.calendars[calendar].oldVersionLine = number
    default: break
    }
  }

  /// Rejects calendars in the format vCalendar 1.0.
  ///
  /// vCalendar doesn't have VALARM, so a calendar with a VALARM is iCalendar with a wrong VERSION.
  private mutating func refuseOldCalendars() {
    var old = Set(scan.calendars.indices.filter { scan.calendars[$0].oldVersionLine != nil })
    guard !old.isEmpty else { return }
    for record in scan.components where record.hasAlarm { old.remove(record.calendar) }
    guard let first = old.min(), let line = scan.calendars[first].oldVersionLine else { return }
    for calendar in old { scan.calendars[calendar].changesNothing = true }
    scan.report(.vCalendarUnsupported, line: line)
  }

  private mutating func readMethod(_ line: [UInt8], line number: Int) {
    guard let calendar = openCalendars.last,
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return }
    let method = line[(colon + 1)...].filter { !$0.isSpace }.map(\.upperCased)
    // Some writers use CANCELLED instead of CANCEL.
    if method[...].contains(Array("CANCEL".utf8)) {
      scan.calendars[calendar].isCancellation = true
    }
    let name = String(decoding: method, as: UTF8.self)
    guard CalendarScanner.answers.contains(name) else { return }
    scan.calendars[calendar].changesNothing = true
    scan.report(.methodIgnored(name), line: number)
  }

  /// The methods of replies and requests for information.
  ///
  /// They don't change a calendar until the organizer sends a new version (RFC 5546, 1.4).
  private static let answers: Set = ["REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"]
}

extension Span<UInt8> {
  /// Splits a text between logical lines into parts for parallel processing.
  ///
  /// All landmarks of a part are in memory at once: in the worst case, with only BEGIN lines, a
  /// multiple of its size.
  func parts(of size: Int = 1 << 20) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while start < count {
      var end = count
      if count - start > size {
        var lines = LogicalLines(in: start + size..<count)
        // Include the rest of the logical line at the boundary.
        _ = lines.next(in: self)
        end = lines.position
      }
      parts.append(start..<end)
      start = end
    }
    return parts
  }
}
