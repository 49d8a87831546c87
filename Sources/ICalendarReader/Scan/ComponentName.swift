internal import ICalendar

/// The name of a component, as BEGIN and END give it.
///
/// A number, so that a scan makes no string of any name.
struct ComponentName: Hashable, Sendable {
  private let number: UInt64

  static let calendar = ComponentName(known: 0)
  static let event = ComponentName(known: 1)
  static let toDo = ComponentName(known: 2)
  static let journal = ComponentName(known: 3)
  static let freeBusy = ComponentName(known: 4)
  static let timeZone = ComponentName(known: 5)
  static let alarm = ComponentName(known: 6)

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
    // Any other stands for a hash with the seed of this run, which no sender knows: two names are
    // never taken for one.
    var hasher = Hasher()
    for index in start..<end { hasher.combine(bytes[index].upperCased) }
    number = UInt64(UInt(bitPattern: hasher.finalize())) | ComponentName.otherBit
  }

  /// Set in the numbers of names that have no meaning here.
  private static let otherBit: UInt64 = 1 << 63

  /// A number below ``knownCount`` for a name that has a meaning; nil for any other.
  var knownNumber: Int? { number < ComponentName.otherBit ? Int(number) : nil }

  /// How many names have a meaning.
  static let knownCount = known.count

  /// The known names, the most frequent ones first.
  private static let known: [(packed: PackedName, name: ComponentName)] =
    [.event, .alarm, .toDo, .timeZone, .calendar, .journal, .freeBusy]
    .map { (PackedName($0.text), $0) }

  /// Whether the component stands directly in a VCALENDAR and never in another component.
  var isTopLevel: Bool {
    switch self {
    case .event, .toDo, .journal, .freeBusy, .timeZone: true
    default: false
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
    default: "a component"
    }
  }
}
