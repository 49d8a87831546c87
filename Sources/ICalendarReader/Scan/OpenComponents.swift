internal import ICalendar

/// The stack of components that are open at a line, from their BEGIN and END lines.
struct OpenComponents {
  /// A component without an END so far.
  struct Component {
    let name: ComponentName
    /// The offset of the BEGIN line.
    let start: Int
    /// The number of the BEGIN line, from 1.
    let line: Int
  }

  /// The open components, the innermost last.
  private(set) var all: [Component] = []
  /// The number of open components deeper than ``ReadingLimits/maximumDepth``.
  private var depthBelow = 0

  /// Opens a component.
  ///
  /// - Returns: False for a component that is too deep, which is only counted.
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

  /// Closes the innermost component.
  mutating func close() -> Component? {
    depthBelow = 0
    return all.popLast()
  }
}

/// The name of a component in BEGIN and END lines.
///
/// It is stored as a number, so that a scan doesn't create strings.
struct ComponentName: Hashable, Sendable {
  private let number: UInt64

  static let calendar = ComponentName(known: 0)
  static let event = ComponentName(known: 1)
  static let toDo = ComponentName(known: 2)
  static let journal = ComponentName(known: 3)
  static let freeBusy = ComponentName(known: 4)
  static let timeZone = ComponentName(known: 5)
  static let alarm = ComponentName(known: 6)
  static let standard = ComponentName(known: 7)
  static let daylight = ComponentName(known: 8)

  private init(known number: UInt64) {
    self.number = number
  }

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
    // The hash uses this run's seed, so that different names don't collide.
    var hasher = Hasher()
    for index in start..<end { hasher.combine(bytes[index].upperCased) }
    number = UInt64(UInt(bitPattern: hasher.finalize())) | 1 << 63
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

  /// The kind of component in the model; nil for other components.
  var kind: CalendarComponent.Kind? {
    switch self {
    case .event: .event
    case .toDo: .toDo
    default: nil
    }
  }

  /// The name, for diagnostics.
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
    default: "a component"
    }
  }
}
