import CivilTime

/// What quiet hours make of an alarm's fires in a stretch of occurrences, as days by time of day.
///
/// As long as the series' clock and the device's are as far apart, the occurrences at one time of day
/// are all moved alike. Those near a clock change or an acknowledgement are looked at one by one.
struct QuietDays {
  /// An alarm that is looked at, and the way to its fires.
  private struct Way {
    let id: SeriesAlarm
    let alarm: Alarm
    let steps: AlarmSteps
    /// Its quiet hours; nil where it may ring at any time.
    let hours: QuietHours?
    /// Up to when something of it was dealt with; nil for nothing.
    let acknowledged: Instant?
  }

  private let series: SeriesExpansion
  private let range: Range<Instant>
  private let dropsFires: Bool
  private let component: Int
  /// Whether an occurrence lasts all day, so that a fire can't be moved past it.
  private let isAllDay: Bool
  /// The alarm and those that show the same, in the order of the series.
  private let ways: [Way]
  /// Which of them it is.
  private let own: Int
  /// What all of them show, for each component.
  private let shown: [Int]?
  private var movements: [QuietMovement]
  /// How far ahead of the series' clock the device's is.
  private let clocks: ClockDifferences

  /// The most repeats of an alarm before it that are looked at.
  private static let maximumRepeats = 1_000
  /// The most days that are looked at one by one for an acknowledgement.
  private static let maximumDays = 4_000

  /// Makes what quiet hours make of an alarm; nil where days can't tell.
  init?(
    _ series: SeriesExpansion, _ quiet: SeriesQuiet, of alarm: SeriesAlarm,
    _ part: SeriesExpansion.DayPart, in range: Range<Instant>
  ) {
    let component = part.stretch.component
    guard quiet.hours(of: alarm, in: component) != nil else { return nil }
    self.series = series
    self.range = range
    self.component = component
    dropsFires = quiet.dropsFires
    isAllDay = series.components[component].anchor?.isDate == true
    var ways: [Way] = []
    var own: Int?
    shown = quiet.shown[alarm]
    for other in quiet.alike([alarm], of: series.alarms) {
      guard other != alarm else {
        own = ways.count
        ways.append(
          Way(
            id: alarm, alarm: part.alarm, steps: part.steps,
            hours: quiet.hours(of: alarm, in: component),
            acknowledged: series.acknowledgement(of: part.alarm, in: component)))
        continue
      }
      guard quiet.shown[other]?[component] == shown?[component] else { continue }
      guard let place = other.place, let alarm = series.alarm(place, of: component),
        !alarm.isAbsolute
      else { continue }
      guard alarm.effectiveRepeatCount <= QuietDays.maximumRepeats,
        let steps = AlarmSteps(
          of: alarm, part.timing, part.stretch.shift, in: series.zone,
          repeats: QuietDays.maximumRepeats)
      else { return nil }
      ways.append(
        Way(
          id: other, alarm: alarm, steps: steps, hours: quiet.hours(of: other, in: component),
          acknowledged: series.acknowledgement(of: alarm, in: component)))
    }
    guard let own else { return nil }
    self.own = own
    self.ways = ways
    movements = ways.map { QuietMovement(series, quiet, of: $0.id) }
    let margin = AlarmSteps.maximumDistance
    clocks = ClockDifferences(
      of: series.deviceZone, from: series.zone,
      in: range.lowerBound - margin..<range.upperBound + margin)
    guard latestSettled.map({ $0 - range.lowerBound < QuietDays.maximumDays * 86_400 }) ?? true
    else { return nil }
  }

  /// Up to when any of the fires can have been dealt with.
  private var latestSettled: Instant? {
    ways.compactMap { way in
      way.acknowledged.map {
        max($0, way.alarm.silence(ofRepetition: QuietDays.maximumRepeats, acknowledged: $0))
      }
    }.max()
  }

  /// The days on which occurrences at a time of day have to be looked at one by one.
  func singles(at time: TimeOfDay) -> [Int] {
    var days = ways.flatMap { way in
      guard let end = lastEnd(of: way, at: time) else {
        return series.daysNearClockChanges(at: time, way.steps, range)
      }
      return series.daysNearClockChanges(
        at: time, way.steps, range, until: end, besides: [series.deviceZone])
    }
    if let settled = latestSettled {
      let spans = ways.map { $0.steps.span(from: time) }
      let earliest = spans.map(\.lowerBound).min() ?? 0
      let latest = spans.map(\.upperBound).max() ?? 0
      let margin = SeriesExpansion.DayPart.longestDelay
      let first =
        (series.zone.civil(at: range.lowerBound).secondsSince1970 - latest)
        .floorQuotient(86_400) - margin
      let last =
        (series.zone.civil(at: settled).secondsSince1970 - earliest)
        .floorQuotient(86_400) + 1
      if first <= last { days += first...last }
    }
    return days
  }

  /// When the last quiet hours end that a fire of an occurrence at a time of day can lie inside of, in
  /// seconds from its day's midnight on the series' clock; nil where none can.
  private func lastEnd(of way: Way, at time: TimeOfDay) -> Int? {
    guard let hours = way.hours else { return nil }
    let seconds = way.steps.seconds(from: time)
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
    guard clocks.differences.count > 1, ways.contains(where: { lastEnd(of: $0, at: time) != nil })
    else { return [(days, fires(from: time, difference: clocks.differences[0]))] }
    return clocks.days(days, at: time).map { days, difference in
      (days, fires(from: time, difference: difference))
    }
  }

  /// The fires of an occurrence where the device's clock is a number of seconds ahead.
  private func fires(
    from time: TimeOfDay, difference: Int
  ) -> [(repetition: Int, second: Int)] {
    let fires = ways.map { way in
      let limit = isAllDay ? nil : way.steps.origin(from: time)
      return way.steps.seconds(from: time).enumerated().compactMap { repetition, second in
        moved(
          Fire(
            at: Instant(secondsSince1970: second), repetition: repetition, component: component,
            occurrenceStart: nil), way.hours, difference, limit)
      }
    }
    return due(of: fires).map { ($0.repetition, $0.at.secondsSince1970) }
  }

  /// The alarm's own fires, but for those that another one is due for.
  private func due(of fires: [[Fire]]) -> [Fire] {
    // Nearly every alarm is the only one that says what it does, and comes once.
    if fires.count == 1, fires[0].count < 2 { return fires[0] }
    return EqualMovedFires(fires, Array(repeating: shown, count: ways.count))
      .fires(fires[own], ofAlarm: own)
  }

  private func moved(
    _ fire: Fire, _ hours: QuietHours?, _ difference: Int, _ limit: Int?
  ) -> Fire? {
    let second = fire.at.secondsSince1970
    guard let end = hours?.end(ofSecond: second + difference) else { return fire }
    if dropsFires { return nil }
    return fire.moved(
      to: Instant(
        secondsSince1970: QuietHours.moved(second, toEnd: end - difference, before: limit)))
  }

  /// The fires of one occurrence, up to the last repeat that days are found for.
  mutating func fires(ofOccurrenceAt start: Instant, _ timing: AlarmTiming) -> [Fire] {
    var fires: [[Fire]] = []
    for (index, way) in ways.enumerated() {
      let alarm = way.alarm
      let isOwn = index == self.own
      let first = timing.firstAlert(alarm.trigger, ofOccurrenceAt: start)
      let most = isOwn ? AlarmSteps.maximumRepeats : QuietDays.maximumRepeats
      var own: [Fire] = []
      for repetition in 0...min(alarm.effectiveRepeatCount, most) {
        let instant = alarm.repetition(
          repetition, after: first, in: timing.clock(of: alarm.trigger))
        if let acknowledged = way.acknowledged,
          instant <= alarm.silence(ofRepetition: repetition, acknowledged: acknowledged)
        {
          continue
        }
        let fire = Fire(
          at: instant, repetition: repetition, component: component, occurrenceStart: start)
        if let moved = movements[index].moved(fire) { own.append(moved) }
      }
      fires.append(own)
    }
    return due(of: fires)
  }
}
