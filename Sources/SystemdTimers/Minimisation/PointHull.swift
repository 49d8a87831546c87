import CivilTime

/// The smallest product of sets around some points, its days counted from either end of the month.
struct PointHull: Hashable {
  /// One bit a year of the window.
  private(set) var years: UInt64 = 0
  /// One bit a month, January lowest.
  private(set) var months: UInt16 = 0
  /// One bit a day of the month.
  private(set) var days: UInt32 = 0
  /// One bit a day, the month's last one lowest.
  private(set) var daysFromEnd: UInt32 = 0
  /// One bit a weekday, Monday lowest.
  private(set) var weekdays: UInt8 = 0
  /// One bit a group of times.
  private(set) var groups: UInt64 = 0

  /// Makes the hull of no points.
  init() {}

  /// Makes the hull of a point.
  init(_ point: CoverGrid.Point, in cells: MonthCells) {
    years = 1 << UInt64(point.cell / 12)
    months = 1 << UInt16(point.cell % 12)
    days = 1 << UInt32(point.day)
    daysFromEnd = cells.reversed(days, in: point.cell)
    weekdays = 1 << UInt8((cells.firstDay(of: point.cell) + point.day + 3).floorModulo(7))
    groups = 1 << UInt64(point.group)
  }

  /// Takes in what another hull has.
  mutating func formUnion(_ other: PointHull) {
    years |= other.years
    months |= other.months
    days |= other.days
    daysFromEnd |= other.daysFromEnd
    weekdays |= other.weekdays
    groups |= other.groups
  }

  /// Takes in groups of times that a line names with its own.
  mutating func nameGroups(_ groups: UInt64) { self.groups |= groups }

  /// The hull of the points of two hulls.
  func union(_ other: PointHull) -> PointHull {
    var union = self
    union.formUnion(other)
    return union
  }

  /// The hull as a box, its days counted from one end; nil where that end does not reach to all.
  func box(countingFromEnd isFromEnd: Bool) -> DateBox? {
    guard !isFromEnd || daysFromEnd & ~DateBox.everyDayFromEnd == 0 else { return nil }
    return DateBox(
      years: years, months: months, days: isFromEnd ? daysFromEnd : days,
      countsDaysFromEnd: isFromEnd, weekdays: weekdays, groups: groups)
  }
}
