public import CivilTime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date {
  /// The date of an instant, exactly.
  ///
  /// ```swift
  /// let instant = Instant(iso8601: "2028-01-03T08:00:00Z")!
  /// print(Date(instant).timeIntervalSince1970)  // 1830499200.0
  /// // An instant has no fraction: the way back cuts it off.
  /// print(Instant(Date(instant) + 0.9))  // 2028-01-03T08:00:00Z
  /// ```
  ///
  /// - Parameter instant: The instant.
  public init(_ instant: Instant) {
    self = instant.date
  }
}

extension CivilDate {
  /// The day that it is somewhere.
  ///
  /// ```swift
  /// let instant = Instant(iso8601: "2028-01-03T18:00:00Z")!
  /// let tokyo = TimeZone(identifier: "Asia/Tokyo")!
  /// print(CivilDate(Date(instant), in: tokyo))  // 2028-01-04
  /// ```
  ///
  /// - Parameters:
  ///   - date: The point in time.
  ///   - timeZone: Whose clock is looked at; an app's own is `TimeZone.current`.
  public init(_ date: Date, in timeZone: TimeZone) {
    let instant = Instant(date) + timeZone.secondsFromGMT(for: date)
    self = instant.civilInUTC.date
  }
}
