package import CivilTime

/// Quiet hours move fires to their end, or drop them. Silent times drop them.
///
/// Original fires are expanded first, without quiet hours. Acknowledgements and limits apply to
/// them. A fire never moves to an earlier instant, so the moved fires before a cut are complete
/// too.
extension SeriesExpansion {
  /// Returns the longest time by which quiet hours can move a fire into a range, in seconds.
  func quietLead(around range: Range<Instant>) -> Int {
    guard let quiet, quiet.longest > 0 else { return 0 }
    let margin = deviceZone.wallClockMargin(around: range)
    // Quiet hours that end in the range also apply just before it, unless the clock changes. If
    // they don't, no earlier fires are needed, and a search at one instant doesn't expand hours of
    // a dense alarm.
    if margin == 0, !quiet.canHold(at: range.lowerBound - 1, in: deviceZone) { return 0 }
    return quiet.longest + margin
  }

  /// Returns the fires of an alarm in a range, after quiet hours are applied.
  func movedFires(of alarm: SeriesAlarm, in range: Range<Instant>) -> AlarmFires {
    let range = range.clamped(to: SeriesExpansion.calendar)
    guard !range.isEmpty else { return AlarmFires() }
    let lead = quietLead(around: range)
    var fires = firesWithoutQuietHours(of: alarm, in: range.lowerBound - lead..<range.upperBound)
    var times = ReferenceTimes(self, of: alarm)
    fires.elements = fires.elements.compactMap { times.moved($0) }.filter {
      range.contains($0.at)
    }
    // Fires that are moved past the cut are dropped, because other fires may be missing there.
    fires.cut = fires.cut.map { max($0, range.lowerBound) }
    fires.sortAndCut(to: fireLimit)
    return fires
  }

  /// Counts the fires of an alarm in a range that quiet hours change.
  package func quietHoursEffect(
    of alarm: SeriesAlarm, _ fires: AlarmFires, in range: Range<Instant>
  ) -> QuietHoursEffect {
    guard let quiet else { return QuietHoursEffect() }
    var changes = QuietHoursEffect()
    if quiet.hasSilence || quiet.dropsFires {
      var times = ReferenceTimes(self, of: alarm)
      for fire in firesWithoutQuietHours(of: alarm, in: range) {
        if times.isSilent(fire) {
          changes.silent += 1
        } else if times.moved(fire) == nil {
          changes.leftOut += 1
        }
      }
    }
    var moved: Set<[Int]> = []
    for fire in fires where fire.movedFrom != nil {
      // Simultaneous fires are shown once.
      if moved.insert(fire.place).inserted { changes.moved += 1 }
    }
    guard !moved.isEmpty else { return changes }
    var seen: Set<[Int]> = []
    for fire in fires where moved.contains(fire.place) {
      if !seen.insert(fire.place).inserted { changes.together += 1 }
    }
    return changes
  }

  /// Returns the first start of an occurrence in a range; nil if the range doesn't contain one.
  package func firstStart(in range: Range<Instant>) -> Instant? {
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
    for segment in segments where !components[segment.component].isSilent {
      take(ownStart(of: segment))
      let shift = segment.shift.seconds
      let slack = shift == 0 ? 0 : 2 * 86_400
      let looked = range.lowerBound - shift - slack..<range.upperBound - shift + slack
      let found = starts.starts(in: looked.clamped(to: segment.originals), limit: fireLimit)
      for original in found.starts where !replaced.contains(original.instant) {
        take(segment.shift.start(of: original))
      }
    }
    return first
  }
}

extension Fire {
  /// The key of simultaneous fires of one alarm, which are shown once.
  fileprivate var place: [Int] { [at.secondsSince1970, repetition, component] }
}

/// The quiet hours and the silent times of a series, and the treatment of fires in them.
package struct SeriesQuietHours: Hashable, Sendable {
  /// The quiet hours of each alarm by component; nil for none.
  private let hours: [SeriesAlarm: [QuietHours?]]
  /// The silent times of each alarm by component.
  private let silence: [SeriesAlarm: [[SilentTimes]]]
  private let kinds: Set<QuietHours>
  /// Whether fires in quiet hours are dropped instead of moved.
  package let dropsFires: Bool
  /// The least time between a moved fire and its occurrence, in seconds.
  let lead: Int

  /// Makes quiet hours.
  ///
  /// - Parameters:
  ///   - hours: The quiet hours of each alarm by component; nil for none.
  ///   - dropsFires: Whether fires in quiet hours are dropped instead of moved.
  ///   - lead: The least time between a moved fire and its occurrence, in seconds. A fire that
  ///     would be due later is not moved.
  ///   - silence: The silent times of each alarm by component.
  package init(
    _ hours: [SeriesAlarm: [QuietHours?]], dropsFires: Bool = false, lead: Int = 0,
    silence: [SeriesAlarm: [[SilentTimes]]] = [:]
  ) {
    self.hours = hours
    self.silence = silence
    kinds = hours.values.reduce(into: []) { $0.formUnion($1.compactMap(\.self)) }
    self.dropsFires = dropsFires
    self.lead = lead
  }

  /// Returns the quiet hours of an alarm of a component; nil for none.
  package func hours(of alarm: SeriesAlarm, in component: Int) -> QuietHours? {
    hours[alarm].flatMap { $0[component] }
  }

  /// Returns the silent times of an alarm of a component.
  func silence(of alarm: SeriesAlarm, in component: Int) -> [SilentTimes] {
    silence[alarm]?[component] ?? []
  }

  /// Returns the time at which a fire is due; nil if it is dropped.
  ///
  /// - Parameters:
  ///   - fire: The original fire date, in seconds on any clock.
  ///   - end: The end of the quiet hours that contain the fire, on the same clock; nil if none do.
  ///   - limit: The time of the occurrence; nil for none.
  /// - Returns: The second, never before the fire.
  func due(_ fire: Int, heldUntil end: Int?, before limit: @autoclosure () -> Int?) -> Int? {
    guard let end else { return fire }
    return dropsFires ? nil : QuietHours.moved(fire, toEnd: end, before: limit(), lead: lead)
  }

  /// The length of the longest quiet hours, in seconds, without clock changes.
  var longest: Int { kinds.lazy.map(\.length).max() ?? 0 }

  var hasSilence: Bool { !silence.isEmpty }

  func canHold(at instant: Instant, in zone: Zone) -> Bool {
    kinds.contains { $0.end(of: instant, in: zone) != nil }
  }
}

/// The numbers of fires that quiet hours change.
package struct QuietHoursEffect: Equatable, Sendable {
  /// The number of delayed fires.
  ///
  /// Simultaneous fires count once.
  package var moved = 0
  /// The number of further occurrences whose fire coincides with a delayed one.
  package var together = 0
  /// The number of fires that quiet hours drop.
  package var leftOut = 0
  /// The number of fires in silent times.
  package var silent = 0

  package init(moved: Int = 0, together: Int = 0, leftOut: Int = 0, silent: Int = 0) {
    self.moved = moved
    self.together = together
    self.leftOut = leftOut
    self.silent = silent
  }

  package static func += (left: inout QuietHoursEffect, right: QuietHoursEffect) {
    left.moved += right.moved
    left.together += right.together
    left.leftOut += right.leftOut
    left.silent += right.silent
  }
}

/// Finds the times of the occurrences that an alarm's fires are about, and applies quiet hours.
package struct ReferenceTimes {
  private let series: SeriesExpansion
  private let alarm: SeriesAlarm
  /// The result of the last search for a start.
  ///
  /// Many repeats in one night need the same result.
  private var found: (range: Range<Instant>, first: Instant?)?

  package init(_ series: SeriesExpansion, of alarm: SeriesAlarm) {
    self.series = series
    self.alarm = alarm
  }

  private func isOfWholeDays(_ fire: Fire) -> Bool {
    series.components[fire.component].isAboutDate
  }

  /// Returns whether a fire is in silent times, or its first alert.
  ///
  /// So a repeat does not ring after a pause whose first alert was silent.
  func isSilent(_ fire: Fire) -> Bool {
    guard let silence = series.quiet?.silence(of: alarm, in: fire.component), !silence.isEmpty
    else { return false }
    let own = alarm.place.flatMap { series.alarm($0, of: fire.component) }
    let first = fire.at + -fire.repetition * (own?.repeatInterval.nominalSeconds ?? 0)
    return silence.contains { $0.contains(fire.at) || $0.contains(first) }
  }

  /// Returns a fire after quiet hours and silent times are applied; nil if it is dropped.
  ///
  /// - Parameters:
  ///   - fire: The original fire.
  ///   - distance: The seconds from the fire's own occurrence to the one that it is about. They
  ///     differ only for echoes.
  /// - Returns: The fire, never earlier than the original.
  mutating func moved(_ fire: Fire, remindingLaterBy distance: Int = 0) -> Fire? {
    guard !isSilent(fire) else { return nil }
    return held(fire, remindingLaterBy: distance).flatMap { isSilent($0) ? nil : $0 }
  }

  private mutating func held(_ fire: Fire, remindingLaterBy distance: Int) -> Fire? {
    guard let quiet = series.quiet, let hours = quiet.hours(of: alarm, in: fire.component),
      let end = hours.end(of: fire.at, in: series.deviceZone)
    else { return fire }
    // An all-day occurrence is not over in the morning, so its fires can always move there.
    return quiet.due(
      fire.at.secondsSince1970, heldUntil: end.secondsSince1970,
      before: (isOfWholeDays(fire) ? nil : time(of: fire, before: end + quiet.lead))
        .map { $0.secondsSince1970 + distance }
    ).map { fire.moved(to: Instant(secondsSince1970: $0)) }
  }

  /// Returns the time that a fire is about; nil if it is unknown.
  ///
  /// It is the reference point of the trigger. An absolute trigger or a snooze is about the start
  /// of the next occurrence, or about a to-do's due date if that is earlier.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - end: The end of the search for the next start.
  /// - Returns: The instant. If the alarm fires after its reference point, the instant is before
  ///   the fire.
  mutating func time(of fire: Fire, before end: Instant) -> Instant? {
    let own = alarm.place.flatMap { series.alarm($0, of: fire.component) }
    guard let own, !own.isAbsolute, let start = fire.occurrenceStart else {
      let next = nextStart(from: fire.at, before: end)
      let dueTime = series.components[fire.component].due?.instant(onDeviceIn: series.deviceZone)
      guard let due = dueTime, due >= fire.at else { return next }
      return next.map { min($0, due) } ?? due
    }
    guard own.trigger.countsFromEnd else { return start }
    let period = fire.component == 0 ? series.periods[start] : nil
    return (period ?? series.timings[fire.component])?.end(ofOccurrenceAt: start) ?? start
  }

  /// Returns the instant until which a fire is useful; nil if it is unknown.
  ///
  /// It is the time that the fire is about, or the end of the first day of an all-day occurrence,
  /// or of the day on which a to-do is due.
  ///
  /// - Parameters:
  ///   - fire: The fire.
  ///   - end: The end of the search for the next start.
  /// - Returns: The instant. If the alarm fires after its reference point, the instant can be
  ///   before the fire.
  package mutating func deadline(of fire: Fire, before end: Instant) -> Instant? {
    guard let time = time(of: fire, before: end) else { return nil }
    guard isOfWholeDays(fire) else { return time }
    let occurrence = series.components[fire.component].isDue ? series.occurrence(of: fire) : nil
    let point = occurrence?.end ?? fire.occurrenceStart ?? time
    let day = series.deviceZone.civil(at: point).dayNumber
    let dayEnd = series.deviceZone.instant(of: CivilDateTime(dayNumber: day + 1, time: .midnight))
    return max(time, dayEnd)
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
