import CivilTime
import NotificationTriggers

extension CandidateSearch {
  /// Fires at the same minute and second of all hours of a day, or at the same second of all
  /// minutes.
  enum HourlyGroup {
    case everyMinute(second: Int)
    case everyHour(minute: Int, second: Int)
  }

  func hourlyGroups() -> [HourlyGroup] {
    let hoursPerDay = 24
    guard wanted.fires.days.count >= hoursPerDay else { return [] }
    let times = Set(wanted.fires.days.keys)
    var groups: [HourlyGroup] = []
    for second in Set(times.map { $0 % 60 }).sorted() {
      if TimeClass.everyMinute(second: second).secondsOfDay.allSatisfy(times.contains) {
        groups.append(.everyMinute(second: second))
      }
      for minute in Set(times.lazy.filter { $0 % 60 == second }.map { $0 / 60 % 60 }).sorted()
      where TimeClass.everyHour(minute: minute, second: second).secondsOfDay
        .allSatisfy(times.contains)
      {
        groups.append(.everyHour(minute: minute, second: second))
      }
    }
    return groups
  }

  mutating func best(every group: HourlyGroup, in remaining: TimedDays) -> PatternSelection {
    switch group {
    case .everyMinute(let second):
      let minutely = candidate(
        .everyDay, .everyMinute(second: second), in: remaining, clockChangesMatter: true)
      return minutely.map { PatternSelection([$0]) } ?? PatternSelection()
    case .everyHour(let minute, let second):
      let time = TimeClass.everyHour(minute: minute, second: second)
      if let hourly = candidate(.everyDay, time, in: remaining, clockChangesMatter: true) {
        return PatternSelection([hourly])
      }
      let weekdays = Weekday.allCases.compactMap {
        candidate(.weekday($0), time, in: remaining, clockChangesMatter: true)
      }
      guard !weekdays.isEmpty else { return PatternSelection() }
      // Hours of whole weekdays, or no such hours: they can't stand beside a time of every day.
      var hourly = PatternSelection(weekdays)
      var rest = remaining
      for weekday in weekdays { rest.subtract(weekday.fires) }
      var plain = PatternSelection()
      for time in time.secondsOfDay {
        hourly.add(best(at: time, in: rest))
        plain.add(best(at: time, in: remaining))
      }
      return plain > hourly ? plain : hourly
    }
  }
}
