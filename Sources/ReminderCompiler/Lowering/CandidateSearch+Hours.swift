import CivilTime
import NotificationTriggers

extension CandidateSearch {
  /// The times of a day at which something may fire every hour, or every minute: those with the
  /// most times first.
  func hourlyTimes() -> [HourlyTimes] {
    let hoursPerDay = 24
    guard test.wanted.fires.days.count >= hoursPerDay else { return [] }
    let times = Set(test.wanted.fires.days.keys)
    var found: [HourlyTimes] = []
    for second in Set(times.map(\.second)).sorted() {
      let minutely = TimeClass.everyMinute(second: second)
      if minutely.timesOfDay.allSatisfy(times.contains) {
        found.append(HourlyTimes(time: minutely))
      }
    }
    for time in Set(times.map { TimeOfDay(secondOfDay: $0.secondOfDay % 3_600) }).sorted() {
      let hourly = TimeClass.everyHour(minute: time.minute, second: time.second)
      if hourly.timesOfDay.allSatisfy(times.contains) { found.append(HourlyTimes(time: hourly)) }
    }
    return found
  }

  /// The patterns of some times; the one of every day alone where nothing has to take it away.
  func candidates(every hourly: HourlyTimes) -> [CandidatePattern] {
    let always = test.candidate(.everyDay, hourly.time, clockChangesMatter: true)
    if let always, always.firstUnasked == nil { return [always] }
    guard case .everyHour = hourly.time else { return always.map { [$0] } ?? [] }
    let weekdays = Weekday.allCases.compactMap {
      test.candidate(.weekday($0), hourly.time, clockChangesMatter: true)
    }
    return (always.map { [$0] } ?? []) + weekdays
  }
}
