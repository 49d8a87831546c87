package import CivilTime
package import ICalendar

/// The numbers of a series' occurrences, for `{n}` and `{count}`.
///
/// Occurrences that EXDATE excludes or an override cancels are not counted. After the third of ten
/// days, one of which is excluded, six remain.
package struct OccurrenceNumbers {
  /// The original starts of all known occurrences, ascending.
  private let starts: [Instant]
  /// The number of occurrences; nil if the series does not end or exceeds the limit.
  package let count: Int?

  /// The number of occurrences that were expanded, for the limit of a run.
  package let counted: Int

  package init(_ series: SeriesExpansion, until end: Instant, limit: Int) {
    guard limit > 0 else {
      starts = []
      count = nil
      counted = 0
      return
    }
    // An alarm can fire long before its occurrence.
    let farEnd = end + 400 * 86_400
    let all =
      series.isFinite
      ? series.originalStarts(before: SeriesExpansion.calendar.upperBound, limit: limit) : nil
    let known = all ?? series.originalStarts(before: farEnd, limit: limit) ?? []
    // An incomplete expansion used up the limit.
    counted = all == nil && known.isEmpty ? limit : known.count
    starts = series.withoutCancelled(known)
    count = all == nil ? nil : starts.count
  }

  /// Returns the number of an occurrence, from 1; nil if it is unknown.
  package func number(of original: Instant) -> Int? {
    let place = starts.partitionPoint { $0 < original }
    return place < starts.count && starts[place] == original ? place + 1 : nil
  }
}
