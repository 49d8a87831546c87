package import CivilTime

/// The days of a chronicle, by the wall clock of the device.
package struct ChronicleDays: Sendable {
  /// The zone of the device.
  package let zone: Zone
  /// How many days there are.
  package let count: Int
  /// Whether the window goes on behind them.
  package let areCut: Bool
  /// The first day, as a number of days.
  private let first: Int

  /// The most days: three years, of which nobody can look at more at once, and of which thousands
  /// of series can be held.
  package static let maximumCount = 1_096

  /// The days that a window touches.
  init(_ window: Range<Instant>, in zone: Zone) {
    self.zone = zone
    first = zone.civil(at: window.lowerBound).date.dayNumber
    let last = zone.civil(at: max(window.lowerBound, window.upperBound + -1)).date.dayNumber
    let all = max(1, last - first + 1)
    count = min(all, ChronicleDays.maximumCount)
    areCut = count < all
  }

  /// The day of an instant, from 0; nil behind the last one.
  package func day(of instant: Instant) -> Int? {
    // Where a clock goes back over midnight at the beginning, a day before comes again.
    let day = max(0, zone.civil(at: instant).date.dayNumber - first)
    return day < count ? day : nil
  }

  /// The date of a day, from 0; the one behind the last is known, too.
  package func date(ofDay day: Int) -> CivilDate { CivilDate(dayNumber: first + day) }
}
