import CivilTime

/// Computes the fires of a component's alarm in a range.
///
/// Work that is the same for all occurrences is done once, in the initializer.
struct AlarmExpansion {
  private let alarm: Alarm
  private let component: Int
  /// The range of fires that are not acknowledged.
  private let range: Range<Instant>
  /// Alerts up to this instant are acknowledged, and so are all their repeats; nil if repeats are
  /// acknowledged separately.
  private let silentUntil: Instant?
  /// The zone in which repeats of an absolute trigger count.
  private let ownClock: Zone
  private let limit: Int

  init(
    of alarm: Alarm, _ component: Int, of series: SeriesExpansion, in range: Range<Instant>,
    limit: Int? = nil
  ) {
    self.alarm = alarm
    self.component = component
    self.limit = limit ?? series.fireLimit
    ownClock =
      series.components[component].anchor?.zone(onDeviceIn: series.deviceZone) ?? series.deviceZone
    guard let acknowledged = series.acknowledgement(of: alarm, in: component) else {
      self.range = range
      silentUntil = nil
      return
    }
    // Skip acknowledged repeats up front: REPEAT can be huge.
    self.range = min(max(range.lowerBound, acknowledged + 1), range.upperBound)..<range.upperBound
    let isOfRepeats = alarm.silence(ofRepetition: 1, acknowledged: acknowledged) > acknowledged
    silentUntil = isOfRepeats ? acknowledged : nil
  }

  func append(at instant: Instant, to result: inout AlarmFires) {
    append(firstAlert: instant, on: ownClock, occurrenceStart: nil, to: &result)
  }

  func append(_ timing: AlarmTiming, ofOccurrencesAt starts: [Instant], to result: inout AlarmFires)
  {
    let clock = timing.clock(of: alarm.trigger)
    if let distance = timing.exactDistance(of: alarm.trigger) {
      for start in starts {
        append(firstAlert: start + distance, on: clock, occurrenceStart: start, to: &result)
      }
    } else {
      for start in starts {
        append(
          firstAlert: timing.firstAlert(alarm.trigger, ofOccurrenceAt: start), on: clock,
          occurrenceStart: start, to: &result)
      }
    }
  }

  private func append(
    firstAlert: Instant, on clock: Zone, occurrenceStart: Instant?, to result: inout AlarmFires
  ) {
    if let silentUntil, firstAlert <= silentUntil { return }
    func add(_ instant: Instant, repetition: Int) {
      guard range.contains(instant) else { return }
      result.append(
        Fire(
          at: instant, repetition: repetition, component: component,
          occurrenceStart: occurrenceStart))
    }
    add(firstAlert, repetition: 0)
    guard alarm.effectiveRepeatCount > 0, !range.isEmpty else { return }
    let length = alarm.repeatInterval.nominalSeconds
    // Only the repeats that can be in the range. Clock changes don't shift exact seconds.
    let slack = alarm.repeatSlack
    let first = max(1, (range.lowerBound - firstAlert - slack).floorQuotient(length))
    let last = min(
      alarm.repeatCount, (range.upperBound - firstAlert + slack).floorQuotient(length) + 1)
    guard first <= last else { return }
    for number in first...last {
      if result.count > limit {
        result.lower(
          cutTo: alarm.repetition(number, after: firstAlert, in: clock), isCrowded: true)
        return
      }
      add(alarm.repetition(number, after: firstAlert, in: clock), repetition: number)
    }
  }
}

extension SeriesExpansion {
  /// Returns the alarm at an index of a component; nil if it cannot fire.
  func alarm(_ place: Int, of component: Int) -> Alarm? {
    components[component].activeAlarm(at: place)
  }

  /// The last acknowledgement of an alarm, from the alarm or from its whole component.
  func acknowledgement(of alarm: Alarm, in component: Int) -> Instant? {
    guard let own = alarm.acknowledged else { return components[component].acknowledged }
    return components[component].acknowledged.map { max(own, $0) } ?? own
  }

  /// Appends the fires of overrides of single occurrences, and the absolute alarms of all
  /// overrides.
  func appendFiresOfOverrides(
    _ place: Int, in range: Range<Instant>, to result: inout AlarmFires
  ) {
    for index in alarmIndex.overrides(withAlarm: place, in: range) {
      guard let alarm = alarm(place, of: index) else { continue }
      if case .absolute(let instant) = alarm.trigger {
        AlarmExpansion(of: alarm, index, of: self, in: range).append(at: instant, to: &result)
      } else if components[index].recurrenceID?.isThisAndFuture == true, starts != nil {
        continue
      } else if let start = components[index].anchor?.instant(onDeviceIn: deviceZone),
        let timing = timings[index]
      {
        AlarmExpansion(of: alarm, index, of: self, in: range)
          .append(timing, ofOccurrencesAt: [start], to: &result)
      }
    }
  }

  func appendAbsoluteFiresOfMaster(
    _ place: Int, in range: Range<Instant>, to result: inout AlarmFires
  ) {
    guard series.hasMaster, let alarm = alarm(place, of: 0),
      case .absolute(let instant) = alarm.trigger
    else { return }
    AlarmExpansion(of: alarm, 0, of: self, in: range).append(at: instant, to: &result)
  }

  func appendSnoozes(in range: Range<Instant>, to result: inout AlarmFires) {
    for index in components.indices where !components[index].isSilent {
      let acknowledged = components[index].acknowledged
      // An override's snooze belongs to its occurrence. The occurrence of a master's snooze is
      // unknown.
      let isOfOne = components[index].recurrenceID.map { !$0.isThisAndFuture } ?? false
      let start = isOfOne ? components[index].anchor?.instant(onDeviceIn: deviceZone) : nil
      for instant in components[index].snoozedUntil
      where range.contains(instant) && acknowledged.map({ instant > $0 }) != false {
        result.append(
          Fire(at: instant, repetition: 0, component: index, occurrenceStart: start))
      }
    }
  }

  func appendFiresOfMaster(
    _ place: Int, in range: Range<Instant>, to result: inout AlarmFires
  ) {
    appendAbsoluteFiresOfMaster(place, in: range, to: &result)
    guard var starts else { return }
    guard !segments.isEmpty else { return }
    for number in [0] + alarmIndex.segments(withAlarm: place, in: range) {
      let segment = segments[number]
      guard let alarm = alarm(place, of: segment.component), !alarm.isAbsolute else { continue }
      let fires = AlarmExpansion(of: alarm, segment.component, of: self, in: range)
      if let start = ownStart(of: segment), let timing = timings[segment.component] {
        fires.append(timing, ofOccurrencesAt: [start], to: &result)
      }
      appendFires(
        of: alarm, expansion: fires, segment: segment, starts: &starts, in: range, to: &result)
    }
  }

  /// Returns the start of the occurrence at which a segment begins; nil if another override
  /// replaces it.
  ///
  /// The occurrence exists even if EXDATE excludes it or the rule doesn't give it.
  func ownStart(of segment: OccurrenceSegment) -> Instant? {
    guard let change = segment.change, !replaced.contains(change) else { return nil }
    return components[segment.component].anchor?.instant(onDeviceIn: deviceZone)
  }

  private func appendFires(
    of alarm: Alarm, expansion fires: AlarmExpansion, segment: OccurrenceSegment,
    starts: inout OccurrenceStarts, in range: Range<Instant>, to result: inout AlarmFires
  ) {
    let index = segment.component
    guard let timing = timings[index] else { return }
    let periods = periods(of: index)
    let replaced = replaced
    let startRange = AlarmStartRange(
      of: alarm, segment: segment, timing: timing, periods: periods, in: range)
    guard !startRange.starts.isEmpty else { return }
    // With many changes, an expansion from DTSTART for each would take quadratic time.
    if segments.count > 1 { starts.count(before: startRange.starts.lowerBound) }
    let found = starts.starts(in: startRange.starts, limit: fireLimit, from: startRange.countedFrom)
    var last: Instant?
    // Consecutive starts of occurrences with the component's extent.
    var alike: [Instant] = []
    for original in found.starts where !replaced.contains(original.instant) {
      let start = segment.shift.start(of: original)
      // Equal instants count once.
      if start == last { continue }
      last = start
      guard let own = periods[original.instant] else {
        alike.append(start)
        continue
      }
      // Keep the order, because a limit cuts the last ones.
      fires.append(timing, ofOccurrencesAt: alike, to: &result)
      fires.append(own, ofOccurrencesAt: [start], to: &result)
      alike = []
    }
    fires.append(timing, ofOccurrencesAt: alike, to: &result)
    if let cut = found.cut {
      result.lower(cutTo: cut + startRange.earliest, isCrowded: found.isCrowded)
    }
  }
}
