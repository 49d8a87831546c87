import CivilTime

/// The months of a stretch of years, with their days as bits and the weekdays of those days.
///
/// A cell is one month of one year. Bit 0 of a mask is day 1, or the month's last day where days
/// count from its end.
struct MonthCells: Sendable {
  /// The years, ascending.
  let years: Range<Int>
  /// The number of cells: twelve a year.
  var count: Int { years.count * 12 }

  /// All days of a month, whatever its length.
  static let everyDay = ~UInt32(0) >> 1

  private let offset: Int

  /// The lengths and the first days of all months that a calendar can ask for: `--now` begins in
  /// 1900, and a horizon ends before 2400.
  private static let tableYears = 1890..<2410
  private static let table: (lengths: [UInt32], firstDays: [Int]) = {
    var lengths: [UInt32] = []
    var firstDays: [Int] = []
    for year in tableYears {
      for month in 1...12 {
        lengths.append(UInt32(CivilDate.length(ofMonth: month, year: year)))
        firstDays.append(CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber)
      }
    }
    return (lengths, firstDays)
  }()

  /// Makes the cells of years.
  init(years: Range<Int>) {
    self.years = years.clamped(to: MonthCells.tableYears)
    offset = (self.years.lowerBound - MonthCells.tableYears.lowerBound) * 12
  }

  /// The first day of a cell, as days since 1970-01-01.
  func firstDay(of cell: Int) -> Int { MonthCells.table.firstDays[offset + cell] }

  /// The number of days of a cell.
  func length(of cell: Int) -> UInt32 { MonthCells.table.lengths[offset + cell] }

  /// All days of a cell.
  func days(of cell: Int) -> UInt32 { (1 << length(of: cell)) - 1 }

  /// The weekday of a cell's first day, from 0 for Monday.
  func firstWeekday(of cell: Int) -> Int { (firstDay(of: cell) + 3).floorModulo(7) }

  /// The same days of a cell counted from the other end; days that the cell lacks are dropped.
  func reversed(_ days: UInt32, in cell: Int) -> UInt32 {
    MonthCells.reversed(days, length: length(of: cell))
  }

  /// The same days of a month counted from the other end.
  static func reversed(_ days: UInt32, length: UInt32) -> UInt32 {
    var bits = days & ((1 << length) - 1)
    bits = (bits >> 1) & 0x5555_5555 | (bits & 0x5555_5555) << 1
    bits = (bits >> 2) & 0x3333_3333 | (bits & 0x3333_3333) << 2
    bits = (bits >> 4) & 0x0F0F_0F0F | (bits & 0x0F0F_0F0F) << 4
    return bits.byteSwapped >> (32 - length)
  }

  /// The days of a cell that are weekdays.
  func days(of cell: Int, on weekdays: UInt8) -> UInt32 {
    if weekdays == MonthCells.everyWeekday { return days(of: cell) }
    return MonthCells.days(on: weekdays, firstWeekday: firstWeekday(of: cell)) & days(of: cell)
  }

  /// The days of a month of 31 days that are weekdays.
  ///
  /// - Parameters:
  ///   - weekdays: One bit a weekday, Monday lowest.
  ///   - firstWeekday: The weekday of the first day, from 0 for Monday.
  /// - Returns: The days, day 1 lowest.
  static func days(on weekdays: UInt8, firstWeekday: Int) -> UInt32 {
    // A week of bits from the first day's weekday on, five times over.
    let doubled = UInt64(weekdays) | UInt64(weekdays) << 7
    let week = doubled >> UInt64(firstWeekday) & 0x7F
    return UInt32(truncatingIfNeeded: week * 0x1020_4081) & everyDay
  }

  /// All seven weekdays.
  static let everyWeekday: UInt8 = 0x7F
}
