import CivilTime

extension SeriesExpansion {
  /// A number that the fires of an alarm never exceed, in any range of a length.
  ///
  /// What it costs doesn't depend on how much is due: it is asked before anything is expanded, to
  /// share out what there is of time and memory. Exceptions don't count.
  ///
  /// - Parameters:
  ///   - alarm: The alarm, or the snoozes.
  ///   - seconds: The length of the range.
  ///   - countsRepeats: Whether repeats count as well as first alerts.
  /// - Returns: The number, `Int.max / 4` at most.
  package func mostFires(
    of alarm: SeriesAlarm, in seconds: Int, countingRepeats countsRepeats: Bool = true
  ) -> Int {
    // What is moved into the range was asked for up to a day before, and over the date line two.
    let seconds = quiet == nil ? seconds : seconds + 2 * 86_400
    guard case .alarm(let place) = alarm else {
      return components.indices.reduce(0) { $0 + components[$1].snoozedUntil.count }
    }
    var total = 0
    for index in components.indices {
      guard let alarm = self.alarm(place, of: index) else { continue }
      // Repeats of one alert that can lie in the range, and the alerts whose repeats can.
      let span = countsRepeats ? abs(alarm.repeatSpan) + alarm.repeatSlack : 0
      let interval = max(1, alarm.repeatInterval.nominalSeconds)
      let each =
        countsRepeats ? 1 + min(alarm.effectiveRepeatCount, seconds / interval + 2) : 1
      let isFollowed =
        index < series.firstOverride || components[index].recurrenceID?.isThisAndFuture == true
      let alerts =
        isFollowed && !alarm.isAbsolute ? mostStarts(in: seconds + span + 2 * 86_400) + 1 : 1
      total += SeriesExpansion.product(alerts, each)
    }
    return min(total, SeriesExpansion.mostCounted)
  }

  /// A number that the occurrences of the master never exceed, in any range of a length.
  private func mostStarts(in seconds: Int) -> Int {
    guard let starts else { return 0 }
    let own = starts.rules.isEmpty ? 1 : 0
    return starts.rules.indices.reduce(own + starts.dates.count) {
      min($0 + starts.rules[$1].mostTimes(in: seconds), SeriesExpansion.mostCounted)
    }
  }

  /// Sums of a few of these don't overflow.
  private static let mostCounted = Int.max / 4

  private static func product(_ left: Int, _ right: Int) -> Int {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? mostCounted : min(product, mostCounted)
  }
}

extension RuleExpansion {
  /// A number that the times of the rule never exceed, in any range of a length in seconds.
  func mostTimes(in seconds: Int) -> Int {
    let most: Int
    switch intervals {
    case .days(let days, let times, let positions):
      let size = days.mostDays * times.count
      let each = positions.keepsAll ? size : positions.indices(ofSetWith: size).count
      most = (seconds / (days.shortestInterval * 86_400) + 2) * max(1, each)
    case .clock(let clock):
      most = (seconds / clock.step + 2) * clock.times.count
    }
    return min(most, rule.count ?? .max) + 1
  }
}
