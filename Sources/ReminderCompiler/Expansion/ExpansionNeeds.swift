import CivilTime
import ICalendar

/// What reminders can need of a run: counted while their series are put together.
struct ExpansionNeeds: Sendable {
  /// The most fires of each reminder in the window.
  private(set) var fires: [Int] = []
  /// How many reminders come at many times of day.
  private(set) var denseCount = 0
  /// A number that the times of day of all reminders in the window never exceed.
  private(set) var timesOfDay = 0
  private let seconds: Int

  /// Counts for a window.
  init(in window: Range<Instant>) {
    seconds = window.upperBound - window.lowerBound
  }

  /// Adds the reminders of a series.
  ///
  /// - Returns: The most fires of each of them.
  mutating func add(_ series: SeriesExpansion) -> ArraySlice<Int> {
    let first = fires.count
    for alarm in series.alarms {
      let most = min(series.mostFires(of: alarm, in: seconds), SeriesExpansion.maximumFires)
      fires.append(most)
      timesOfDay += min(most, 86_400)
      if series.mostFires(of: alarm, in: 86_400) > ExpansionBudget.manyFires { denseCount += 1 }
    }
    return fires[first...]
  }

  /// Adds what was counted of other series.
  mutating func add(_ other: ExpansionNeeds) {
    fires += other.fires
    denseCount += other.denseCount
    timesOfDay += other.timesOfDay
  }
}
