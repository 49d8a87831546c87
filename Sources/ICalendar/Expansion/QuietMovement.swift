package import CivilTime

/// Quiet hours: fires inside are moved to their end, or left out.
///
/// What is asked for is looked at first, as if there were none: what was acknowledged, and how many
/// fires are looked at, goes by that. A fire is never moved to an earlier instant, so that what is
/// known up to a cut is known of moved fires as well.
extension SeriesExpansion {
  /// How long before a range a fire can have been asked for that is moved into it, in seconds.
  func quietLead(around range: Range<Instant>) -> Int {
    guard let quiet, quiet.longest > 0 else { return 0 }
    let margin = deviceZone.wallClockMargin(around: range)
    // Hours that end in a range hold just before it, unless the clock is changed. Of most looks at
    // one instant none do, and what is dense would be looked at for hours.
    if margin == 0, !quiet.canHold(at: range.lowerBound - 1, in: deviceZone) { return 0 }
    return quiet.longest + margin
  }

  /// The fires of an alarm in a range, as they are due outside of quiet hours.
  func movedFires(of alarm: SeriesAlarm, in range: Range<Instant>) -> Fires {
    let range = range.clamped(to: SeriesExpansion.calendar)
    guard !range.isEmpty else { return Fires() }
    let lead = quietLead(around: range)
    var fires = askedFires(of: alarm, in: range.lowerBound - lead..<range.upperBound)
    var movement = QuietMovement(self, of: alarm)
    fires.elements = fires.elements.compactMap { movement.moved($0) }.filter {
      range.contains($0.at)
    }
    // What is asked for before the cut can be due behind it, among what isn't known.
    fires.cut = fires.cut.map { max($0, range.lowerBound) }
    fires.sortAndCut(to: fireLimit)
    return fires
  }

  /// Counts the fires of an alarm in a range that quiet hours change.
  ///
  /// - Parameters:
  ///   - alarm: The alarm.
  ///   - fires: Its fires in the range.
  ///   - range: The range.
  /// - Returns: How many fires are moved or left out.
  package func quietChanges(
    of alarm: SeriesAlarm, _ fires: Fires, in range: Range<Instant>
  ) -> QuietChanges {
    guard let quiet else { return QuietChanges() }
    if quiet.dropsFires {
      var movement = QuietMovement(self, of: alarm)
      return QuietChanges(
        leftOut: askedFires(of: alarm, in: range).count { movement.moved($0) == nil })
    }
    var changes = QuietChanges()
    var moved: Set<[Int]> = []
    for fire in fires where fire.movedFrom != nil {
      // Occurrences that come together are shown once.
      if moved.insert(fire.place).inserted { changes.moved += 1 }
    }
    guard !moved.isEmpty else { return changes }
    var seen: Set<[Int]> = []
    for fire in fires where moved.contains(fire.place) {
      if !seen.insert(fire.place).inserted { changes.together += 1 }
    }
    return changes
  }

  /// The first start of an occurrence in a range; nil for none.
  func firstStart(in range: Range<Instant>) -> Instant? {
    guard !range.isEmpty else { return nil }
    var first: Instant?
    func take(_ start: Instant?) {
      guard let start, range.contains(start) else { return }
      first = min(first ?? start, start)
    }
    for index in series.firstOverride..<components.count
    where !components[index].isSilent
      && (components[index].recurrenceID?.isThisAndFuture != true || starts == nil)
    {
      take(components[index].anchor?.instant(onDeviceIn: deviceZone))
    }
    guard let starts else { return first }
    for stretch in stretches where !components[stretch.component].isSilent {
      take(ownStart(of: stretch))
      let shift = stretch.shift.seconds
      let slack = shift == 0 ? 0 : 2 * 86_400
      let looked = range.lowerBound - shift - slack..<range.upperBound - shift + slack
      let found = starts.starts(in: looked.clamped(to: stretch.originals), limit: fireLimit)
      for original in found.starts where !replaced.contains(original.instant) {
        take(stretch.shift.start(of: original))
      }
    }
    return first
  }
}

extension Fire {
  /// What fires of one alarm have in common that are shown once.
  fileprivate var place: [Int] { [at.secondsSince1970, repetition, component] }
}

/// What quiet hours make of the fires of an alarm.
struct QuietMovement {
  private let series: SeriesExpansion
  private let quiet: SeriesQuiet?
  private let alarm: SeriesAlarm
  private var times: RemindedTimes

  /// Makes the movement of an alarm.
  init(_ series: SeriesExpansion, of alarm: SeriesAlarm) {
    self.series = series
    quiet = series.quiet
    self.alarm = alarm
    times = RemindedTimes(series, of: alarm)
  }

  /// A fire as it is due; nil where it is left out.
  ///
  /// - Parameters:
  ///   - fire: The fire, as it is asked for.
  ///   - distance: How long after the fire's own occurrence it is reminded of another, as an echo
  ///     does, in seconds.
  /// - Returns: The fire, never earlier.
  mutating func moved(_ fire: Fire, remindingLaterBy distance: Int = 0) -> Fire? {
    guard let quiet, let hours = quiet.hours(of: alarm, in: fire.component),
      let end = hours.end(of: fire.at, in: series.deviceZone)
    else { return fire }
    return quiet.due(
      fire.at.secondsSince1970, heldUntil: end.secondsSince1970,
      before: limit(of: fire, before: end).map { $0.secondsSince1970 + distance }
    ).map { fire.moved(to: Instant(secondsSince1970: $0)) }
  }

  /// What a fire reminds of, which it must not be moved past; nil for nothing.
  private mutating func limit(of fire: Fire, before end: Instant) -> Instant? {
    // What lasts all day is still to come in the morning.
    times.isOfWholeDays(fire) ? nil : times.time(of: fire, before: end)
  }
}

/// The quiet hours of a series, and what becomes of fires inside.
package struct SeriesQuiet: Hashable, Sendable {
  /// The hours for each component; nil for one that may ring at any time.
  private let hours: [QuietHours?]
  /// The same for alarms that have others than their components.
  private let hoursByAlarm: [SeriesAlarm: [QuietHours?]]
  /// All hours that any alarm has, each once.
  private let kinds: Set<QuietHours>
  /// Whether fires inside are left out rather than moved.
  package let dropsFires: Bool

  /// Makes quiet hours.
  ///
  /// - Parameters:
  ///   - hours: The hours for each component; nil for one that may ring at any time.
  ///   - hoursByAlarm: The same for alarms that have others than their components.
  ///   - dropsFires: Whether fires inside are left out rather than moved.
  package init(
    _ hours: [QuietHours?], hoursByAlarm: [SeriesAlarm: [QuietHours?]] = [:],
    dropsFires: Bool = false
  ) {
    self.hours = hours
    self.hoursByAlarm = hoursByAlarm
    kinds = hoursByAlarm.values.reduce(into: Set(hours.compactMap(\.self))) {
      $0.formUnion($1.compactMap(\.self))
    }
    self.dropsFires = dropsFires
  }

  /// The hours of an alarm of a component; nil where it may ring at any time.
  package func hours(of alarm: SeriesAlarm, in component: Int) -> QuietHours? {
    (hoursByAlarm[alarm] ?? hours)[component]
  }

  /// When a fire is due; nil where it is left out.
  ///
  /// - Parameters:
  ///   - fire: The fire as it is asked for, in seconds on any clock.
  ///   - end: When the quiet hours end that it lies in, on the same clock; nil where it lies in none.
  ///   - limit: What it reminds of, which it is never moved past; nil for nothing.
  /// - Returns: The second, never before the fire.
  func due(_ fire: Int, heldUntil end: Int?, before limit: @autoclosure () -> Int?) -> Int? {
    guard let end else { return fire }
    return dropsFires ? nil : QuietHours.moved(fire, toEnd: end, before: limit())
  }

  /// The longest of the hours, in seconds on an unchanged clock.
  var longest: Int { kinds.lazy.map(\.length).max() ?? 0 }

  /// Whether an instant lies in quiet hours of any alarm.
  func canHold(at instant: Instant, in zone: Zone) -> Bool {
    kinds.contains { $0.end(of: instant, in: zone) != nil }
  }
}

/// How many fires quiet hours change.
package struct QuietChanges: Equatable, Sendable {
  /// How many are due later than they are asked for; those that come together count once.
  package var moved = 0
  /// How many more occurrences are reminded of by one of these, or by one that was due there.
  package var together = 0
  /// How many are left out.
  package var leftOut = 0

  /// Makes a count.
  package init(moved: Int = 0, together: Int = 0, leftOut: Int = 0) {
    self.moved = moved
    self.together = together
    self.leftOut = leftOut
  }

  /// Adds another count.
  package static func += (left: inout QuietChanges, right: QuietChanges) {
    left.moved += right.moved
    left.together += right.together
    left.leftOut += right.leftOut
  }
}

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
