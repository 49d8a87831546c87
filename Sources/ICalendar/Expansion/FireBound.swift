import CivilTime

extension SeriesExpansion {
  /// Returns an upper bound for the number of an alarm's fires in any range of a given length.
  ///
  /// It doesn't expand the series, and doesn't subtract exceptions.
  package func mostFires(
    of alarm: SeriesAlarm, in seconds: Int, countingRepeats countsRepeats: Bool = true
  ) -> Int {
    // Quiet hours move fires into the range from up to a day before it, or two days across the date
    // line.
    let seconds = quiet == nil ? seconds : seconds + 2 * 86_400
    guard case .alarm(let place) = alarm else {
      return components.indices.reduce(0) { $0 + components[$1].snoozedUntil.count }
    }
    var total = 0.0
    for count in alarmIndex.counts(ofAlarm: place) {
      guard let alarm = self.alarm(place, of: count.component) else { continue }
      // The repeats of one alert that can be in the range, and the alerts that can have repeats in
      // it.
      let span = countsRepeats ? abs(alarm.repeatSpan) + alarm.repeatSlack : 0
      let interval = max(1, alarm.repeatInterval.nominalSeconds)
      let each =
        countsRepeats ? 1 + min(alarm.effectiveRepeatCount, seconds / interval + 2) : 1
      let alerts = count.recurs ? mostStarts(in: seconds + span + 2 * 86_400) + 1 : 1
      total += alerts * Double(each) * Double(count.components)
    }
    return Int(min(total, 1e15))
  }

  /// Returns the greatest number of repeats of an alarm in any component.
  package func mostRepeats(of alarm: SeriesAlarm) -> Int {
    guard let place = alarm.place else { return 0 }
    return alarmIndex.counts(ofAlarm: place)
      .compactMap { self.alarm(place, of: $0.component)?.effectiveRepeatCount }.max() ?? 0
  }

  /// An upper bound for the number of the master's occurrences in any range of a given length.
  private func mostStarts(in seconds: Int) -> Double {
    guard let starts else { return 0 }
    let own = starts.rules.isEmpty ? 1 : 0
    return starts.rules.indices.reduce(Double(own + starts.dates.count)) {
      $0 + Double(starts.rules[$1].mostTimes(in: seconds))
    }
  }
}

extension RuleExpansion {
  /// An upper bound for the number of the rule's times in any range of a given length, in seconds.
  fileprivate func mostTimes(in seconds: Int) -> Int {
    let most: Int
    switch intervals {
    case .days(let days, let times, let positions):
      let size = days.mostDays * times.count
      let each = positions.keepsAll ? size : positions.indices(ofSetWith: size).count
      most = (seconds / (days.shortestInterval * 86_400) + 2) * max(1, each)
    case .clock(let clock):
      let steps = seconds / clock.step + 2
      most = min(steps, (seconds / 86_400 + 2) * clock.mostPerDay) * clock.times.count
    }
    return min(most, rule.count ?? .max) + 1
  }
}
