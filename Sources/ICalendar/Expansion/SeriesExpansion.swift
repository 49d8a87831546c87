package import CivilTime

/// What a series asks for: the fires of its reminders in any range.
///
/// Reminder *n* is the *n*-th alarm of the series' components; an override's *n*-th alarm stands in
/// for its master's. Snoozes that Mozilla keeps outside of alarms make one more reminder.
package struct SeriesExpansion: Sendable {
  /// The most occurrences and the most fires of one reminder that are ever looked at.
  ///
  /// Every minute of the default horizon of a year, and some more; tens of milliseconds.
  package static let maximumFires = 600_000

  /// The most that are looked at here.
  package var fireLimit = maximumFires

  private var storedQuiet: SharedValue<SeriesQuiet>?
  private var storedStarts: SharedValue<OccurrenceStarts>?
  private(set) var components: [CalendarComponent]
  private let parts: SharedValue<Parts>

  /// What of a series no look at it changes.
  ///
  /// In a place of its own, as are the starts: each of its reminders has the series, and so has each
  /// search for triggers.
  private struct Parts: Sendable {
    let series: EventSeries
    let deviceZone: Zone
    let replaced: Set<Instant>
    let stretches: [OccurrenceStretch]
    let timings: [AlarmTiming?]
    let periods: PeriodTimings
  }

  /// Makes the expansion of a series.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - deviceZone: The zone of floating and all-day values.
  ///   - stepLimit: The most intervals that a look at each rule goes through.
  package init(
    _ series: EventSeries, onDeviceIn deviceZone: Zone,
    stepLimit: Int = RuleExpansion.maximumSteps
  ) {
    let components = series.components
    self.components = components
    // By index, as everywhere here: a loop over components would copy each.
    let starts =
      series.hasMaster
      ? OccurrenceStarts(components[0], onDeviceIn: deviceZone, stepLimit: stepLimit) : nil
    let timings = components.indices.map { index in
      components[index].anchor.map {
        AlarmTiming(
          components[index], anchor: $0, extent: nil,
          countsFromDue: series.countsFromDue(index), onDeviceIn: deviceZone)
      }
    }
    var replaced: Set<Instant> = []
    var changes: [(from: Instant, component: Int)] = []
    for index in series.firstOverride..<components.count {
      guard let recurrenceID = components[index].recurrenceID else { continue }
      let original = OccurrenceStarts.originalStart(
        recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
      if recurrenceID.isThisAndFuture, starts != nil {
        changes.append((from: original, component: index))
      } else {
        replaced.insert(original)
      }
    }
    var stretches: [OccurrenceStretch] = []
    if let starts {
      stretches = OccurrenceStretch.all(
        of: starts, components, changes.sorted { $0.from < $1.from }, onDeviceIn: deviceZone)
    }
    var periods = PeriodTimings()
    if series.hasMaster, let starts, !components[0].recurrenceDates.isEmpty {
      let master = components[0]
      for date in master.recurrenceDates {
        guard let extent = date.extent else { continue }
        let start = OccurrenceStarts.instant(
          of: date.start, like: starts.anchor, onDeviceIn: deviceZone)
        periods.set(
          AlarmTiming(master, anchor: date.start, extent: extent, onDeviceIn: deviceZone),
          ofOccurrenceAt: start)
      }
    }
    storedStarts = starts.map(SharedValue.init)
    parts = SharedValue(
      Parts(
        series: series, deviceZone: deviceZone, replaced: replaced, stretches: stretches,
        timings: timings, periods: periods))
  }

  /// The series.
  package var series: EventSeries { parts.value.series }
  /// Where it stands in the input.
  package var location: SourceLocation? { components.first?.location }
  /// The zone of floating and all-day values.
  package var deviceZone: Zone { parts.value.deviceZone }
  /// The original starts that a single override replaces.
  var replaced: Set<Instant> { parts.value.replaced }
  /// The occurrences of the master, from one override with RANGE=THISANDFUTURE to the next.
  var stretches: [OccurrenceStretch] { parts.value.stretches }
  var timings: [AlarmTiming?] { parts.value.timings }
  var periods: PeriodTimings { parts.value.periods }

  /// The starts of the master's occurrences; nil where there is no master, or one without a time.
  var starts: OccurrenceStarts? { storedStarts?.value }

  /// When its fires are not due; nil where they may be at any time.
  package var quiet: SeriesQuiet? {
    get { storedQuiet?.value }
    set { storedQuiet = newValue.map(SharedValue.init) }
  }

  /// The ends of their own that occurrences of a component have; a change gives them its own.
  func periods(of component: Int) -> PeriodTimings {
    component == 0 ? periods : PeriodTimings()
  }

  /// The series with other starts, and components that differ in what is silent.
  func replacing(
    _ starts: OccurrenceStarts, _ components: [CalendarComponent]
  ) -> SeriesExpansion {
    var result = self
    result.storedStarts = SharedValue(starts)
    result.components = components
    return result
  }

  /// Readies the series for looks at ranges from an instant on.
  ///
  /// Occurrences before it need not be gone through again for each reminder and range. Alarms that
  /// lie up to a month after their occurrence are looked at as fast as others.
  package mutating func prepare(for instant: Instant) {
    let month = 32 * 86_400
    guard var starts else { return }
    // Where nobody else has them, what they hold is changed in its place.
    storedStarts = nil
    starts.count(before: instant - month)
    storedStarts = SharedValue(starts)
  }

  /// What reminds of the series, snoozes last; some of it may never fire.
  package var alarms: [SeriesAlarm] {
    var alarms = (0..<series.alarmCount).map(SeriesAlarm.alarm)
    if components.indices.contains(where: { !components[$0].snoozedUntil.isEmpty }) {
      alarms.append(.snooze)
    }
    return alarms
  }

  /// The zone that the series lives in on the device.
  package var zone: Zone {
    starts?.zone ?? components.first?.anchor?.zone(onDeviceIn: deviceZone) ?? deviceZone
  }

  /// Whether the series follows the device's zone: floating and all-day ones.
  package var isFloating: Bool {
    (starts?.anchor ?? components.first?.anchor)?.reference == .floating
  }

  /// What names the occurrence that an override replaces, however its RECURRENCE-ID is written: the
  /// instant, or the time on the wall clock where the series follows the device's zone.
  ///
  /// - Parameter component: The override; a master replaces none.
  /// - Returns: `20280227T013000Z`, with `+` behind it where all later ones are replaced too.
  package func originalStart(ofOverride component: CalendarComponent) -> String? {
    component.recurrenceID.map { recurrenceID in
      let instant = OccurrenceStarts.originalStart(
        recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
      let text = isFloating ? zone.civil(at: instant).basicFormat : instant.basicFormat
      return text + (recurrenceID.isThisAndFuture ? "+" : "")
    }
  }

  /// The rules of the master, ready to expand.
  package var rules: [RuleExpansion] { starts?.rules ?? [] }

  /// What is odd about the series' rules.
  package var diagnostics: [Diagnostic] {
    guard series.hasMaster, let anchor = starts?.anchor else { return [] }
    guard let starts else { return [] }
    // By index: a loop over elements would copy the arrays of each.
    return starts.rules.indices.filter { !starts.rules[$0].matchesStart }.map { index in
      Diagnostic(
        starts.rules[index].neverMatches
          ? .ruleNeverMatches(rule: starts.rules[index].rule.description)
          : .ruleMismatch(start: anchor.description),
        at: components[0].location, uid: series.uid)
    }
  }

  /// The fires of an alarm in a range.
  ///
  /// - Parameters:
  ///   - alarm: The alarm, or the snoozes.
  ///   - range: Instants, half-open.
  /// - Returns: The fires, and where a bound cut them.
  package func fires(of alarm: SeriesAlarm, in range: Range<Instant>) -> Fires {
    quiet == nil ? askedFires(of: alarm, in: range) : movedFires(of: alarm, in: range)
  }

  /// The fires of an alarm in a range, as if there were no quiet hours.
  func askedFires(of alarm: SeriesAlarm, in range: Range<Instant>) -> Fires {
    var result = Fires()
    let range = range.clamped(to: SeriesExpansion.calendar)
    switch alarm {
    case .alarm(let place):
      appendFiresOfOverrides(place, in: range, to: &result)
      appendFiresOfMaster(place, in: range, to: &result)
    case .snooze:
      appendSnoozes(in: range, to: &result)
    }
    result.sortAndCut(to: fireLimit)
    // A look that was cut short on its way to the range has seen nothing of it; one that was cut
    // beyond has seen all.
    result.cut = result.cut.flatMap {
      $0 < range.upperBound ? max($0, range.lowerBound) : nil
    }
    return result
  }

  /// The instants that a calendar can write, so that nothing overflows for a range beyond them.
  package static let calendar = firstInstant(ofYear: 0)..<firstInstant(ofYear: 10_001)

  private static func firstInstant(ofYear year: Int) -> Instant {
    let day = CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
    return Instant(secondsSince1970: day * 86_400)
  }
}

/// What reminds of a series: an alarm of its components, or all that were put off.
package enum SeriesAlarm: Hashable, Sendable {
  /// The alarm that stands at a place, from 0, in each component that has so many.
  case alarm(Int)
  /// The alarms of all components that were put off: X-MOZ-SNOOZE-TIME.
  case snooze

  /// The place of the alarm in its component; nil for what was put off.
  package var place: Int? {
    switch self {
    case .alarm(let place): place
    case .snooze: nil
    }
  }
}
