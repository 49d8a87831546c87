internal import CivilTime

extension CalendarPattern {
  /// The pattern that has given date components; nil where none has, or they would not be safe.
  ///
  /// The values are in the order of ``TriggerComponents/names``, absent ones nil.
  init?(_ values: [Int?]) {
    guard values.count == TriggerComponents.names.count, let second = values[7],
      let days = DayClass(
        year: values[0], month: values[1], day: values[2], weekday: values[3], ordinal: values[4])
    else { return nil }
    switch (values[5], values[6]) {
    case (nil, nil): self.init(days, .everyMinute(second: second))
    case (nil, let minute?): self.init(days, .everyHour(minute: minute, second: second))
    case (let hour?, let minute?):
      guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
      self.init(days, .time(time))
    case (_?, nil): return nil
    }
  }
}

extension DayClass {
  /// The days that date components name; nil where they are none that a trigger may have.
  fileprivate init?(year: Int?, month: Int?, day: Int?, weekday: Int?, ordinal: Int?) {
    if let weekday, !(1...7).contains(weekday) { return nil }
    let weekday = weekday.map(Weekday.init(foundationNumber:))
    switch (year, month, day, weekday, ordinal) {
    case (nil, nil, nil, nil, nil): self = .everyDay
    case (nil, nil, nil, let weekday?, nil): self = .weekday(weekday)
    case (nil, nil, let day?, nil, nil): self = .dayOfMonth(day)
    case (nil, let month?, let day?, nil, nil): self = .date(month: month, day: day)
    case (nil, let month?, nil, let weekday?, let ordinal?):
      self = .ordinalWeekday(month: month, weekday: weekday, ordinal: ordinal)
    case (let year?, let month?, let day?, nil, nil):
      guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
      self = .once(date)
    default: return nil
    }
  }
}
