import CivilTime
import NotificationTriggers

extension CandidateSearch {
  /// The times of a day at which something may fire every hour, or every minute: those with the most
  /// times first.
  func hourlyTimes() -> [HourlyTimes] {
    let hoursPerDay = 24
    guard wanted.fires.days.count >= hoursPerDay else { return [] }
    let times = Set(wanted.fires.days.keys)
    var found: [HourlyTimes] = []
    for second in Set(times.map { $0 % 60 }).sorted() {
      let minutely = TimeClass.everyMinute(second: second)
      if minutely.secondsOfDay.allSatisfy(times.contains) {
        found.append(HourlyTimes(time: minutely))
      }
    }
    for offset in Set(times.map { $0 % 3_600 }).sorted() {
      let hourly = TimeClass.everyHour(minute: offset / 60, second: offset % 60)
      if hourly.secondsOfDay.allSatisfy(times.contains) { found.append(HourlyTimes(time: hourly)) }
    }
    return found
  }

  /// The patterns of some times; the one of every day alone where nothing has to take it away.
  func candidates(every hourly: HourlyTimes) -> [Candidate] {
    let always = candidate(.everyDay, hourly.time, clockChangesMatter: true)
    if let always, always.firstUnasked == nil { return [always] }
    guard case .everyHour = hourly.time else { return always.map { [$0] } ?? [] }
    let weekdays = Weekday.allCases.compactMap {
      candidate(.weekday($0), hourly.time, clockChangesMatter: true)
    }
    return (always.map { [$0] } ?? []) + weekdays
  }
}

/// Fires at the same minute and second of all hours of a day, or at the same second of all minutes.
struct HourlyTimes {
  /// The times.
  let time: TimeClass

  /// The times, in seconds since midnight.
  var times: StrideTo<Int> { time.secondsOfDay }
}
