import CivilTime
import NotificationTriggers

extension CandidateSearch {
  /// The times of a day at which something may fire every hour, or every minute: those with the
  /// most times first.
  func frequentTimes() -> [TimeClass] {
    let hoursPerDay = 24
    guard test.wanted.fires.days.count >= hoursPerDay else { return [] }
    let times = Set(test.wanted.fires.days.times)
    var found: [TimeClass] = []
    for second in Set(times.map(\.second)).sorted() {
      let minutely = TimeClass.everyMinute(second: second)
      if minutely.timesOfDay.allSatisfy(times.contains) {
        found.append(minutely)
      }
    }
    for time in Set(times.map { TimeOfDay(secondOfDay: $0.secondOfDay % 3_600) }).sorted() {
      let hourly = TimeClass.everyHour(minute: time.minute, second: time.second)
      if hourly.timesOfDay.allSatisfy(times.contains) { found.append(hourly) }
    }
    return found
  }

  /// The patterns of some times; the one of every day alone where nothing has to take it away.
  func candidates(at times: TimeClass) -> [CandidatePattern] {
    let always = test.frequentCandidate(.everyDay, times)
    if let always, always.firstUnasked == nil { return [always] }
    guard case .everyHour = times else { return always.map { [$0] } ?? [] }
    let weekdays = Weekday.allCases.compactMap {
      test.frequentCandidate(.weekday($0), times)
    }
    return (always.map { [$0] } ?? []) + weekdays
  }
}

extension CandidateTest {
  /// A pattern of every hour or minute, where it is right and of use.
  ///
  /// Most are wrong within hours, which a look at their first fires shows: what clock changes up to
  /// 2100 make of a thousand times of day is simulated for the others alone.
  fileprivate func frequentCandidate(_ days: DayClass, _ times: TimeClass) -> CandidatePattern? {
    guard let pattern = CalendarPattern(days, times),
      wanted.firstUnaskedSoon(pattern).map({ $0 >= earliestRemoval }) ?? true
    else { return nil }
    return candidate(days, times, clockChangesMatter: true)
  }
}
