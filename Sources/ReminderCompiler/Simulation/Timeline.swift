package import CivilTime
package import ICalendar
package import ReminderPlanning
package import ReminderPlans

/// The outcome of all fires, by series: answered, missed and unexpected fires.
package struct Timeline: Sendable {
  /// The times at which the plan is renewed.
  package enum Renewals: Sendable {
    /// The time is unknown.
    ///
    /// The options set the latest one.
    case within
    /// The app is opened at these instants, ascending; the array can be empty.
    case openings([Instant])
  }

  package let plan: Plan
  package let renewals: Renewals
  package let verdict: Verdict
  /// The instant by which the last plan must be renewed; nil for never before the horizon's end.
  package let renewBy: Instant?
  /// The delays by a device's controls; nil without controls.
  package let delays: Delays?
  package let diagnostics: [Diagnostic]
  package let days: TimelineDays
  /// The series, starting with those that have the earliest missed fires; see ``omitted``.
  package let series: [SeriesTimeline]
  /// The number of fires of all series by outcome, indexed by raw value.
  let counts: [Int]
  /// The number of series that ``series`` leaves out.
  package let omitted: Int
  /// The number of omitted series with missed fires.
  package let omittedMissing: Int
  /// Whether the series are from several calendars, so that the output should name them.
  package let hasCalendars: Bool
  /// The instant at which the simulation stopped early; nil if it reached the horizon's end.
  package let cut: Instant?

  /// The limit of series.
  ///
  /// Each is a row in which readers may look for a reminder.
  package static let maximumSeries = 2_000
  /// The limit of listed fires.
  ///
  /// All series share it.
  package static let maximumEvents = 50_000
}

extension Timeline {
  package func count(_ outcome: FireOutcome) -> Int { counts[outcome.rawValue] }
}

/// The outcome of the fires of one series with all its alarms, or of requests without a series.
package struct SeriesTimeline: Sendable {
  /// A fire on the timeline, with its outcome.
  package struct Event: Sendable {
    /// The instant at which it is due or fires.
    package let at: Instant
    package let outcome: FireOutcome
    /// The title of the notification if it differs from the series' title.
    package let title: String?
    /// The instant at which it is seen, if that is later.
    package let seenAt: Instant?
  }

  /// The title of the first fire.
  package let title: String
  /// The name of the calendar, safe to show; empty without a name.
  package let calendarName: String
  /// The location of the series in the input; nil for requests without a series.
  package let location: SourceLocation?
  /// The counts by outcome, indexed by raw value.
  private var tallies = Array(repeating: Tally(), count: FireOutcome.allCases.count)
  /// The first fires on the days of the timeline, in order of instant.
  package private(set) var events: [Event] = []
  /// The instant at which expansion or simulation of the series stopped early; nil if neither did.
  package internal(set) var cut: Instant?

  init(title: String, calendarName: String = "", location: SourceLocation? = nil) {
    self.title = title
    self.calendarName = calendarName
    self.location = location
  }

  private struct Tally {
    var count = 0
    /// The days with fires, counted from the day of now; nil for none.
    var days: BitSet?
    var span: ClosedRange<Instant>?

    mutating func add(_ count: Int, own: ClosedRange<Instant>?) {
      self.count += count
      guard let own else { return }
      span =
        span.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
    }
  }

  package func count(_ outcome: FireOutcome) -> Int { tallies[outcome.rawValue].count }

  package var count: Int { tallies.reduce(0) { $0 + $1.count } }

  /// Returns the range from the first to the last fire with one of some outcomes; nil for none.
  package func span(_ outcomes: FireOutcome...) -> ClosedRange<Instant>? {
    let spans = outcomes.compactMap { tallies[$0.rawValue].span }
    guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max()
    else { return nil }
    return first...last
  }

  package var firstMissed: Instant? {
    span(.missed, .missedRepeat, .unrenewed, .unrenewedRepeat)?.lowerBound
  }

  /// The first expected fire that fires; nil for none.
  package var next: Instant? { span(.fired, .delayed, .tooLate)?.lowerBound }

  package var missedCount: Int {
    FireOutcome.allCases.reduce(0) { $0 + ($1.isMissed ? count($1) : 0) }
  }

  /// Returns the days with fires of an outcome, counted from the day of now; nil for none.
  package func days(_ outcome: FireOutcome) -> BitSet? { tallies[outcome.rawValue].days }

  mutating func add(_ event: Event, calendar: TimelineDays) {
    let outcome = event.outcome.rawValue
    tallies[outcome].add(1, own: event.at...event.at)
    guard let day = calendar.day(of: event.at) else { return }
    var days = tallies[outcome].days ?? BitSet(capacity: calendar.count)
    days.insert(day)
    tallies[outcome].days = days
    events.append(event)
  }

  mutating func add(_ other: SeriesTimeline) {
    for (outcome, tally) in other.tallies.enumerated() {
      tallies[outcome].add(tally.count, own: tally.span)
      guard let theirs = tally.days else { continue }
      var days = tallies[outcome].days ?? BitSet(capacity: theirs.capacity)
      days.formUnion(theirs)
      tallies[outcome].days = days
    }
    events += other.events.map { event in
      Event(
        at: event.at, outcome: event.outcome,
        title: event.title ?? (other.title == title ? nil : other.title), seenAt: event.seenAt)
    }
    cut = [cut, other.cut].compactMap { $0 }.min()
  }

  /// Sorts the fires and keeps the first ones, up to a limit.
  mutating func keepFirst(_ limit: Int) {
    events.sort { ($0.at, $0.outcome.rawValue) < ($1.at, $1.outcome.rawValue) }
    if events.count > limit { events = Array(events[..<limit]) }
  }
}

/// The days of a timeline, in the device's local time.
package struct TimelineDays: Sendable {
  package let zone: Zone
  package let count: Int
  /// Whether the window continues after the last day.
  package let areCut: Bool
  /// The first day, as days since 1970-01-01.
  private let first: Int

  /// The limit of days: three years.
  ///
  /// Longer tables are of no use to readers, and thousands of series would take too much memory.
  package static let maximumCount = 1_096

  init(_ window: Range<Instant>, in zone: Zone) {
    self.zone = zone
    first = zone.civil(at: window.lowerBound).date.dayNumber
    let last = zone.civil(at: max(window.lowerBound, window.upperBound + -1)).date.dayNumber
    let all = max(1, last - first + 1)
    count = min(all, TimelineDays.maximumCount)
    areCut = count < all
  }

  /// Returns the day of an instant, from 0; nil after the last day.
  package func day(of instant: Instant) -> Int? {
    // If the clock goes back over midnight at the start, the previous day occurs again.
    let day = max(0, zone.civil(at: instant).date.dayNumber - first)
    return day < count ? day : nil
  }

  /// Returns the date of a day, from 0 up to ``count``, which is the day after the last one.
  package func date(ofDay day: Int) -> CivilDate { CivilDate(dayNumber: first + day) }
}

/// The outcome of a fire of a calendar or of a request.
package enum FireOutcome: Int, CaseIterable, Sendable {
  /// An expected fire that fires and is seen at once.
  case fired
  /// An expected fire that fires and is seen later.
  case delayed
  /// An expected fire that fires and is seen only after the reminded event.
  case tooLate
  case missed
  case missedRepeat
  /// A first alert that is missed only if the plan is not renewed as required.
  case unrenewed
  /// A repeat that is missed only if the plan is not renewed as required.
  case unrenewedRepeat
  case echo
  case unexpected
  /// A fire of a request that should have been removed before.
  case overstaying
  /// A fire that is due at the instant at which the requests are added.
  case dueNow

  /// Whether no request answers the fire.
  package var isMissed: Bool {
    switch self {
    case .missed, .missedRepeat, .unrenewed, .unrenewedRepeat: true
    case .fired, .delayed, .tooLate, .echo, .unexpected, .overstaying, .dueNow: false
    }
  }
}
