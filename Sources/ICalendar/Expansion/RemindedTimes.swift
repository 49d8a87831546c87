package import CivilTime

/// When that happens which the fires of an alarm remind of.
package struct RemindedTimes {
  private let series: SeriesExpansion
  private let alarm: SeriesAlarm
  /// The starts that were looked up last: those of one night are asked for by many repeats.
  private var found: (range: Range<Instant>, first: Instant?)?

  /// Looks at an alarm of a series.
  package init(_ series: SeriesExpansion, of alarm: SeriesAlarm) {
    self.series = series
    self.alarm = alarm
  }

  /// Whether what a fire reminds of lasts whole days.
  func isOfWholeDays(_ fire: Fire) -> Bool {
    series.components[fire.component].anchor?.isDate == true
  }

  /// When that happens which a fire reminds of: what its trigger counts from, and where it counts
  /// from nothing, the next occurrence's start; nil for nothing.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - end: Where the look for the next start ends.
  /// - Returns: The instant, before the fire where that rings after what it reminds of.
  mutating func time(of fire: Fire, before end: Instant) -> Instant? {
    let own = alarm.place.flatMap { series.alarm($0, of: fire.component) }
    guard let own, !own.isAbsolute, let start = fire.occurrenceStart else {
      let next = nextStart(from: fire.at, before: end)
      guard let due = dueTime(of: series.components[fire.component]), due >= fire.at else {
        return next
      }
      return next.map { min($0, due) } ?? due
    }
    guard case .relative(_, .end) = own.trigger else { return start }
    let period = fire.component == 0 ? series.periods[start] : nil
    return (period ?? series.timings[fire.component])?.end(ofOccurrenceAt: start) ?? start
  }

  /// Up to when it is of use to see a fire: when that happens which it reminds of, and of what lasts
  /// whole days the end of the first one; nil for nothing.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - end: Where the look for the next start ends.
  /// - Returns: The instant, before the fire where that rings after what it reminds of.
  package mutating func deadline(of fire: Fire, before end: Instant) -> Instant? {
    guard let time = time(of: fire, before: end) else { return nil }
    guard isOfWholeDays(fire) else { return time }
    let start = fire.occurrenceStart ?? time
    let day = series.deviceZone.civil(at: start).dayNumber
    let dayEnd = series.deviceZone.instant(of: CivilDateTime(dayNumber: day + 1, time: .midnight))
    return max(time, dayEnd)
  }

  /// When a to-do is due; nil where that isn't said, or comes with each occurrence.
  private func dueTime(of component: CalendarComponent) -> Instant? {
    guard component.kind == .toDo, case .until(let due) = component.extent else { return nil }
    return due.instant(onDeviceIn: series.deviceZone)
  }

  private mutating func nextStart(from instant: Instant, before end: Instant) -> Instant? {
    if let found, found.range.contains(instant), found.range.upperBound == end {
      if let first = found.first {
        if instant <= first { return first }
      } else {
        return nil
      }
    }
    let first = series.firstStart(in: instant..<max(end, instant + 1))
    found = (instant..<max(end, instant + 1), first)
    return first
  }
}
