import CivilTime
import ICalendar

/// Which occurrence of a series is which: what `{n}` and `{count}` say.
///
/// What EXDATE takes away or an override cancels doesn't count: after the third of ten days, one of
/// which is left out, six are to come.
struct OccurrenceNumbers {
  /// The original starts of all that are known, ascending.
  private let starts: [Instant]
  /// How many there are; nil where there is no end, or none that can be seen.
  let count: Int?

  /// How many were looked at.
  let counted: Int

  init(_ series: SeriesExpansion, until end: Instant, limit: Int) {
    guard limit > 0 else {
      starts = []
      count = nil
      counted = 0
      return
    }
    // An alarm can come long before its occurrence.
    let farEnd = end + 400 * 86_400
    let all =
      series.isFinite
      ? series.originalStarts(before: SeriesExpansion.calendar.upperBound, limit: limit) : nil
    let known = all ?? series.originalStarts(before: farEnd, limit: limit) ?? []
    // What was not looked at to its end has been gone through as far as the limit.
    counted = all == nil && known.isEmpty ? limit : known.count
    starts = series.withoutCancelled(known)
    count = all == nil ? nil : starts.count
  }

  /// The number of an occurrence, from 1; nil where it isn't known.
  func number(of original: Instant) -> Int? {
    let place = starts.partitionPoint { $0 < original }
    return place < starts.count && starts[place] == original ? place + 1 : nil
  }
}
