package import CivilTime
package import ICalendar

/// What becomes of the fires of one series, all its alarms together; or of requests that serve none.
package struct SeriesChronicle: Sendable {
  /// A fire, and what becomes of it.
  package struct Event: Sendable {
    /// When it is due, or fires.
    package let at: Instant
    /// What becomes of it.
    package let fate: FireFate
    /// What it shows, where that is something else than the series' title.
    package let title: String?
    /// When it is seen, where that is later.
    package let seenAt: Instant?
  }

  /// What the first of its fires shows.
  package let title: String
  /// What the calendar is called, safe to show; empty where it has no name.
  package let calendarName: String
  /// Where it stands in the input; nil for requests that serve no series.
  package let location: SourceLocation?
  /// How many fires there are of each fate, by its raw value.
  private var counts = Array(repeating: 0, count: FireFate.allCases.count)
  /// The days on which there are fires of a fate, from the day of now, by its raw value.
  private var days: [BitSet?] = Array(repeating: nil, count: FireFate.allCases.count)
  /// The first of its fires on these days, ascending by instant.
  package private(set) var events: [Event] = []
  /// The first and the last fire of a fate, by its raw value.
  private var spans: [ClosedRange<Instant>?] = Array(
    repeating: nil, count: FireFate.allCases.count)
  /// Where the look at it was cut.
  package internal(set) var cut: Instant?

  /// Makes a series without fires.
  init(title: String, calendarName: String = "", location: SourceLocation? = nil) {
    self.title = title
    self.calendarName = calendarName
    self.location = location
  }

  /// How many fires there are of a fate.
  package func count(_ fate: FireFate) -> Int { counts[fate.rawValue] }

  /// How many fires there are in all.
  package var count: Int { counts.reduce(0, +) }

  /// How many fires are asked for.
  package var askedCount: Int { count - count(.echo) - count(.unasked) - count(.overstaying) }

  /// The first and the last fire of some fates; nil where there is none.
  package func span(_ fates: FireFate...) -> ClosedRange<Instant>? {
    let spans = fates.compactMap { self.spans[$0.rawValue] }
    guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max()
    else { return nil }
    return first...last
  }

  /// The first of its fires that nothing answers.
  package var firstMissed: Instant? {
    span(.missed, .missedRepeat, .unrenewed, .unrenewedRepeat)?.lowerBound
  }

  /// The first of its fires that is asked for and fires.
  package var next: Instant? { span(.fired, .delayed, .tooLate)?.lowerBound }

  private mutating func join(_ span: ClosedRange<Instant>, _ fate: Int) {
    spans[fate] =
      spans[fate].map {
        min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound)
      } ?? span
  }

  /// How many fires nothing answers.
  package var missedCount: Int {
    FireFate.allCases.reduce(0) { $0 + ($1.isMissed ? count($1) : 0) }
  }

  /// The days on which there are fires of a fate, from the day of now; nil for none.
  package func days(_ fate: FireFate) -> BitSet? { days[fate.rawValue] }

  /// Adds a fire.
  ///
  /// - Parameters:
  ///   - event: The fire.
  ///   - calendar: The days.
  mutating func add(_ event: Event, _ calendar: ChronicleDays) {
    let fate = event.fate.rawValue
    counts[fate] += 1
    if let day = calendar.day(of: event.at) {
      days[fate, default: BitSet(capacity: calendar.count)].insert(day)
      events.append(event)
    }
    join(event.at...event.at, event.fate.rawValue)
  }

  /// Adds the fires of another of its alarms.
  mutating func add(_ other: SeriesChronicle) {
    for fate in FireFate.allCases.map(\.rawValue) {
      counts[fate] += other.counts[fate]
      if let span = other.spans[fate] { join(span, fate) }
      guard let theirs = other.days[fate] else { continue }
      days[fate, default: BitSet(capacity: theirs.capacity)].formUnion(theirs)
    }
    events += other.events.map { event in
      Event(
        at: event.at, fate: event.fate,
        title: event.title ?? (other.title == title ? nil : other.title), seenAt: event.seenAt)
    }
    cut = [cut, other.cut].compactMap { $0 }.min()
  }

  /// Puts its fires in order, and keeps the first of them.
  mutating func keepFirst(_ limit: Int) {
    events.sort { ($0.at, $0.fate.rawValue) < ($1.at, $1.fate.rawValue) }
    if events.count > limit { events = Array(events[..<limit]) }
  }
}

extension [BitSet?] {
  fileprivate subscript(_ index: Int, default set: @autoclosure () -> BitSet) -> BitSet {
    get { self[index] ?? set() }
    set { self[index] = newValue }
  }
}
