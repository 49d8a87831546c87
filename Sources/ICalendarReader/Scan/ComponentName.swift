internal import ICalendar

/// The name of a component, as BEGIN and END give it.
enum ComponentName: Hashable, Sendable {
  case calendar
  case event
  case toDo
  case journal
  case freeBusy
  case timeZone
  case alarm
  /// Any other, by its name in upper case.
  case other([UInt8])

  /// Reads the name after `BEGIN:` or `END:`.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    let packed = PackedName(bytes, in: start..<end)
    for known in ComponentName.known where known.packed == packed {
      self = known.name
      return
    }
    self = .other(bytes[start..<end].map(\.upperCased))
  }

  /// The known names, the most frequent ones first.
  private static let known: [(packed: PackedName, name: ComponentName)] =
    [.event, .alarm, .toDo, .timeZone, .calendar, .journal, .freeBusy]
    .map { (PackedName($0.text), $0) }

  /// Whether the component stands directly in a VCALENDAR and never in another component.
  var isTopLevel: Bool {
    switch self {
    case .event, .toDo, .journal, .freeBusy, .timeZone: true
    case .calendar, .alarm, .other: false
    }
  }

  /// What kind of component the reader makes of it.
  var kind: CalendarComponent.Kind? {
    switch self {
    case .event: .event
    case .toDo: .toDo
    default: nil
    }
  }

  /// The name, where a diagnostic may have to say it.
  var text: String {
    switch self {
    case .calendar: "VCALENDAR"
    case .event: "VEVENT"
    case .toDo: "VTODO"
    case .journal: "VJOURNAL"
    case .freeBusy: "VFREEBUSY"
    case .timeZone: "VTIMEZONE"
    case .alarm: "VALARM"
    case .other: "a component"
    }
  }
}
