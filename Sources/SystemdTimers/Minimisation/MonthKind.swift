/// A month of a certain length that begins on a certain weekday.
///
/// Months of one name, length and first weekday are alike, whatever their year.
struct MonthKind: Hashable, Sendable {
  /// From 0.
  let month: Int
  let length: UInt32
  /// From 0 for Monday.
  let firstWeekday: Int

  /// The number of kinds: twelve months, four lengths, seven weekdays.
  static let count = 12 * 4 * 7

  /// The kind of a year-month.
  init(of yearMonth: Int, in yearMonths: YearMonths) {
    (month, length) = (yearMonth % 12, yearMonths.length(of: yearMonth))
    firstWeekday = yearMonths.firstWeekday(of: yearMonth)
  }

  /// The kind with a number from 0.
  init(_ number: Int) {
    (month, length, firstWeekday) = (number / 28, UInt32(28 + number / 7 % 4), number % 7)
  }

  var number: Int { (month * 4 + Int(length) - 28) * 7 + firstWeekday }

  /// The days of such a month that are a cube's.
  func days(of cube: Cube) -> UInt32 {
    guard cube.months >> UInt16(month) & 1 == 1 else { return 0 }
    let days =
      cube.countsDaysFromEnd
      ? YearMonths.reversed(cube.days, length: length) : cube.days & ((1 << length) - 1)
    return days & YearMonths.days(on: cube.weekdays, firstWeekday: firstWeekday)
  }
}
