import CivilTime

/// What quiet hours make of an alarm's fires in a stretch of occurrences, as days by time of day.
///
/// As long as the series' clock and the device's are as far apart, the occurrences at one time of day
/// are all moved alike. Those near a clock change or an acknowledgement are looked at one by one.
struct QuietDays {
  private let series: SeriesExpansion
  private let range: Range<Instant>
  private let dropsFires: Bool
  private let component: Int
  /// Whether an occurrence lasts all day, so that a fire can't be moved past it.
  private let isAllDay: Bool
  private let alarm: Alarm
  /// The way from occurrences to the fires.
  private let steps: AlarmSteps
  private let hours: QuietHours
  /// Up to when something of the alarm was dealt with; nil for nothing.
  private let acknowledged: Instant?
  private var movement: QuietMovement
  /// How far ahead of the series' clock the device's is.
  private let clocks: ClockDifferences

  /// The most days that are looked at one by one for an acknowledgement.
  private static let maximumDays = 4_000

  /// Makes what quiet hours make of an alarm; nil where days can't tell.
  init?(
    _ series: SeriesExpansion, _ quiet: SeriesQuiet, of alarm: SeriesAlarm,
    _ part: SeriesExpansion.DayPart, in range: Range<Instant>
  ) {
    component = part.stretch.component
    guard let hours = quiet.hours(of: alarm, in: component) else { return nil }
    self.series = series
    self.range = range
    self.hours = hours
    self.alarm = part.alarm
    steps = part.steps
    dropsFires = quiet.dropsFires
    isAllDay = series.components[component].anchor?.isDate == true
    acknowledged = series.acknowledgement(of: part.alarm, in: component)
    movement = QuietMovement(series, quiet, of: alarm)
    let margin = AlarmSteps.maximumDistance
    clocks = ClockDifferences(
      of: series.deviceZone, from: series.zone,
      in: range.lowerBound - margin..<range.upperBound + margin)
    guard latestSettled.map({ $0 - range.lowerBound < QuietDays.maximumDays * 86_400 }) ?? true
    else { return nil }
  }

  /// Up to when any of the fires can have been dealt with.
  private var latestSettled: Instant? {
    acknowledged.map {
      max($0, alarm.silence(ofRepetition: AlarmSteps.maximumRepeats, acknowledged: $0))
    }
  }

  /// The days on which occurrences at a time of day have to be looked at one by one.
  func singles(at time: TimeOfDay) -> [Int] {
    var days: [Int]
    if let end = lastEnd(at: time) {
      days = series.daysNearClockChanges(
        at: time, steps, range, until: end, besides: [series.deviceZone])
    } else {
      days = series.daysNearClockChanges(at: time, steps, range)
    }
    if let settled = latestSettled {
      let span = steps.span(from: time)
      let margin = SeriesExpansion.DayPart.longestDelay
      let first =
        (series.zone.civil(at: range.lowerBound).secondsSince1970 - span.upperBound)
        .floorQuotient(86_400) - margin
      let last =
        (series.zone.civil(at: settled).secondsSince1970 - span.lowerBound)
        .floorQuotient(86_400) + 1
      if first <= last { days += first...last }
    }
    return days
  }

  /// The end of the last quiet hours that can contain a fire of an occurrence at a time of day.
  ///
  /// It is in seconds from the day's midnight on the series' clock. Nil if no fire can be in quiet
  /// hours.
  private func lastEnd(at time: TimeOfDay) -> Int? {
    let seconds = steps.seconds(from: time)
    return clocks.differences.compactMap { difference in
      seconds.compactMap { hours.end(ofSecond: $0 + difference) }.max().map { $0 - difference }
    }.max()
  }

  /// The fires of occurrences that are like all others at a time of day.
  ///
  /// - Parameters:
  ///   - days: The days of the occurrences.
  ///   - time: Their time of day.
  /// - Returns: Each of the days once, with those that are moved alike; and their fires by
  ///   repetition, in seconds from the day's midnight.
  func regular(
    _ days: DaySet, at time: TimeOfDay
  ) -> [(days: DaySet, fires: [(repetition: Int, second: Int)])] {
    guard clocks.differences.count > 1, lastEnd(at: time) != nil else {
      return [(days, fires(from: time, difference: clocks.differences[0]))]
    }
    return clocks.days(days, at: time).map { days, difference in
      (days, fires(from: time, difference: difference))
    }
  }

  /// The fires of an occurrence where the device's clock is a number of seconds ahead.
  private func fires(
    from time: TimeOfDay, difference: Int
  ) -> [(repetition: Int, second: Int)] {
    let limit = isAllDay ? nil : steps.origin(from: time)
    return steps.seconds(from: time).enumerated().compactMap { repetition, second in
      guard let end = hours.end(ofSecond: second + difference) else { return (repetition, second) }
      if dropsFires { return nil }
      return (repetition, QuietHours.moved(second, toEnd: end - difference, before: limit))
    }
  }

  /// The fires of one occurrence, up to the last repeat that days are found for.
  mutating func fires(ofOccurrenceAt start: Instant, _ timing: AlarmTiming) -> [Fire] {
    let first = timing.firstAlert(alarm.trigger, ofOccurrenceAt: start)
    var fires: [Fire] = []
    for repetition in 0...min(alarm.effectiveRepeatCount, AlarmSteps.maximumRepeats) {
      let instant = alarm.repetition(
        repetition, after: first, in: timing.clock(of: alarm.trigger))
      if let acknowledged,
        instant <= alarm.silence(ofRepetition: repetition, acknowledged: acknowledged)
      {
        continue
      }
      let fire = Fire(
        at: instant, repetition: repetition, component: component, occurrenceStart: start)
      if let moved = movement.moved(fire) { fires.append(moved) }
    }
    return fires
  }
}
