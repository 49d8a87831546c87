import CivilTime

/// Where the changes of a series with many of them can fire: a look at a few instants would take
/// time for each of them, and there are as many looks as changes.
struct ChangeReaches: Sendable {
  /// The overrides, by their places in ``SeriesExpansion/components``.
  let overrides: ReachIndex
  /// The stretches, by their places in ``SeriesExpansion/stretches``.
  let stretches: ReachIndex

  /// The fewest components for which this is of use.
  static let fewest = 64

  /// Finds out, whatever is silent.
  ///
  /// - Parameters:
  ///   - place: The alarm's place in its component.
  ///   - series: The series.
  init(ofAlarm place: Int, _ series: SeriesExpansion) {
    let components = series.components
    func alarm(of index: Int) -> Alarm? {
      place < components[index].alarms.count ? components[index].alarms[place] : nil
    }
    /// Where a component's alarm fires by itself: of its own start, or at its own instant.
    func reach(_ alarm: Alarm, of index: Int) -> ClosedRange<Instant>? {
      if case .absolute(let instant) = alarm.trigger {
        return AlarmDistance(of: alarm, nil, periods: PeriodTimings())
          .reach(of: instant...instant, isShifted: false)
      }
      return components[index].anchor.map { $0.instant(onDeviceIn: series.deviceZone) }.map {
        start in
        AlarmDistance(of: alarm, series.timings[index], periods: PeriodTimings())
          .reach(of: start...start, isShifted: false)
      }
    }
    overrides = ReachIndex(
      (series.series.firstOverride..<components.count).compactMap { index in
        alarm(of: index).flatMap { reach($0, of: index) }
          .map { ReachIndex.Reach(number: index, instants: $0) }
      })
    let calendar = SeriesExpansion.calendar
    stretches = ReachIndex(
      series.stretches.indices.compactMap { number in
        let stretch = series.stretches[number]
        guard let alarm = alarm(of: stretch.component), !alarm.isAbsolute else { return nil }
        let originals = stretch.originals.clamped(to: calendar)
        let shift = stretch.shift.seconds
        let own = AlarmDistance(
          of: alarm, series.timings[stretch.component],
          periods: series.periods(of: stretch.component)
        ).reach(
          of: originals.lowerBound + shift...originals.upperBound + shift, isShifted: shift != 0)
        guard stretch.change != nil, let change = reach(alarm, of: stretch.component) else {
          return ReachIndex.Reach(number: number, instants: own)
        }
        return ReachIndex.Reach(
          number: number,
          instants: min(own.lowerBound, change.lowerBound)...max(own.upperBound, change.upperBound))
      })
  }
}
