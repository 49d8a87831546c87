import CivilTime

extension DayFilter {
  /// The selected days of a range.
  func daySet(in dayRange: Range<Int>) -> DaySet {
    if selectsAll { return DaySet(all: dayRange) }
    if weekdayCount != nil {
      let bits = UInt64(WeekdaySet(rawValue: weekdays).days(from: .monday) & 0x7F)
      let monday = Weekday.monday.firstDay(from: dayRange.lowerBound - 6)
      return DaySet(in: dayRange, bits, every: 7, from: monday)
    }
    return CalendarCycle.days(in: dayRange, from: dayRange.lowerBound) { range, result in
      var day = range.lowerBound
      while day < range.upperBound {
        let month = month(containing: day)
        result.insert(UInt64(month.selected), from: month.firstDayNumber)
        day = month.end
      }
    }
  }
}
