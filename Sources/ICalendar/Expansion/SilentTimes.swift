package import CivilTime

/// Times in which alarms are silent: a pause, or days of another calendar.
package struct SilentTimes: Hashable, Sendable {
  /// The times, ascending and disjoint.
  private let ranges: [Range<Instant>]

  /// Makes times from days.
  ///
  /// - Parameters:
  ///   - days: Ranges of days since 1970-01-01, ascending and disjoint.
  ///   - zone: The zone in which the days begin.
  package init(_ days: [Range<Int>], in zone: Zone) {
    func start(_ day: Int) -> Instant {
      zone.instant(of: CivilDateTime(dayNumber: day, time: .midnight))
    }
    ranges = days.map { start($0.lowerBound)..<start($0.upperBound) }
  }

  /// Makes the times around days.
  ///
  /// - Parameters:
  ///   - days: Ranges of days since 1970-01-01, ascending and disjoint.
  ///   - zone: The zone in which the days begin.
  package init(except days: [Range<Int>], in zone: Zone) {
    let calendar = SeriesExpansion.calendar
    let bounds =
      [calendar.lowerBound.civilInUTC.dayNumber + 1]
      + days.flatMap { [$0.lowerBound, $0.upperBound] }
      + [calendar.upperBound.civilInUTC.dayNumber - 1]
    let gaps = stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] }
    self.init(gaps.filter { !$0.isEmpty }, in: zone)
  }

  /// Whether alarms are silent at an instant.
  package func contains(_ instant: Instant) -> Bool {
    let next = ranges.partitionPoint { $0.lowerBound <= instant }
    return next > 0 && instant < ranges[next - 1].upperBound
  }

  /// Returns the first start of a silent time after an instant; nil for none.
  package func nextStart(after instant: Instant) -> Instant? {
    let next = ranges.partitionPoint { $0.lowerBound <= instant }
    return next < ranges.count ? ranges[next].lowerBound : nil
  }

  /// Removes the days on which a time is silent.
  ///
  /// - Parameters:
  ///   - days: The days, without clock changes between each and its time.
  ///   - second: The time, in seconds from each day's midnight.
  ///   - zone: The zone of the days.
  func remove(from days: inout DaySet, at second: Int, in zone: Zone) {
    let time = TimeOfDay(secondOfDay: second.floorModulo(86_400))
    let shift = second.floorQuotient(86_400)
    let first = zone.instant(
      of: CivilDateTime(dayNumber: days.range.lowerBound + shift, time: time))
    for range in ranges[ranges.partitionPoint { $0.upperBound <= first }...] {
      let start = zone.firstTime(notBefore: range.lowerBound).firstDay(at: time) - shift
      let end = zone.firstTime(notBefore: range.upperBound).firstDay(at: time) - shift
      if start >= days.range.upperBound { break }
      let silent = (start..<max(start, end)).clamped(to: days.range)
      if !silent.isEmpty { days.removeAll(in: silent) }
    }
  }
}
