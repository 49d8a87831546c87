internal import CivilTime

extension Weekday {
  /// The number by which Foundation knows the weekday.
  ///
  /// Foundation counts from 1 for Sunday (`NSDateComponents.weekday`), whatever the locale.
  package var foundationNumber: Int { (rawValue + 1) % 7 + 1 }

  /// The weekday that Foundation knows by a number.
  ///
  /// - Parameter foundationNumber: From 1 for Sunday to 7.
  init(foundationNumber: Int) {
    self = Weekday.allCases[(foundationNumber + 5).floorModulo(7)]
  }
}
