import CivilTime
import NotificationTriggers

extension CandidateSearch {
  /// The best patterns at one time of day.
  mutating func best(at time: Int, in remaining: TimedDays) -> PatternSelection {
    guard let everyDay = CalendarPattern(.everyDay, .time(secondOfDay: time)),
      let wantedDays = remaining.days[time]
    else { return PatternSelection() }
    let clockChangesMatter =
      wanted.settled != nil
      || !everyDay.displacements(in: wanted.clockChanges, zone: wanted.zone).isEmpty
    let firstDay = wanted.firstDay(at: time)
    let endDay = wanted.firstDay(at: time, notBefore: wanted.end)
    let allDays = wanted.fires.days[time] ?? wantedDays
    func right(_ dayClass: DayClass) -> Candidate? {
      guard let days = table.days(of: dayClass) else { return nil }
      // Nearly all classes fail here, before anything is made of them.
      if !clockChangesMatter, let day = days.firstMember(missingFrom: allDays, from: firstDay),
        day < endDay
      {
        guard let earliestRemoval,
          wanted.zone.instant(of: CivilDateTime(dayNumber: day, secondOfDay: time))
            >= earliestRemoval
        else { return nil }
      }
      return candidate(
        dayClass, .time(secondOfDay: time), in: remaining, clockChangesMatter: clockChangesMatter)
    }
    if let daily = right(.everyDay) { return PatternSelection([daily]) }

    var ownDays = wantedDays
    ownDays.keep(before: wanted.firstDay(at: time, notBefore: horizonEnd))
    let classes = DayKinds(ownDays)
    let weekdays = classes.weekdays.compactMap { right(.weekday($0)) }
    let monthDays = classes.monthDays.compactMap { right(.dayOfMonth($0)) }
    let dates = classes.dates.compactMap { right(.date(month: $0.month, day: $0.day)) }
    // Where nothing monthly competes with a weekday, its months need not be looked at one by one.
    let isWeekly = monthDays.isEmpty && dates.isEmpty
    let ordinals = classes.ordinals.compactMap { kind -> Candidate? in
      if isWeekly, weekdays.contains(where: { $0.pattern.days == .weekday(kind.weekday) }) {
        return nil
      }
      return right(
        .ordinalWeekday(month: kind.month, weekday: kind.weekday, ordinal: kind.ordinal))
    }
    let monthly = monthly(monthDays, dates, ordinals)
    guard !weekdays.isEmpty else { return monthly }
    var weekly = PatternSelection(weekdays)
    for ordinal in ordinals {
      guard case .ordinalWeekday(_, let weekday, _) = ordinal.pattern.days,
        !weekdays.contains(where: { $0.pattern.days == .weekday(weekday) })
      else { continue }
      weekly.add(ordinal)
    }
    return monthly > weekly ? monthly : weekly
  }

  /// The best of days of the month, dates, and weekdays in their month.
  ///
  /// In the nth seven days of a month, a date meets each weekday some year: it is the one or the
  /// other, in all months where a day of every month is among them.
  private func monthly(
    _ monthDays: [Candidate], _ dates: [Candidate], _ ordinals: [Candidate]
  ) -> PatternSelection {
    var result = PatternSelection()
    for week in 1...5 {
      let everyMonth = monthDays.filter { $0.pattern.days.weekOfMonth == week }
      let ofDates = dates.filter { $0.pattern.days.weekOfMonth == week }
      let ofOrdinals = ordinals.filter { $0.pattern.days.weekOfMonth == week }
      var free = PatternSelection()
      for month in 1...12 {
        let own = PatternSelection(ofDates.filter { $0.pattern.days.month == month })
        let weekdays = PatternSelection(ofOrdinals.filter { $0.pattern.days.month == month })
        free.add(weekdays > own ? weekdays : own)
      }
      // A day of every month has its dates already.
      let otherDates = ofDates.filter { date in
        !everyMonth.contains { $0.pattern.days.day == date.pattern.days.day }
      }
      let fixed = PatternSelection(everyMonth.isEmpty ? [] : everyMonth + otherDates)
      result.add(free > fixed ? free : fixed)
    }
    return result
  }
}

extension DayClass {
  /// Which seven days of the month its days lie in, from 1.
  fileprivate var weekOfMonth: Int? {
    switch self {
    case .dayOfMonth(let day), .date(_, let day): (day + 6) / 7
    case .ordinalWeekday(_, _, let ordinal): ordinal
    case .everyDay, .weekday, .once: nil
    }
  }

  /// The day of the month that it names.
  fileprivate var day: Int? {
    switch self {
    case .dayOfMonth(let day), .date(_, let day): day
    case .ordinalWeekday, .everyDay, .weekday, .once: nil
    }
  }

  /// The month that its days lie in.
  fileprivate var month: Int? {
    switch self {
    case .date(let month, _), .ordinalWeekday(let month, _, _): month
    case .everyDay, .weekday, .dayOfMonth, .once: nil
    }
  }
}
