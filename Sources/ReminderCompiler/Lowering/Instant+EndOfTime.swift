import CivilTime

extension Instant {
  /// After everything.
  static let endOfTime = Instant(secondsSince1970: .max)
}
