internal import ICalendar
internal import WorkSharing

/// Finds the components of a text by its landmarks.
struct CalendarScanner {
  /// A component whose END has not come yet.
  private struct Open {
    var name: ComponentName
    var start: UInt32
    var line: UInt32
  }

  private var scan: CalendarScan
  private var stack: [Open] = []
  /// How many components of each name are open, so that a stray END costs no search.
  private var openCounts = OpenCounts()
  /// How many components are open below ``maximumDepth``.
  private var depthBelow = 0
  /// The calendars that are open, the innermost last.
  private var openCalendars: [Int] = []
  /// The component that is open, if one is.
  private var current: ComponentRecord?
  /// How many components are open inside the current one.
  private var depth = 0
  /// How many physical lines stand before the part that is being looked through.
  private var linesBefore = 0
  /// What is kept of a text that is read part by part; nil for one that is there.
  private var kept: KeptText?
  /// How many bytes of it stand before the places of the part that is being looked through.
  private var keptBefore: Int { kept?.countBefore ?? 0 }

  /// The most components that may be open inside one another; deeper ones are only counted.
  ///
  /// Three levels have a meaning. The bound keeps a file of nothing but BEGIN from taking more
  /// memory than a quarter of what it takes itself.
  private static let maximumDepth = 1_000_000

  private init(_ scan: CalendarScan) {
    self.scan = scan
  }

  /// Finds the components of a text.
  static func scan(_ bytes: [UInt8], file: String) -> CalendarScan {
    var scanner = CalendarScanner(CalendarScan(file: file, bytes: bytes))
    let text = bytes[...]
    for part in LandmarkSearch.parts(of: text.span) {
      let search = LandmarkSearch(part, in: text.span)
      scanner.take(search.landmarks, in: text.span)
      scanner.linesBefore += search.lineCount
    }
    scanner.finish()
    return scanner.scan
  }

  /// Finds the components of a text that has to be decoded by nobody, its parts looked through side
  /// by side; nil for one that is not UTF-8.
  static func scan(_ bytes: [UInt8], file: String, _ workers: Workers) -> CalendarScan? {
    var scanner = CalendarScanner(CalendarScan(file: file, bytes: bytes))
    let text = bytes[...]
    let parts = LandmarkSearch.parts(of: text.span)
    let isDecoded = Guarded(true)
    workers.forEachPiece(of: parts.count, size: 1) { range -> LandmarkSearch? in
      let part = parts[range.lowerBound]
      guard isDecoded.withLock({ $0 }), text.span.extracting(part).isUTF8 else {
        isDecoded.withLock { $0 = false }
        return nil
      }
      return LandmarkSearch(part, in: text.span)
    } _: { search in
      guard let search else { return }
      scanner.take(search.landmarks, in: text.span)
      scanner.linesBefore += search.lineCount
    }
    guard isDecoded.withLock({ $0 }) else { return nil }
    scanner.finish()
    return scanner.scan
  }

  /// Finds the components of a text part by part, the parts side by side, and keeps the bytes of those
  /// that may matter.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - file: The name under which it is reported.
  ///   - options: What may be left out.
  ///   - workers: How many parts are looked through at once.
  ///   - partSize: How large a part is, in bytes.
  /// - Returns: Nil for a text that has to be decoded first, or that can't be read.
  static func scan(
    _ text: some TextSource, file: String, _ options: ReadingOptions, _ workers: Workers,
    partSize: Int
  ) -> CalendarScan? {
    var scanner = CalendarScanner(CalendarScan(file: file, bytes: []))
    let relevance = ComponentRelevance(options)
    var origin = ScanOrigin(text: text, options: options)
    scanner.kept = KeptText(of: text.count)
    var lineEnds = LineEnds.unknown
    let isPlain = Guarded(true)
    workers.forEachPiece(of: text.count, size: partSize) { range -> ScannedPart? in
      guard isPlain.withLock({ $0 }),
        let read = PartLines.read(range, of: text, { ScannedPart($1, in: $0, relevance) }),
        let part = read
      else {
        isPlain.withLock { $0 = false }
        return nil
      }
      return part
    } _: { part in
      guard let part else { return }
      if lineEnds == .unknown { lineEnds = part.lineEnds }
      // Within a line that goes through several parts none begins.
      if part.lineCount > 0 {
        origin.parts.append(.init(start: part.start, line: scanner.linesBefore + 1))
      }
      scanner.take(part)
    }
    guard isPlain.withLock({ $0 }), lineEnds != .lone else { return nil }
    if let kept = scanner.kept?.bytes { scanner.scan.keep(kept, of: origin) }
    scanner.finish()
    return scanner.scan
  }

  /// Takes up the next part of a text that is read part by part.
  private mutating func take(_ part: ScannedPart) {
    let text = part.text[...]
    kept?.begin(at: part.start)
    take(part.landmarks, of: part.passedOver, in: text.span)
    kept?.take(text.span, upTo: text.count)
    linesBefore += part.lineCount
  }

  /// Takes up the next part of the text.
  private mutating func take(
    _ landmarks: [Landmark], of passedOver: [PassedOverComponent] = [], in bytes: Span<UInt8>
  ) {
    for landmark in landmarks {
      let line = linesBefore + landmark.line
      switch landmark.meaning {
      case .begin(let name):
        begin(name, keptBefore + landmark.range.lowerBound, line)
        if name == .timeZone { kept?.beginZone(at: landmark.range.lowerBound) }
      case .end(.timeZone) where kept != nil && openCounts.has(.timeZone):
        end(.timeZone, line, end: keptBefore + landmark.range.upperBound)
        passOverZone(endingAt: landmark.range.upperBound, in: bytes)
      case .end(let name): self.end(name, line, end: keptBefore + landmark.range.upperBound)
      case .passedOver(let index): pass(over: passedOver[index], line)
      case .uid(let uid) where depth == 0 && current != nil && current?.uid == nil:
        let uid = uid.moved(by: keptBefore)
        current?.uid = uid
      case .recurrenceID where depth == 0: current?.isOverride = true
      case .recurrence where depth == 0: current?.recurs = true
      case .method where current == nil:
        readMethod(bytes.unfolded(landmark.range, limit: CalendarScanner.longestValue), line: line)
      // Of a calendar's own properties, and so none of the many lines of its components.
      case .calendarProperty where stack.last?.name == .calendar:
        readCalendarProperty(bytes.unfolded(landmark.range), line: line)
      default: break
      }
    }
  }

  /// Takes up a component whose lines are not among the landmarks, as those would have been.
  private mutating func pass(over component: PassedOverComponent, _ line: Int) {
    begin(component.name, component.range.lowerBound, line)
    // Deeper than is looked at there is none.
    if depthBelow == 0 {
      let uid = component.uid?.moved(by: keptBefore)
      current?.isPassedOver = true
      current?.uid = uid
      current?.recurs = component.recurs
      for _ in 0..<component.alarmCount { addAlarm() }
    }
    end(component.name, linesBefore + component.endLine, end: component.range.upperBound)
    kept?.skip(component.range.count - (component.uid?.range.count ?? 0))
  }

  /// Takes the bytes of the VTIMEZONE that has just ended out of what is kept: most that a calendar
  /// has are asked for by no component that matters.
  private mutating func passOverZone(endingAt end: Int, in bytes: Span<UInt8>) {
    guard let calendar = openCalendars.last, let range = kept?.passOverZone(bytes, endingAt: end),
      let line = scan.calendars[calendar].zones.popLast()?.line
    else { return }
    scan.calendars[calendar].zones.append(
      .init(range: range, line: line, isPassedOver: true))
  }

  private mutating func addAlarm() {
    if current?.hasAlarm == false { scan.census.componentsWithoutAlarms -= 1 }
    current?.addAlarm()
  }

  /// Ends what is still open.
  private mutating func finish() {
    let hasUnendedCalendar = !openCalendars.isEmpty && openCounts.has(.calendar)
    close(downTo: 0)
    refuseOldCalendars()
    // What is said in answers and questions is no part of the calendar, wherever METHOD stands.
    scan.components.removeAll { record in
      guard scan.calendars[record.calendar].changesNothing else { return false }
      scan.census.components -= 1
      if !record.hasAlarm { scan.census.componentsWithoutAlarms -= 1 }
      return true
    }
    scan.findNamesakes()
    if hasUnendedCalendar { scan.report(.calendarUnended, line: max(1, linesBefore)) }
  }

  /// How much of a value is looked at, in bytes: longer than any method, as long as names get.
  private static let longestValue = 4_096

  /// Keeps the first name and the first time zone of the calendar, and the line of an old version.
  private mutating func readCalendarProperty(_ bytes: [UInt8], line number: Int) {
    guard let calendar = openCalendars.last, let line = ContentLineParts(bytes) else { return }
    let value = line.value.prefix(CalendarScanner.longestValue)
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

  /// Refuses the calendars that are vCalendar 1.0, the format before iCalendar.
  ///
  /// It lacks VALARM. A calendar with a VALARM is iCalendar with a wrong VERSION.
  private mutating func refuseOldCalendars() {
    var old = Set(scan.calendars.indices.filter { scan.calendars[$0].oldVersionLine != nil })
    guard !old.isEmpty else { return }
    for record in scan.components where record.hasAlarm { old.remove(record.calendar) }
    guard let first = old.min(), let line = scan.calendars[first].oldVersionLine else { return }
    for calendar in old { scan.calendars[calendar].changesNothing = true }
    scan.report(.vCalendarUnsupported, line: line)
  }

  /// Takes up what the calendar is for.
  private mutating func readMethod(_ line: [UInt8], line number: Int) {
    guard let calendar = openCalendars.last,
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return }
    let method = line[(colon + 1)...].filter { !$0.isSpace }.map(\.upperCased)
    // CANCELLED is meant as CANCEL is.
    if method[...].contains(CalendarScanner.cancellation) {
      scan.calendars[calendar].isCancellation = true
    }
    guard CalendarScanner.answers.contains(method) else { return }
    scan.calendars[calendar].changesNothing = true
    scan.report(.methodIgnored(String(decoding: method, as: UTF8.self)), line: number)
  }

  private static let cancellation = Array("CANCEL".utf8)

  /// The methods of answers to an organizer and of questions: nobody's calendar changes by them
  /// until the organizer sends it anew (RFC 5546, 1.4).
  private static let answers =
    ["REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"].map { Array($0.utf8) }

  private mutating func begin(_ name: ComponentName, _ start: Int, _ line: Int) {
    if name == .calendar || name.isTopLevel {
      // What is still open has lost its END: nothing at this level stands inside a component.
      let base = stack.lastIndex { $0.name == .calendar }.map { $0 + 1 } ?? 0
      close(downTo: base)
    }
    guard stack.count < CalendarScanner.maximumDepth else {
      depthBelow += 1
      return
    }
    if name == .calendar {
      openCalendars.append(scan.calendars.count)
      scan.calendars.append(CalendarRecord())
    } else if openCalendars.isEmpty, name.isTopLevel {
      if name.kind != nil { scan.report(.calendarMissing(name: name.text), line: line) }
      // What stands outside of any calendar makes one of its own, up to the next real one.
      openCalendars.append(scan.calendars.count)
      scan.calendars.append(CalendarRecord())
    }
    if let kind = name.kind {
      scan.census.components += 1
      scan.census.componentsWithoutAlarms += 1
      current = ComponentRecord(
        kind, start: start, line: line, calendar: openCalendars.last ?? 0)
      depth = 0
    } else if current != nil {
      if name == .alarm, depth == 0 { addAlarm() }
      depth += 1
    } else if name == .alarm {
      scan.report(.componentMisplaced(name: "VALARM"), line: line)
    }
    stack.append(Open(name: name, start: UInt32(start), line: UInt32(line)))
    openCounts.add(name)
  }

  private mutating func end(_ name: ComponentName, _ line: Int, end: Int) {
    if depthBelow > 0, name != .calendar, !name.isTopLevel {
      depthBelow -= 1
      return
    }
    if stack.last?.name == name {
      pop(end: end)
      return
    }
    guard openCounts.has(name) else {
      if name == .calendar || name == .alarm || name.kind != nil {
        scan.report(.componentMisplaced(name: "END:\(name.text)"), line: line)
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
    openCounts.remove(open.name)
    depthBelow = 0
    if open.name.kind != nil {
      if var record = current, let end {
        record.finish(at: end)
        scan.components.append(record)
      } else {
        scan.report(
          .componentUnended(name: open.name.text).stating("the component is skipped"),
          line: Int(open.line))
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
        scan.calendars[calendar].zones.append(
          .init(range: Int(open.start)..<end, line: Int(open.line)))
      }
    default: break
    }
  }
}
