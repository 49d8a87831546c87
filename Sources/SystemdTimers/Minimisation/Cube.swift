/// A cube: a product of sets of years, months, days of the month, weekdays and classes of times.
///
/// Cubes of variables with many values are those of Rudell and Sangiovanni-Vincentelli,
/// "Multiple-Valued Minimization for PLA Optimization" (1987). A line can say a cube, and no more.
struct Cube: Hashable, Sendable {
  /// One bit a year of the window; the highest for all years after it.
  var years: UInt64 = 0
  /// One bit a month, January lowest.
  var months: UInt16 = 0
  /// One bit a day, counted as `countsDaysFromEnd` says.
  var days: UInt32 = 0
  /// Whether days count from the month's end.
  var countsDaysFromEnd = false
  /// One bit a weekday, Monday lowest.
  var weekdays: UInt8 = 0
  /// One bit a class of times.
  var classes: UInt64 = 0

  /// The bit of all years after the window.
  static let openYears: UInt64 = 1 << 63
  /// The most years of a window, and the most classes of times that are covered together.
  static let maximumYears = 63
  static let maximumClasses = 64
  /// All twelve months.
  static let everyMonth: UInt16 = 0xFFF
  /// The days that can be counted from a month's end: every month has 28.
  static let everyDayFromEnd: UInt32 = 0xFFF_FFFF

  /// The years of the window.
  var windowYears: UInt64 { years & ~Cube.openYears }
  /// Whether the cube goes on in all years after the window.
  var isOpen: Bool { years & Cube.openYears != 0 }
}

extension Cube {
  /// Whether systemd takes the days in one line.
  var isOneLine: Bool {
    !countsDaysFromEnd || MonthEndComponent.exists(covering: days, within: days)
  }

  /// The cube itself where it is one line; else cubes with a run of its days each.
  var inOneLine: [Cube] {
    isOneLine
      ? [self]
      : days.runs.map { run in
        var cube = self
        cube.days = run
        return cube
      }
  }
}
