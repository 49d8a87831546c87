import CivilTime

/// The months of a stretch of years, with their days as bits and the weekdays of those days.
///
/// A year-month is one month of one year. Bit 0 of a mask is day 1, or the month's last day where
/// days count from its end.
struct YearMonths: Sendable {
  /// The years, ascending.
  let years: Range<Int>
  /// The number of year-months: twelve a year.
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

  /// Makes the year-months of years.
  init(years: Range<Int>) {
    self.years = years.clamped(to: YearMonths.tableYears)
    offset = (self.years.lowerBound - YearMonths.tableYears.lowerBound) * 12
  }

  /// The first day of a year-month, as days since 1970-01-01.
  func firstDay(of yearMonth: Int) -> Int { YearMonths.table.firstDays[offset + yearMonth] }

  /// The number of days of a year-month.
  func length(of yearMonth: Int) -> UInt32 { YearMonths.table.lengths[offset + yearMonth] }

  /// All days of a year-month.
  func days(of yearMonth: Int) -> UInt32 { (1 << length(of: yearMonth)) - 1 }

  /// The weekday of a year-month's first day, from 0 for Monday.
  func firstWeekday(of yearMonth: Int) -> Int {
    Weekday(dayNumber: firstDay(of: yearMonth)).rawValue
  }

  /// The weekday of a minterm's day, as a set.
  func weekday(of minterm: Minterm) -> UInt8 {
    WeekdaySet(Weekday(dayNumber: firstDay(of: minterm.yearMonth) + minterm.day)).rawValue
  }

  /// The same days of a year-month counted from the other end; days that the year-month lacks are
  /// dropped.
  func reversed(_ days: UInt32, in yearMonth: Int) -> UInt32 {
    YearMonths.reversed(days, length: length(of: yearMonth))
  }

  /// The same days of a month counted from the other end.
  static func reversed(_ days: UInt32, length: UInt32) -> UInt32 {
    var bits = days & ((1 << length) - 1)
    bits = (bits >> 1) & 0x5555_5555 | (bits & 0x5555_5555) << 1
    bits = (bits >> 2) & 0x3333_3333 | (bits & 0x3333_3333) << 2
    bits = (bits >> 4) & 0x0F0F_0F0F | (bits & 0x0F0F_0F0F) << 4
    return bits.byteSwapped >> (32 - length)
  }

  /// The days of a year-month that are weekdays.
  func days(of yearMonth: Int, on weekdays: UInt8) -> UInt32 {
    if weekdays == YearMonths.everyWeekday { return days(of: yearMonth) }
    return YearMonths.days(on: weekdays, firstWeekday: firstWeekday(of: yearMonth))
      & days(of: yearMonth)
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
