import CivilTime

/// The smallest cube around some minterms, its days counted from either end of the month.
///
/// The supercube of Brayton et al., "Logic Minimization Algorithms for VLSI Synthesis" (1984). A
/// line that names the minterms names all that it has, with the days of one of the two ends.
struct Supercube: Hashable {
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
  /// One bit a class of times.
  private(set) var classes: UInt64 = 0

  /// Makes the supercube of no minterms.
  init() {}

  /// Makes the supercube of a minterm.
  init(_ minterm: Minterm, in yearMonths: YearMonths) {
    years = 1 << UInt64(minterm.yearMonth / 12)
    months = 1 << UInt16(minterm.yearMonth % 12)
    days = 1 << UInt32(minterm.day)
    daysFromEnd = yearMonths.reversed(days, in: minterm.yearMonth)
    weekdays = yearMonths.weekday(of: minterm)
    classes = 1 << UInt64(minterm.timeClass)
  }

  /// Takes in what another supercube has.
  mutating func formUnion(_ other: Supercube) {
    years |= other.years
    months |= other.months
    days |= other.days
    daysFromEnd |= other.daysFromEnd
    weekdays |= other.weekdays
    classes |= other.classes
  }

  /// Takes in classes of times that a line names with its own.
  mutating func nameClasses(_ classes: UInt64) { self.classes |= classes }

  /// The supercube of the minterms of two supercubes.
  func union(_ other: Supercube) -> Supercube {
    var union = self
    union.formUnion(other)
    return union
  }

  /// The cube with days counted from one end; nil where that end does not reach to all.
  func cube(countingFromEnd isFromEnd: Bool) -> Cube? {
    guard !isFromEnd || daysFromEnd & ~Cube.everyDayFromEnd == 0 else { return nil }
    return Cube(
      years: years, months: months, days: isFromEnd ? daysFromEnd : days,
      countsDaysFromEnd: isFromEnd, weekdays: weekdays, classes: classes)
  }
}
