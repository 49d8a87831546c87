internal import ICalendar

/// Finds the components of a text in one pass over its lines.
///
/// Only the first letter of most lines is looked at: of a large export, most components never
/// matter, so their properties are not worth reading.
struct CalendarScanner {
  /// A component whose END has not come yet.
  private struct Open {
    var name: ComponentName
    var start: Int
    var line: Int
  }

  private var scan: CalendarScan
  private var stack: [Open] = []
  /// How many components of each name are open, so that a stray END costs no search.
  private var openCounts: [ComponentName: Int] = [:]
  /// The calendars that are open, the innermost last.
  private var openCalendars: [Int] = []
  /// The component that is open, if one is.
  private var current: ComponentRecord?
  /// How many components are open inside the current one.
  private var depth = 0

  private init(_ scan: CalendarScan) {
    self.scan = scan
  }

  /// Finds the components of a text.
  static func scan(_ bytes: [UInt8], file: String) -> CalendarScan {
    var scanner = CalendarScanner(CalendarScan(file: file, bytes: bytes))
    scanner.run()
    return scanner.scan
  }

  private mutating func run() {
    let bytes = scan.bytes
    var lines = LogicalLines(bytes, in: 0..<bytes.count)
    while let line = lines.next() {
      guard !line.range.isEmpty else { continue }
      switch bytes[line.range.lowerBound].upperCased {
      case UInt8(ascii: "B"), UInt8(ascii: "E"), UInt8(ascii: "U"), UInt8(ascii: "R"),
        UInt8(ascii: "M"):
        look(at: line, end: lines.position)
      case UInt8(ascii: "N"), UInt8(ascii: "X"):
        // Of a calendar's own properties, and so none of the many lines of its components.
        if stack.last?.name == .calendar { nameCalendar(bytes.unfolded(line)) }
      default: break
      }
    }
    let hasUnendedCalendar = !openCalendars.isEmpty && openCounts[.calendar, default: 0] > 0
    close(downTo: 0)
    // What is said in answers and questions is no part of the calendar, wherever METHOD stands.
    scan.components.removeAll { record in
      guard scan.calendars[record.calendar].changesNothing else { return false }
      scan.census.components -= 1
      if !record.hasAlarm { scan.census.componentsWithoutAlarms -= 1 }
      return true
    }
    countSeries()
    if hasUnendedCalendar { scan.report(.calendarUnended, line: max(1, lines.number - 1)) }
  }

  /// Counts the events and to-dos, of which each can have several components.
  private mutating func countSeries() {
    var isSilent = [true: [UIDReference: Bool](), false: [UIDReference: Bool]()]
    func count(_ isEvent: Bool, _ silent: Bool, _ number: Int) {
      if isEvent {
        scan.census.events += max(0, number)
        scan.census.eventsWithoutAlarms += silent ? number : 0
      } else {
        scan.census.toDos += max(0, number)
        scan.census.toDosWithoutAlarms += silent ? number : 0
      }
    }
    for record in scan.components {
      let isEvent = record.kind == .event
      guard let uid = record.uid, let known = isSilent[isEvent]?[uid] else {
        count(isEvent, !record.hasAlarm, 1)
        if let uid = record.uid { isSilent[isEvent]?[uid] = !record.hasAlarm }
        continue
      }
      guard known, record.hasAlarm else { continue }
      isSilent[isEvent]?[uid] = false
      count(isEvent, true, -1)
    }
  }

  private mutating func look(at line: LogicalLine, end: Int) {
    let bytes = scan.bytes
    if line.isFolded {
      let unfolded = bytes.unfolded(line, limit: CalendarScanner.longestValue)
      look(at: line, in: unfolded, unfolded.indices, end: end)
    } else {
      look(at: line, in: bytes, line.range, end: end)
    }
  }

  /// How much of a folded line is looked at, in bytes: longer than any name, as long as UIDs get.
  private static let longestValue = 4_096

  private mutating func look(
    at line: LogicalLine, in bytes: [UInt8], _ range: Range<Int>, end: Int
  ) {
    var nameEnd = range.lowerBound
    while nameEnd < range.upperBound, bytes[nameEnd] != UInt8(ascii: ":"),
      bytes[nameEnd] != UInt8(ascii: ";"), nameEnd - range.lowerBound < 16
    {
      nameEnd += 1
    }
    guard nameEnd < range.upperBound else { return }
    let valueRange = nameEnd + 1..<range.upperBound
    switch PackedName(bytes, in: range.lowerBound..<nameEnd) {
    case .begin: begin(ComponentName(bytes, in: valueRange), line)
    case .end: self.end(ComponentName(bytes, in: valueRange), line, end: end)
    case .uid where depth == 0 && current != nil && current?.uid == nil:
      current?.uid = UIDReference(bytes, in: nameEnd..<range.upperBound)
    case .recurrenceID where depth == 0: current?.isOverride = true
    case .rule where depth == 0, .recurrenceDate where depth == 0: current?.recurs = true
    case .method where current == nil:
      readMethod(bytes[nameEnd..<range.upperBound], line: line.number)
    default: break
    }
  }

  /// Takes up the calendar's name, where a line gives it.
  private mutating func nameCalendar(_ bytes: [UInt8]) {
    guard let calendar = openCalendars.last, scan.calendars[calendar].name.isEmpty,
      let nameEnd = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }),
      CalendarScanner.calendarNames.contains(bytes[..<nameEnd].map(\.upperCased)),
      let line = ContentLineParts(bytes)
    else { return }
    scan.calendars[calendar].name = EscapedText.unescaped(
      line.value.prefix(CalendarScanner.longestValue))
  }

  /// The properties that name a calendar.
  private static let calendarNames: Set<[UInt8]> = [Array("NAME".utf8), Array("X-WR-CALNAME".utf8)]

  /// Takes up what the calendar is for.
  private mutating func readMethod(_ value: ArraySlice<UInt8>, line: Int) {
    guard let calendar = openCalendars.last else { return }
    let text = String(decoding: value, as: UTF8.self).uppercased()
    if text.contains("CANCEL") { scan.calendars[calendar].isCancellation = true }
    let method = text.drop { $0 != ":" }.dropFirst().filter { !$0.isWhitespace }
    guard CalendarScanner.answers.contains(method) else { return }
    scan.calendars[calendar].changesNothing = true
    scan.report(.methodIgnored(method), line: line)
  }

  /// The methods of answers to an organizer and of questions: nobody's calendar changes by them
  /// until the organizer sends it anew (RFC 5546, 1.4).
  private static let answers: Set<String> = ["REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"]

  private mutating func begin(_ name: ComponentName, _ line: LogicalLine) {
    if name == .calendar || name.isTopLevel {
      // What is still open has lost its END: nothing at this level stands inside a component.
      let base = stack.lastIndex { $0.name == .calendar }.map { $0 + 1 } ?? 0
      close(downTo: base)
    }
    if name == .calendar {
      openCalendars.append(scan.calendars.count)
      scan.calendars.append(CalendarRecord())
    } else if openCalendars.isEmpty, name.isTopLevel {
      if name.kind != nil { scan.report(.calendarMissing(name: name.text), line: line.number) }
      // What stands outside of any calendar makes one of its own, up to the next real one.
      openCalendars.append(scan.calendars.count)
      scan.calendars.append(CalendarRecord())
    }
    if let kind = name.kind {
      scan.census.components += 1
      scan.census.componentsWithoutAlarms += 1
      current = ComponentRecord(
        kind: kind, range: line.range, line: line.number, calendar: openCalendars.last ?? 0)
      depth = 0
    } else if current != nil {
      if name == .alarm, depth == 0, current?.hasAlarm == false {
        current?.hasAlarm = true
        scan.census.componentsWithoutAlarms -= 1
      }
      depth += 1
    } else if name == .alarm {
      scan.report(.componentMisplaced(name: "VALARM"), line: line.number)
    }
    stack.append(Open(name: name, start: line.range.lowerBound, line: line.number))
    openCounts[name, default: 0] += 1
  }

  private mutating func end(_ name: ComponentName, _ line: LogicalLine, end: Int) {
    if stack.last?.name == name {
      pop(end: end)
      return
    }
    guard openCounts[name, default: 0] > 0 else {
      if name == .calendar || name == .alarm || name.kind != nil {
        scan.report(.componentMisplaced(name: "END:\(name.text)"), line: line.number)
      }
      return
    }
    while let last = stack.last, last.name != name { pop(end: nil) }
    pop(end: end)
  }

  private mutating func close(downTo count: Int) {
    while stack.count > count { pop(end: nil) }
  }

  /// Takes the innermost open component away.
  ///
  /// - Parameter end: Where the line END ends; nil where it never came.
  private mutating func pop(end: Int?) {
    guard let open = stack.popLast() else { return }
    openCounts[open.name, default: 1] -= 1
    if open.name.kind != nil {
      if var record = current, let end {
        record.range = open.start..<end
        scan.components.append(record)
      } else {
        scan.report(.componentUnended(name: open.name.text), line: open.line)
      }
      current = nil
      depth = 0
      return
    }
    depth = max(0, depth - 1)
    switch open.name {
    case .calendar: openCalendars.removeLast()
    case .timeZone:
      if let end, let calendar = openCalendars.last {
        scan.calendars[calendar].zones.append(.init(range: open.start..<end, line: open.line))
      }
    default: break
    }
  }
}
