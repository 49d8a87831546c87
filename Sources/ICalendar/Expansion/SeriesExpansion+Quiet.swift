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
  func movedFires(
    _ quiet: SeriesQuiet, of alarm: SeriesAlarm, in range: Range<Instant>
  ) -> Fires {
    let range = range.clamped(to: SeriesExpansion.calendar)
    guard !range.isEmpty else { return Fires() }
    let lead = quietLead(around: range)
    var fires = askedFires(of: alarm, in: range.lowerBound - lead..<range.upperBound)
    var movement = QuietMovement(self, quiet, of: alarm)
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
      var movement = QuietMovement(self, quiet, of: alarm)
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
  private let quiet: SeriesQuiet
  private let alarm: SeriesAlarm
  private var times: RemindedTimes

  /// Makes the movement of an alarm.
  init(_ series: SeriesExpansion, _ quiet: SeriesQuiet, of alarm: SeriesAlarm) {
    self.series = series
    self.quiet = quiet
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
    guard let hours = quiet.hours(of: alarm, in: fire.component),
      let end = hours.end(of: fire.at, in: series.deviceZone)
    else { return fire }
    if quiet.dropsFires { return nil }
    let limit = limit(of: fire, before: end).map { $0 + distance }
    let second = QuietHours.moved(
      fire.at.secondsSince1970, toEnd: end.secondsSince1970, before: limit?.secondsSince1970)
    return fire.moved(to: Instant(secondsSince1970: second))
  }

  /// What a fire reminds of, which it must not be moved past; nil for nothing.
  private mutating func limit(of fire: Fire, before end: Instant) -> Instant? {
    // What lasts all day is still to come in the morning.
    times.isOfWholeDays(fire) ? nil : times.time(of: fire, before: end)
  }
}
