import CivilTime

/// The days of one time of day, by month, on the wall clock of a zone.
///
/// It stores the days on which a timer must elapse and those on which it must not.
struct MonthlyDays: Equatable {
  /// A month of one year; bit 0 of each set is the first day.
  struct Month: Equatable {
    let year: Int
    /// The month, from 0 for January.
    let index: Int
    /// The month's first day, as days since 1970-01-01.
    let firstDay: Int
    /// The kind of month: its length and first weekday, as a number below ``kindCount``.
    let kind: Int
    /// The days on which the timer should elapse.
    var wanted: UInt32 = 0
    /// The wanted days before the end of the window.
    var due: UInt32 = 0
    /// The days on which the timer must not elapse.
    var forbidden: UInt32 = 0

    init(year: Int, month: Int) {
      self.year = year
      index = month - 1
      firstDay = CivilDate(uncheckedYear: year, month: month, day: 1).dayNumber
      kind =
        (CivilDate.length(ofMonth: month, year: year) - 28) * 7
        + Weekday(dayNumber: firstDay).rawValue
    }

    var length: Int { kind / 7 + 28 }
    /// The weekday of the first day, from 0 for Monday.
    var firstWeekday: Int { kind % 7 }
  }

  /// The number of kinds of months: four lengths with seven first weekdays.
  static let kindCount = 28

  /// The months, ascending.
  var months: [Month]

  init(years: ClosedRange<Int>) {
    months = years.flatMap { year in (1...12).map { Month(year: year, month: $0) } }
  }

  /// Returns the same months with days, which are known for a range; `allowed` includes `wanted`.
  func filled(
    wanted: DaySet, allowed: DaySet, known: Range<Int>, windowEnd: Int
  ) -> MonthlyDays {
    var filled = self
    for index in months.indices {
      let month = months[index]
      let days = month.days(in: known)
      filled.months[index].wanted = wanted.bits(from: month.firstDay) & days
      filled.months[index].due =
        filled.months[index].wanted
        & month.days(in: known.lowerBound..<max(known.lowerBound, windowEnd))
      filled.months[index].forbidden = ~allowed.bits(from: month.firstDay) & days
    }
    return filled
  }

  /// Removes a day from the due days, because a clock change affects its time.
  ///
  /// If the clock skips the time on that day, the timer may also elapse on it.
  mutating func release(_ day: Int, isSkipped: Bool) {
    guard let first = months.first else { return }
    let date = CivilDate(dayNumber: day)
    let index = (date.year - first.year) * 12 + date.month - 1
    guard months.indices.contains(index) else { return }
    let bit: UInt32 = 1 << UInt32(date.day - 1)
    months[index].due &= ~bit
    if isSkipped {
      // A pattern that contains the day stays valid, and need not omit its month.
      months[index].wanted |= bit
      months[index].forbidden &= ~bit
    } else {
      months[index].wanted &= ~bit
    }
  }

  var dueCount: Int { months.reduce(0) { $0 + $1.due.nonzeroBitCount } }
}

extension MonthlyDays.Month {
  /// The days of the month that are in a range of days, as bits.
  func days(in range: Range<Int>) -> UInt32 {
    func below(_ day: Int) -> UInt32 {
      (1 << UInt32(min(max(day - firstDay, 0), length))) - 1
    }
    return below(range.upperBound) & ~below(range.lowerBound)
  }
}

extension MonthlyDays {
  /// Counts days of a month from the other end; days that the month does not have are dropped.
  static func reversed(_ days: UInt32, length: Int) -> UInt32 {
    var bits = days & ((1 << UInt32(length)) - 1)
    bits = (bits >> 1) & 0x5555_5555 | (bits & 0x5555_5555) << 1
    bits = (bits >> 2) & 0x3333_3333 | (bits & 0x3333_3333) << 2
    bits = (bits >> 4) & 0x0F0F_0F0F | (bits & 0x0F0F_0F0F) << 4
    return bits.byteSwapped >> UInt32(32 - length)
  }

  /// The days of a month that are given weekdays, as bits.
  ///
  /// The bits of one week, from the weekday of the first day on, are repeated five times.
  static func days(on weekdays: UInt8, firstWeekday: Int) -> UInt32 {
    let doubled = UInt64(weekdays) | UInt64(weekdays) << 7
    let week = doubled >> UInt64(firstWeekday) & 0x7F
    return UInt32(truncatingIfNeeded: week * 0x1020_4081) & LineTerm.everyDay
  }
}
