import CivilTime

/// How an alarm of a component fires in a range: what is the same for each of its occurrences is
/// found once, and what is left for each is a few sums.
struct AlarmFires {
  private let alarm: Alarm
  private let component: Int
  /// The instants that count, behind what has been dealt with.
  private let range: Range<Instant>
  /// Alerts up to here have been dealt with, and all of their repeats.
  private let silentUntil: Instant?
  /// The zone in which the repeats of an absolute trigger count.
  private let ownClock: Zone
  /// The most fires of one reminder.
  private let limit: Int

  /// Readies the alarm.
  ///
  /// - Parameters:
  ///   - alarm: An alarm.
  ///   - component: Whose it is: an index into the series' components.
  ///   - series: The series.
  ///   - range: Where the fires lie.
  init(
    of alarm: Alarm, _ component: Int, of series: SeriesExpansion, in range: Range<Instant>
  ) {
    self.alarm = alarm
    self.component = component
    limit = series.fireLimit
    ownClock =
      series.components[component].anchor?.zone(onDeviceIn: series.deviceZone) ?? series.deviceZone
    guard let acknowledged = series.acknowledgement(of: alarm, in: component) else {
      self.range = range
      silentUntil = nil
      return
    }
    // What was dealt with is not walked through: REPEAT can be any number.
    self.range = min(max(range.lowerBound, acknowledged + 1), range.upperBound)..<range.upperBound
    let isOfRepeats = alarm.silence(ofRepetition: 1, acknowledged: acknowledged) > acknowledged
    silentUntil = isOfRepeats ? acknowledged : nil
  }

  /// Adds the fires of an absolute trigger.
  func append(at instant: Instant, to result: inout Fires) {
    append(firstAlert: instant, on: ownClock, occurrenceStart: nil, to: &result)
  }

  /// Adds the fires of the occurrences that start at some instants.
  ///
  /// - Parameters:
  ///   - timing: When the alarms of these occurrences are due.
  ///   - starts: The instants.
  ///   - result: The fires before them.
  func append(_ timing: AlarmTiming, ofOccurrencesAt starts: [Instant], to result: inout Fires) {
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
    firstAlert: Instant, on clock: Zone, occurrenceStart: Instant?, to result: inout Fires
  ) {
    if let silentUntil, firstAlert <= silentUntil { return }
    func add(_ instant: Instant, _ repetition: Int) {
      guard range.contains(instant) else { return }
      result.append(
        Fire(
          at: instant, repetition: repetition, component: component,
          occurrenceStart: occurrenceStart))
    }
    add(firstAlert, 0)
    guard alarm.effectiveRepeatCount > 0, !range.isEmpty else { return }
    let length = alarm.repeatInterval.nominalSeconds
    // Only the repeats that can lie in the range; exact seconds are never off.
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
      add(alarm.repetition(number, after: firstAlert, in: clock), number)
    }
  }
}
