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

  /// The series.
  package let series: EventSeries
  private let deviceZone: Zone
  let components: [CalendarComponent]
  private(set) var starts: OccurrenceStarts?
  /// The original starts that a single override replaces.
  let replaced: Set<Instant>
  /// Overrides with RANGE=THISANDFUTURE, by the original start from which on they hold.
  private let changes: [(from: Instant, component: Int)]
  let timings: [AlarmTiming?]
  let periods: [Instant: AlarmTiming]

  /// Makes the expansion of a series.
  ///
  /// - Parameters:
  ///   - series: The series.
  ///   - deviceZone: The zone of floating and all-day values.
  package init(_ series: EventSeries, onDeviceIn deviceZone: Zone) {
    self.series = series
    self.deviceZone = deviceZone
    components = series.components
    starts = series.master.flatMap { OccurrenceStarts($0, onDeviceIn: deviceZone) }
    timings = components.map { component in
      component.anchor.map {
        AlarmTiming(component, anchor: $0, extent: nil, onDeviceIn: deviceZone)
      }
    }
    var replaced: Set<Instant> = []
    var changes: [(from: Instant, component: Int)] = []
    let masterCount = series.master == nil ? 0 : 1
    for (index, override) in series.overrides.enumerated() {
      guard let recurrenceID = override.recurrenceID else { continue }
      let original =
        starts.map {
          OccurrenceStarts.instant(
            of: recurrenceID.time, like: $0.anchor, onDeviceIn: deviceZone)
        } ?? recurrenceID.time.instant(onDeviceIn: deviceZone)
      if recurrenceID.isThisAndFuture, starts != nil {
        changes.append((from: original, component: masterCount + index))
      } else {
        replaced.insert(original)
      }
    }
    self.replaced = replaced
    self.changes = changes.sorted { $0.from < $1.from }
    var periods: [Instant: AlarmTiming] = [:]
    if let master = series.master, let starts {
      for date in master.recurrenceDates {
        guard let extent = date.extent else { continue }
        let start = OccurrenceStarts.instant(
          of: date.start, like: starts.anchor, onDeviceIn: deviceZone)
        periods[start] = AlarmTiming(
          master, anchor: date.start, extent: extent, onDeviceIn: deviceZone)
      }
    }
    self.periods = periods
  }

  /// Readies the series for looks at ranges from an instant on.
  ///
  /// Occurrences before it need not be gone through again for each reminder and range. Alarms that
  /// lie up to a month after their occurrence are looked at as fast as others.
  package mutating func prepare(for instant: Instant) {
    let month = 32 * 86_400
    starts?.count(before: instant - month)
  }

  /// The number of reminders, some of which may never fire.
  package var reminderCount: Int {
    series.alarmCount + (components.contains { !$0.snoozedUntil.isEmpty } ? 1 : 0)
  }

  /// The zone that the series lives in on the device.
  package var zone: Zone {
    starts?.zone ?? components.first?.anchor?.zone(onDeviceIn: deviceZone) ?? deviceZone
  }

  /// Whether the series follows the device's zone: floating and all-day ones.
  package var isFloating: Bool {
    (starts?.anchor ?? components.first?.anchor)?.reference == .floating
  }

  /// The rules of the master, ready to expand.
  package var rules: [RuleExpansion] { starts?.rules ?? [] }

  /// What is odd about the series' rules.
  package var diagnostics: [Diagnostic] {
    guard let master = series.master, let anchor = starts?.anchor else { return [] }
    return rules.filter { !$0.matchesStart }.map { rule in
      Diagnostic(
        rule.neverMatches
          ? .ruleNeverMatches(rule: rule.rule.description)
          : .ruleMismatch(start: anchor.description),
        at: master.location, uid: series.uid)
    }
  }

  /// The fires of one reminder in a range.
  ///
  /// - Parameters:
  ///   - reminder: The reminder, from 0.
  ///   - range: Instants, half-open.
  /// - Returns: The fires, and where a bound cut them.
  package func fires(ofReminder reminder: Int, in range: Range<Instant>) -> Fires {
    var result = Fires()
    let range = range.clamped(to: SeriesExpansion.calendar)
    if reminder == series.alarmCount {
      for (index, component) in components.enumerated() where !component.isSilent {
        for instant in component.snoozedUntil
        where range.contains(instant) && component.acknowledged.map({ instant > $0 }) != false {
          result.fires.append(
            Fire(at: instant, repetition: 0, component: index, occurrenceStart: nil))
        }
      }
    } else {
      appendFiresOfOverrides(reminder, in: range, to: &result)
      appendFiresOfMaster(reminder, in: range, to: &result)
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

  /// Whether no override changes all later occurrences.
  var changesAreNone: Bool { changes.isEmpty }

  /// A reminder's alarm in a component, where it can fire.
  func alarm(_ reminder: Int, of component: Int) -> Alarm? {
    let component = components[component]
    guard !component.isSilent, reminder < component.alarms.count else { return nil }
    return component.alarms[reminder]
  }

  /// Adds the fires of overrides of single occurrences, and absolute ones of all overrides.
  func appendFiresOfOverrides(
    _ reminder: Int, in range: Range<Instant>, to result: inout Fires
  ) {
    let masterCount = components.count - series.overrides.count
    for index in masterCount..<components.count {
      guard let alarm = alarm(reminder, of: index) else { continue }
      let component = components[index]
      if case .absolute(let instant) = alarm.trigger {
        append(alarm, of: index, firstAlert: instant, occurrenceStart: nil, in: range, to: &result)
      } else if component.recurrenceID?.isThisAndFuture == true, starts != nil {
        continue
      } else if let start = component.anchor?.instant(onDeviceIn: deviceZone) {
        append(alarm, of: index, timings[index], start: start, in: range, to: &result)
      }
    }
  }

  /// Adds the fires of an absolute trigger, which are due once however often the event recurs.
  func appendAbsoluteFiresOfMaster(
    _ reminder: Int, in range: Range<Instant>, to result: inout Fires
  ) {
    guard series.master != nil, let alarm = alarm(reminder, of: 0),
      case .absolute(let instant) = alarm.trigger
    else { return }
    append(alarm, of: 0, firstAlert: instant, occurrenceStart: nil, in: range, to: &result)
  }

  private func appendFiresOfMaster(
    _ reminder: Int, in range: Range<Instant>, to result: inout Fires
  ) {
    appendAbsoluteFiresOfMaster(reminder, in: range, to: &result)
    guard series.master != nil, var starts else { return }
    // Each stretch between two changes has its own alarms and its own shift.
    var from = Instant(secondsSince1970: .min)
    for index in 0...changes.count {
      let end = index < changes.count ? changes[index].from : Instant(secondsSince1970: .max)
      let component = index == 0 ? 0 : changes[index - 1].component
      if let alarm = alarm(reminder, of: component) {
        // An override's own occurrence stands, also where EXDATE or the rule know nothing of it.
        if index > 0, !replaced.contains(from), !alarm.isAbsolute,
          let start = components[component].anchor?.instant(onDeviceIn: deviceZone)
        {
          append(alarm, of: component, timings[component], start: start, in: range, to: &result)
          from = from + 1
        }
        appendFires(
          of: alarm, component: component, starts: &starts, originals: from..<max(from, end),
          in: range, to: &result)
      }
      from = max(from, end)
    }
  }

  private func appendFires(
    of alarm: Alarm, component index: Int, starts: inout OccurrenceStarts,
    originals: Range<Instant>,
    in range: Range<Instant>, to result: inout Fires
  ) {
    if case .absolute = alarm.trigger { return }
    guard let timing = timings[index] else { return }
    let shift = Shift(of: components[index], from: starts.anchor, onDeviceIn: deviceZone)
    var reach = timing.reach(of: alarm.trigger)
    for period in periods.values {
      let other = period.reach(of: alarm.trigger)
      reach = min(reach.lowerBound, other.lowerBound)...max(reach.upperBound, other.upperBound)
    }
    let repeats = alarm.repeatSpan
    let early = min(0, repeats) + reach.lowerBound + shift.reach.lowerBound
    let late = max(0, repeats) + alarm.repeatSlack + reach.upperBound + shift.reach.upperBound
    let wanted = (range.lowerBound - late)..<(range.upperBound - early)
    guard wanted.overlaps(originals) else { return }
    let look = wanted.clamped(to: originals)
    // A walk from DTSTART for each of many changes would take quadratic time.
    if !changes.isEmpty { starts.count(before: look.lowerBound) }
    let found = starts.starts(in: look, limit: fireLimit)
    for original in found.starts where !replaced.contains(original) {
      let start = shift.start(of: original)
      append(
        alarm, of: index, index == 0 ? periods[original] ?? timing : timing, start: start,
        in: range, to: &result)
    }
    if let cut = found.cut {
      result.lower(cutTo: cut + early, isCrowded: found.isCrowded)
    }
  }

  private func append(
    _ alarm: Alarm, of index: Int, _ timing: AlarmTiming?, start: Instant,
    in range: Range<Instant>, to result: inout Fires
  ) {
    guard let timing else { return }
    append(
      alarm, of: index, firstAlert: timing.firstAlert(alarm.trigger, ofOccurrenceAt: start),
      occurrenceStart: start, in: range, to: &result)
  }

  private func append(
    _ alarm: Alarm, of index: Int, firstAlert: Instant, occurrenceStart: Instant?,
    in range: Range<Instant>, to result: inout Fires
  ) {
    // What was dealt with is not walked through: REPEAT can be any number.
    let acknowledged = [alarm.acknowledged, components[index].acknowledged].compactMap { $0 }.max()
    let lowerBound = max(range.lowerBound, acknowledged.map { $0 + 1 } ?? range.lowerBound)
    guard lowerBound < range.upperBound else { return }
    let range = lowerBound..<range.upperBound
    func add(_ instant: Instant, _ repetition: Int) {
      guard range.contains(instant) else { return }
      result.fires.append(
        Fire(
          at: instant, repetition: repetition, component: index, occurrenceStart: occurrenceStart))
    }
    add(firstAlert, 0)
    guard alarm.effectiveRepeatCount > 0 else { return }
    let zone = components[index].anchor?.zone(onDeviceIn: deviceZone) ?? deviceZone
    let length = alarm.repeatInterval.days * 86_400 + alarm.repeatInterval.seconds
    // Only the repeats that can lie in the range; exact seconds are never off.
    let slack = alarm.repeatSlack
    let first = max(1, (range.lowerBound - firstAlert - slack).floorQuotient(length))
    let last = min(
      alarm.repeatCount, (range.upperBound - firstAlert + slack).floorQuotient(length) + 1)
    guard first <= last else { return }
    for number in first...last {
      if result.fires.count > fireLimit {
        result.lower(
          cutTo: alarm.repetition(number, after: firstAlert, in: zone), isCrowded: true)
        return
      }
      add(alarm.repetition(number, after: firstAlert, in: zone), number)
    }
  }
}

extension SeriesExpansion {
  /// How RANGE=THISANDFUTURE moves the later occurrences: by the wall clock of the override.
  private struct Shift {
    private let zone: Zone
    private let seconds: Int

    init(of component: CalendarComponent, from anchor: CalendarTime, onDeviceIn deviceZone: Zone) {
      guard let start = component.start, let recurrenceID = component.recurrenceID else {
        zone = .gmt
        seconds = 0
        return
      }
      let zone = start.zone(onDeviceIn: deviceZone)
      let original = OccurrenceStarts.instant(
        of: recurrenceID.time, like: anchor, onDeviceIn: deviceZone)
      self.zone = zone
      seconds = start.civil.secondsSince1970 - zone.civil(at: original).secondsSince1970
    }

    func start(of original: Instant) -> Instant {
      seconds == 0 ? original : zone.instant(of: zone.civil(at: original) + seconds)
    }

    /// How far before and after its original start an occurrence can lie, in seconds.
    var reach: ClosedRange<Int> {
      seconds == 0 ? 0...0 : (seconds - 86_400)...(seconds + 86_400)
    }
  }
}

extension Alarm {
  /// Whether the alarm is due at one instant, however often the event recurs.
  var isAbsolute: Bool {
    if case .absolute = trigger { true } else { false }
  }

  /// How many repeats come after the first alert: none where they would come at once or before it.
  var effectiveRepeatCount: Int {
    let length = repeatInterval.days * 86_400 + repeatInterval.seconds
    return length > 0 ? max(0, repeatCount) : 0
  }

  /// The instant of a repeat: nominal days from the first alert, then exact seconds.
  func repetition(_ number: Int, after firstAlert: Instant, in zone: Zone) -> Instant {
    CalendarDuration(
      days: repeatInterval.days * number, seconds: repeatInterval.seconds * number
    ).end(from: firstAlert, in: zone)
  }

  /// How far clock changes can move a repeat that counts in days, in seconds; generous.
  fileprivate var repeatSlack: Int { repeatInterval.days == 0 ? 0 : 2 * 86_400 }

  /// The time from the first alert to the last repeat, in seconds; nominal days as 24 hours.
  fileprivate var repeatSpan: Int {
    let length = repeatInterval.days * 86_400 + repeatInterval.seconds
    let (span, overflow) = length.multipliedReportingOverflow(by: repeatCount)
    // Longer than the calendar is long enough.
    let calendar = 9_999 * 366 * 86_400
    return overflow ? calendar : min(max(span, -calendar), calendar)
  }
}

extension Fires {
  fileprivate mutating func lower(cutTo instant: Instant, isCrowded: Bool) {
    cut = min(cut ?? instant, instant)
    self.isCrowded = self.isCrowded || isCrowded
  }

  /// Puts the fires in order and enforces the bound.
  fileprivate mutating func sortAndCut(to limit: Int) {
    func precedes(_ left: Fire, _ right: Fire) -> Bool {
      (left.at, left.repetition, left.component) < (right.at, right.repetition, right.component)
    }
    let isSorted = zip(fires, fires.dropFirst()).allSatisfy { !precedes($1, $0) }
    if !isSorted { fires.sort(by: precedes) }
    if fires.count > limit { lower(cutTo: fires[limit].at, isCrowded: true) }
    if let cut { fires.removeSubrange(fires.partitionPoint { $0.at < cut }...) }
  }
}
