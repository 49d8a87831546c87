internal import ICalendar

/// The stack of components that are open at a line, from their BEGIN and END lines.
struct OpenComponents {
  struct Component {
    let name: ComponentName
    let start: Int
    let line: Int
  }

  /// The open components, the innermost last.
  private(set) var all: [Component] = []
  /// The number of open components deeper than ``ReadingLimits/maximumDepth``.
  private var depthBelow = 0

  /// Opens a component; returns false for one that is too deep, which is only counted.
  mutating func begin(_ name: ComponentName, start: Int, line: Int) -> Bool {
    guard all.count < ReadingLimits.maximumDepth else {
      depthBelow += 1
      return false
    }
    all.append(Component(name: name, start: start, line: line))
    return true
  }

  /// Returns the number of components that an END line closes.
  ///
  /// Open components inside the named one lack their END. The caller closes each with `close()`.
  ///
  /// - Returns: 0 for a component that was only counted; nil if no component with the name is open.
  mutating func count(endedBy name: ComponentName) -> Int? {
    if depthBelow > 0, !name.isTopLevel {
      depthBelow -= 1
      return 0
    }
    return all.lastIndex { $0.name == name }.map { all.count - $0 }
  }

  /// Returns the number of open components that a BEGIN line closes.
  ///
  /// A component is never inside one of its own level: an event in an event, an alarm in an alarm,
  /// an observance in an observance. The open one lacks its END, and so do those inside it. The
  /// caller closes each with `close()`.
  func count(closedByBeginOf name: ComponentName) -> Int {
    if name.isTopLevel { return all.count }
    guard let siblings = name.siblings else { return 0 }
    return all.lastIndex { siblings.contains($0.name) }.map { all.count - $0 } ?? 0
  }

  /// Closes the innermost component.
  mutating func close() -> Component? {
    depthBelow = 0
    return all.popLast()
  }
}

enum ComponentName: Hashable {
  case calendar, event, toDo, journal, freeBusy, timeZone, alarm, standard, daylight
  case other(TextDigest)

  /// Reads the name after `BEGIN:` or `END:`.
  init(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    let packed = PackedName(bytes, in: start..<end)
    for known in ComponentName.known where known.packed == packed {
      self = known.name
      return
    }
    let name = (start..<end).prefix(ReadingLimits.longestValue).map { bytes[$0].upperCased }[...]
    self = .other(TextDigest(name.span))
  }

  /// The known names, the most frequent ones first.
  private static let known: [(packed: PackedName, name: ComponentName)] =
    [.event, .alarm, .toDo, .timeZone, .calendar, .standard, .daylight, .journal, .freeBusy]
    .map { (PackedName($0.text), $0) }

  /// Whether the component is always directly inside a VCALENDAR.
  var isTopLevel: Bool {
    switch self {
    case .event, .toDo, .journal, .freeBusy, .timeZone: true
    default: false
    }
  }

  var isKnown: Bool {
    if case .other = self { false } else { true }
  }

  /// The components of its level, if they are always inside a component of a higher level; nil for
  /// others.
  fileprivate var siblings: [ComponentName]? {
    switch self {
    case .alarm: [.alarm]
    case .standard, .daylight: [.standard, .daylight]
    default: nil
    }
  }

  var kind: CalendarComponent.Kind? {
    switch self {
    case .event: .event
    case .toDo: .toDo
    default: nil
    }
  }

  /// The END line, as diagnostics name it.
  var endText: String {
    isKnown ? "END:\(text)" : "an END"
  }

  var text: String {
    switch self {
    case .calendar: "VCALENDAR"
    case .event: "VEVENT"
    case .toDo: "VTODO"
    case .journal: "VJOURNAL"
    case .freeBusy: "VFREEBUSY"
    case .timeZone: "VTIMEZONE"
    case .alarm: "VALARM"
    case .standard: "STANDARD"
    case .daylight: "DAYLIGHT"
    case .other: "a component"
    }
  }
}
