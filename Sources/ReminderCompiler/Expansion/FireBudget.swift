import CivilTime
import ICalendar

/// How the fires that a run looks at are shared between its reminders.
///
/// Each gets what it can need or the same limit, whichever is less (max-min fairness): what sparse
/// reminders leave goes to dense ones, and no dense one can take anything from a sparse one.
enum FireBudget {
  /// The most fires of all reminders together that are looked at, as long as each gets
  /// ``fewestFires``: 150 MB with all that is made of them, and a second or two.
  static let maximumFires = 2_000_000

  /// The fewest fires of one reminder to which the limit may come down: eleven years of every day.
  static let fewestFires = 4_000

  /// The most fires of one reminder that are looked at.
  ///
  /// - Parameters:
  ///   - series: All series.
  ///   - window: The window.
  /// - Returns: The limit, `SeriesExpansion.maximumFires` at most.
  static func limit(for series: [SeriesExpansion], in window: Range<Instant>) -> Int {
    let seconds = window.upperBound - window.lowerBound
    var needs: [Int] = []
    needs.reserveCapacity(series.count)
    for place in series.indices {
      for alarm in series[place].alarms {
        needs.append(
          min(series[place].mostFires(of: alarm, in: seconds), SeriesExpansion.maximumFires))
      }
    }
    return limit(for: needs, of: maximumFires)
  }

  /// The limit that shares a number fairly: the needs cut to it add up to the number at most, and
  /// those cut to a greater one would not.
  static func limit(for needs: [Int], of total: Int) -> Int {
    var left = total
    let ascending = needs.sorted()
    for (index, need) in ascending.enumerated() {
      let share = left / (ascending.count - index)
      guard need <= share else { return max(fewestFires, share) }
      left -= need
    }
    return SeriesExpansion.maximumFires
  }
}
