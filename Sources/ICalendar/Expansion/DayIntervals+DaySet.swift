import CivilTime

extension DayIntervals {
  /// The selected days of all intervals in a range.
  ///
  /// - Parameter dayRange: The days, as days since 1970-01-01; those before DTSTART's interval are
  ///   never selected, those of it before DTSTART can be.
  /// - Returns: The days.
  func daySet(in dayRange: Range<Int>) -> DaySet {
    // SKIP moves days from one interval to the next, and weeks of a year are no months.
    guard moved == nil, weeks.isEmpty else { return walkedDaySet(in: dayRange) }
    switch frequency {
    case .yearly: return daySet(in: dayRange, monthsEach: 12)
    case .monthly: return daySet(in: dayRange, monthsEach: 1)
    case .weekly: return daySet(in: dayRange, daysEach: 7)
    default: return daySet(in: dayRange, daysEach: 1)
    }
  }

  /// The selected days of intervals of days or weeks.
  private func daySet(in dayRange: Range<Int>, daysEach: Int) -> DaySet {
    let first = firstDay(ofInterval: 0)
    var days = filter.daySet(in: dayRange)
    if interval == 1 {
      days.keep(from: first)
    } else {
      let bits: UInt64 = 1 << UInt64(daysEach) - 1
      days.formIntersection(
        DaySet(in: dayRange, bits, every: daysEach * interval, from: first))
    }
    return days
  }

  /// The selected days of intervals of months or years.
  private func daySet(in dayRange: Range<Int>, monthsEach: Int) -> DaySet {
    let origin = self.origin * monthsEach
    let step = interval * monthsEach
    let first = filter.month(number: origin).firstDayNumber
    return CalendarCycle.days(
      in: dayRange, from: first, repeats: CalendarCycle.repeats(months: step)
    ) { range, result in
      var number = origin + max(0, index(upTo: range.lowerBound)) * step
      while true {
        for offset in 0..<monthsEach {
          let month = filter.month(number: number + offset)
          guard month.firstDayNumber < range.upperBound else { return }
          result.insert(UInt64(month.selected), from: month.firstDayNumber)
        }
        number += step
      }
    }
  }

  /// The selected days, interval by interval.
  private func walkedDaySet(in dayRange: Range<Int>) -> DaySet {
    var selected = SelectedDays()
    let first = selectDays(ofInterval: 0, &selected)
    return CalendarCycle.days(in: dayRange, from: first, repeats: repeatsWithCalendar) {
      range, result in
      var index = index(before: range.lowerBound)
      // Each interval is at least a day long: the loop ends with the range.
      while selectDays(ofInterval: index, &selected) < range.upperBound {
        for day in selected.days { result.insert(day) }
        index += 1
      }
    }
  }

  /// Whether the intervals come back after 28 years: 336 months, 1,461 weeks.
  private var repeatsWithCalendar: Bool {
    switch frequency {
    case .yearly: CalendarCycle.repeats(months: 12 * interval)
    case .monthly: CalendarCycle.repeats(months: interval)
    case .weekly: 1_461 % interval == 0
    default: 10_227 % interval == 0
    }
  }
}
