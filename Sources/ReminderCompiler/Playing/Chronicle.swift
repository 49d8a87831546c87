package import CivilTime
package import ICalendar

/// What becomes of all fires, series by series: what is asked for and fires, what is missed, and
/// what fires beside it.
package struct Chronicle: Sendable {
  /// Whether and when the plan is renewed.
  package enum Renewals: Sendable {
    /// Nobody knows; at the latest as the options say.
    case within
    /// The app is opened at these instants, ascending; perhaps never.
    case openings([Instant])
  }

  /// The plan of now.
  package let plan: Plan
  /// When it is renewed.
  package let renewals: Renewals
  /// How what fires compares with what is asked for.
  package let verdict: Verdict
  /// When the last plan has to be made anew; nil for never before the horizon's end.
  package let renewBy: Instant?
  /// What a device keeps for later; nil where nobody asked.
  package let delays: Delays?
  /// What was found.
  package let diagnostics: [Diagnostic]
  /// The days that it goes over.
  package let days: ChronicleDays
  /// The series, those first that miss something soon; see ``omitted``.
  package let series: [SeriesChronicle]
  /// How many fires there are of each fate, by its raw value, those of all series.
  let counts: [Int]
  /// How many series there are beside.
  package let omitted: Int
  /// How many of these miss anything.
  package let omittedMissing: Int
  /// Whether there are several calendars, so that it is worth saying which.
  package let hasCalendars: Bool
  /// From when on nothing was played any more; nil for the horizon's end.
  package let cut: Instant?

  /// The most series: each is a row, of which somebody may look for one.
  package static let maximumSeries = 2_000
  /// The most fires that are listed, shared by the series: those of some weeks, of one by one.
  package static let maximumEvents = 50_000
}

extension Chronicle {
  /// How many fires there are of a fate, those of all series.
  package func count(_ fate: FireFate) -> Int { counts[fate.rawValue] }
}

extension Compiler {
  /// What becomes of all fires, where nobody knows when a plan is renewed.
  package static func chronicle(
    of plan: Plan, for components: [CalendarComponent], _ options: NotificationOptions,
    under controls: SystemControls? = nil
  ) throws -> Chronicle {
    let target = NotificationTarget(options)
    let played = try PlayedApp.played(on: target, []) { _ in plan }
    return Chronicle(
      played, .within, Expansion(components, options.compiler), controls,
      findings: SimulatedFires(fires: [], cut: played.cut).diagnostics)
  }

  /// What becomes of all fires of an app that is opened now and then.
  package static func chronicle(
    of components: [CalendarComponent], _ options: NotificationOptions, openings: [Instant],
    under controls: SystemControls? = nil
  ) throws -> Chronicle {
    let target = NotificationTarget(options)
    let known = options.isNowKnown ? components : []
    let played = try PlayedApp.played(on: target, openings) { plan(for: known, $0) }
    return Chronicle(
      played, .openings(openings), Expansion(known, options.compiler), controls,
      findings: target.diagnostics + options.compiler.faults + played.diagnostics
        + SimulatedFires(fires: [], cut: played.cut).diagnostics)
  }
}

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
  /// What there is of each fate, by its raw value.
  private var tallies = Array(repeating: Tally(), count: FireFate.allCases.count)
  /// The first of its fires on the days of the chronicle, ascending by instant.
  package private(set) var events: [Event] = []
  /// Where the look at it was cut.
  package internal(set) var cut: Instant?

  init(title: String, calendarName: String = "", location: SourceLocation? = nil) {
    self.title = title
    self.calendarName = calendarName
    self.location = location
  }

  private struct Tally {
    var count = 0
    /// The days on which there are any, from the day of now; nil for none.
    var days: BitSet?
    var span: ClosedRange<Instant>?

    mutating func add(_ count: Int, _ own: ClosedRange<Instant>?) {
      self.count += count
      guard let own else { return }
      span =
        span.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
    }
  }

  /// How many fires there are of a fate.
  package func count(_ fate: FireFate) -> Int { tallies[fate.rawValue].count }

  /// How many fires there are in all.
  package var count: Int { tallies.reduce(0) { $0 + $1.count } }

  /// How many fires are asked for.
  package var askedCount: Int { count - count(.echo) - count(.unasked) - count(.overstaying) }

  /// The first and the last fire of some fates; nil where there is none.
  package func span(_ fates: FireFate...) -> ClosedRange<Instant>? {
    let spans = fates.compactMap { tallies[$0.rawValue].span }
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

  /// How many fires nothing answers.
  package var missedCount: Int {
    FireFate.allCases.reduce(0) { $0 + ($1.isMissed ? count($1) : 0) }
  }

  /// The days on which there are fires of a fate, from the day of now; nil for none.
  package func days(_ fate: FireFate) -> BitSet? { tallies[fate.rawValue].days }

  mutating func add(_ event: Event, _ calendar: ChronicleDays) {
    let fate = event.fate.rawValue
    tallies[fate].add(1, event.at...event.at)
    guard let day = calendar.day(of: event.at) else { return }
    var days = tallies[fate].days ?? BitSet(capacity: calendar.count)
    days.insert(day)
    tallies[fate].days = days
    events.append(event)
  }

  /// Adds the fires of another of its alarms.
  mutating func add(_ other: SeriesChronicle) {
    for (fate, tally) in other.tallies.enumerated() {
      tallies[fate].add(tally.count, tally.span)
      guard let theirs = tally.days else { continue }
      var days = tallies[fate].days ?? BitSet(capacity: theirs.capacity)
      days.formUnion(theirs)
      tallies[fate].days = days
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

/// The days of a chronicle, by the wall clock of the device.
package struct ChronicleDays: Sendable {
  /// The zone of the device.
  package let zone: Zone
  /// How many days there are.
  package let count: Int
  /// Whether the window goes on behind them.
  package let areCut: Bool
  /// The first day, as a number of days.
  private let first: Int

  /// The most days: three years, of which nobody can look at more at once, and of which thousands
  /// of series can be held.
  package static let maximumCount = 1_096

  /// The days that a window touches.
  init(_ window: Range<Instant>, in zone: Zone) {
    self.zone = zone
    first = zone.civil(at: window.lowerBound).date.dayNumber
    let last = zone.civil(at: max(window.lowerBound, window.upperBound + -1)).date.dayNumber
    let all = max(1, last - first + 1)
    count = min(all, ChronicleDays.maximumCount)
    areCut = count < all
  }

  /// The day of an instant, from 0; nil behind the last one.
  package func day(of instant: Instant) -> Int? {
    // Where a clock goes back over midnight at the beginning, a day before comes again.
    let day = max(0, zone.civil(at: instant).date.dayNumber - first)
    return day < count ? day : nil
  }

  /// The date of a day, from 0; the one behind the last is known, too.
  package func date(ofDay day: Int) -> CivilDate { CivilDate(dayNumber: first + day) }
}

/// What becomes of a fire.
package enum FireFate: Int, CaseIterable, Sendable {
  /// It is asked for, fired and seen at once.
  case fired
  /// It is fired, and seen later.
  case delayed
  /// It is fired, and seen only when it is over what it reminds of.
  case tooLate
  /// It is a first alert that nothing answers.
  case missed
  /// It is a repeat that nothing answers.
  case missedRepeat
  /// It is a first alert that nothing answers unless the plan is renewed, as it has to be.
  case unrenewed
  /// It is a repeat of the same kind.
  case unrenewedRepeat
  /// It is an echo, see ``ListedFire/isEcho``.
  case echo
  /// It is fired, and nobody asked for it.
  case unasked
  /// It is fired by a request that has to be taken away before.
  case overstaying
  /// It is due at the very instant at which the requests are added.
  case dueNow

  /// Whether nothing answers it.
  package var isMissed: Bool {
    switch self {
    case .missed, .missedRepeat, .unrenewed, .unrenewedRepeat: true
    case .fired, .delayed, .tooLate, .echo, .unasked, .overstaying, .dueNow: false
    }
  }
}
