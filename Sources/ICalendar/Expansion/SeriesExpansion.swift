package import CivilTime

/// Expands a series to the fires of its reminders in any range.
///
/// Reminder *n* is the *n*-th alarm of the series' components: an override's *n*-th alarm replaces
/// its master's. Snoozes, which Mozilla stores outside of alarms, are one more reminder.
package struct SeriesExpansion: Sendable {
  /// The maximum number of occurrences and of fires of one reminder that are expanded.
  ///
  /// It covers somewhat more than every minute of the default horizon, one year. An expansion up to
  /// the limit takes tens of milliseconds.
  package static let maximumFires = 600_000

  package var fireLimit = maximumFires
  /// Whether fires of the series may ring for equal ones of other sources.
  package var ringsForOthers = true

  private var storedQuiet: SharedValue<SeriesQuietHours>?
  private var storedStarts: SharedValue<OccurrenceStarts>?
  private(set) var components: [CalendarComponent]
  private let parts: SharedValue<Parts>

  /// The constant parts of a series.
  ///
  /// They are on the heap, as are the starts, because each reminder and each search for triggers
  /// has a copy of the series.
  private struct Parts: Sendable {
    let series: EventSeries
    let deviceZone: Zone
    let replaced: Set<Instant>
    let segments: [OccurrenceSegment]
    let timings: [AlarmTiming?]
    let periods: PeriodTimings
    let alarms: [SeriesAlarm]
    let alarmIndex: AlarmIndex
  }

  package init(
    _ series: EventSeries, onDeviceIn deviceZone: Zone,
    stepLimit: Int = RuleExpansion.maximumSteps
  ) {
    let components = series.components
    self.components = components
    // Iterate over indices, here and below, because iterating over components would copy them.
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
    var segments: [OccurrenceSegment] = []
    if let starts {
      segments = OccurrenceSegment.all(
        of: starts, components: components, changes: changes.sorted { $0.from < $1.from },
        from: starts.firstOpen(of: components[0], timings[0], onDeviceIn: deviceZone),
        onDeviceIn: deviceZone)
    }
    var periods = PeriodTimings()
    if series.hasMaster, let starts, !components[0].recurrenceDates.isEmpty {
      let master = components[0]
      for date in master.recurrenceDates {
        guard let extent = date.extent else { continue }
        let start = OccurrenceStarts.start(
          at: date.start, like: starts.anchor, onDeviceIn: deviceZone)
        periods.set(
          AlarmTiming(master, anchor: date.start, extent: extent, onDeviceIn: deviceZone),
          ofOccurrenceAt: start.instant)
      }
    }
    storedStarts = starts.map(SharedValue.init)
    parts = SharedValue(
      Parts(
        series: series, deviceZone: deviceZone, replaced: replaced, segments: segments,
        timings: timings, periods: periods, alarms: SeriesAlarm.all(of: series),
        alarmIndex: AlarmIndex(
          series, segments: segments, timings: timings, hasStarts: starts != nil,
          onDeviceIn: deviceZone)))
  }

  package var series: EventSeries { parts.value.series }
  package var location: SourceLocation? { components.first?.location }
  /// The zone of floating and all-day values.
  package var deviceZone: Zone { parts.value.deviceZone }
  /// The original starts that overrides of single occurrences replace.
  var replaced: Set<Instant> { parts.value.replaced }
  /// The master's occurrences, split at each override with RANGE=THISANDFUTURE.
  var segments: [OccurrenceSegment] { parts.value.segments }
  var timings: [AlarmTiming?] { parts.value.timings }
  var periods: PeriodTimings { parts.value.periods }
  var alarmIndex: AlarmIndex { parts.value.alarmIndex }

  /// The starts of the master's occurrences; nil if the master is missing or lacks a time.
  var starts: OccurrenceStarts? { storedStarts?.value }

  /// The quiet hours; nil for none.
  package var quiet: SeriesQuietHours? {
    get { storedQuiet?.value }
    set { storedQuiet = newValue.map(SharedValue.init) }
  }

  /// Returns the timings of occurrences with their own extent.
  ///
  /// Overrides use their own extent instead.
  func periods(of component: Int) -> PeriodTimings {
    component == 0 ? periods : PeriodTimings()
  }

  func replacing(
    starts: OccurrenceStarts, components: [CalendarComponent]
  ) -> SeriesExpansion {
    var result = self
    result.storedStarts = SharedValue(starts)
    result.components = components
    return result
  }

  /// Prepares the series for expansions of ranges from an instant on.
  ///
  /// Occurrences before it are then not counted again for each reminder and range. This also covers
  /// alarms up to a month after their occurrence.
  package mutating func prepare(for instant: Instant) {
    let month = 32 * 86_400
    guard var starts else { return }
    // Release our reference first, so that the mutation happens in place (no copy-on-write).
    storedStarts = nil
    starts.count(before: instant - month)
    storedStarts = SharedValue(starts)
  }

  /// The reminders of the series, snoozes last.
  ///
  /// Some may never fire.
  package var alarms: [SeriesAlarm] { parts.value.alarms }

  /// Returns the shortest and the longest distance of an alarm from the starts of its components that
  /// is elapsed time, in seconds; before the start, it is negative.
  package func elapsedDistances(ofAlarmAt place: Int) -> [Int] {
    let all = components.indices.compactMap { index -> Int? in
      guard components[index].alarms.indices.contains(place),
        let alarm = components[index].alarms[place]
      else { return nil }
      return timings[index]?.elapsedDistance(of: alarm.trigger)
    }
    return Set([all.min(), all.max()].compactMap(\.self)).sorted()
  }

  /// The zone of the series on the device.
  package var zone: Zone {
    starts?.zone ?? components.first?.anchor?.zone(onDeviceIn: deviceZone) ?? deviceZone
  }

  /// Whether the series is floating or all-day, and therefore follows the device's zone.
  package var isFloating: Bool {
    (starts?.anchor ?? components.first?.anchor)?.reference == .floating
  }

  /// Returns the identity of the occurrence that an override replaces, regardless of the form of
  /// its RECURRENCE-ID: the instant, or the local time for a floating series.
  ///
  /// - Parameter component: The override.
  /// - Returns: `20280227T013000Z`, followed by `+` if all later occurrences are replaced too; nil
  ///   for a master.
  package func originalStart(ofOverride component: CalendarComponent) -> String? {
    component.recurrenceID.map { recurrenceID in
      let instant = OccurrenceStarts.originalStart(
        recurrenceID, like: starts?.anchor, onDeviceIn: deviceZone)
      let text = isFloating ? zone.civil(at: instant).basicFormat : instant.basicFormat
      return text + (recurrenceID.isThisAndFuture ? "+" : "")
    }
  }

  package var rules: [RuleExpansion] { starts?.rules ?? [] }

  package var diagnostics: [Diagnostic] {
    guard let starts else { return [] }
    // Iterate over indices, because iterating over elements would copy their arrays.
    let others = starts.rules.indices.filter { !starts.rules[$0].matchesStart }
    let empty = others.filter { starts.rules[$0].neverMatches }
    var findings = empty.map {
      Finding.ruleNeverMatches(rule: starts.rules[$0].rule.description)
    }
    // DTSTART is an occurrence of the union if any rule gives it.
    if others.count == starts.rules.count, empty.count < others.count {
      findings.append(
        .ruleMismatch(
          start: components[0].startText ?? "DTSTART \(starts.anchor)",
          ruleCount: starts.rules.count))
    }
    return findings.map { Diagnostic($0, at: components[0].location, uid: series.uid) }
  }

  package func fires(of alarm: SeriesAlarm, in range: Range<Instant>) -> AlarmFires {
    quiet == nil ? firesWithoutQuietHours(of: alarm, in: range) : movedFires(of: alarm, in: range)
  }

  /// Returns the fires of an alarm in a range, without quiet hours.
  func firesWithoutQuietHours(of alarm: SeriesAlarm, in range: Range<Instant>) -> AlarmFires {
    var result = AlarmFires()
    let range = range.clamped(to: SeriesExpansion.calendar)
    switch alarm {
    case .alarm(let place):
      appendFiresOfOverrides(place, in: range, to: &result)
      appendFiresOfMaster(place, in: range, to: &result)
    case .snooze:
      appendSnoozes(in: range, to: &result)
    }
    result.sortAndCut(to: fireLimit)
    // After a cut before the range, nothing in the range is known. A cut beyond the range doesn't
    // matter.
    result.cut = result.cut.flatMap {
      $0 < range.upperBound ? max($0, range.lowerBound) : nil
    }
    return result
  }

  /// The instants that calendars can represent.
  ///
  /// Ranges are clamped to them to avoid overflows.
  package static let calendar = firstInstant(ofYear: 0)..<firstInstant(ofYear: 10_001)

  private static func firstInstant(ofYear year: Int) -> Instant {
    let day = CivilDate(uncheckedYear: year, month: 1, day: 1).dayNumber
    return Instant(secondsSince1970: day * 86_400)
  }
}

/// A reminder of a series: an alarm of its components, or its snoozes.
package enum SeriesAlarm: Hashable, Sendable {
  /// The alarm with an index, from 0, in each component that has so many alarms.
  case alarm(Int)
  /// The snoozed alarms of all components: X-MOZ-SNOOZE-TIME.
  case snooze

  /// The index of the alarm in its component; nil for snoozes.
  package var place: Int? {
    switch self {
    case .alarm(let place): place
    case .snooze: nil
    }
  }

  fileprivate static func all(of series: EventSeries) -> [SeriesAlarm] {
    let alarms = (0..<series.alarmCount).map(SeriesAlarm.alarm)
    let components = series.components
    return components.indices.contains { !components[$0].snoozedUntil.isEmpty }
      ? alarms + [.snooze] : alarms
  }
}
