import CivilTime
import NotificationTriggers

extension CandidateSearch {
  /// The times of a day at which something may fire every hour, or every minute: those with the most
  /// times first.
  func hourlyGroups() -> [HourlyGroup] {
    let hoursPerDay = 24
    guard wanted.fires.days.count >= hoursPerDay else { return [] }
    let times = Set(wanted.fires.days.keys)
    var groups: [HourlyGroup] = []
    for second in Set(times.map { $0 % 60 }).sorted() {
      let minutely = TimeClass.everyMinute(second: second)
      if minutely.secondsOfDay.allSatisfy(times.contains) {
        groups.append(HourlyGroup(time: minutely))
      }
    }
    for offset in Set(times.map { $0 % 3_600 }).sorted() {
      let hourly = TimeClass.everyHour(minute: offset / 60, second: offset % 60)
      if hourly.secondsOfDay.allSatisfy(times.contains) { groups.append(HourlyGroup(time: hourly)) }
    }
    return groups
  }

  /// The patterns of a group; the one of every day alone where nothing has to take it away.
  func candidates(every group: HourlyGroup) -> [Candidate] {
    let always = candidate(.everyDay, group.time, clockChangesMatter: true)
    if let always, always.firstUnasked == nil { return [always] }
    guard case .everyHour = group.time else { return always.map { [$0] } ?? [] }
    let weekdays = Weekday.allCases.compactMap {
      candidate(.weekday($0), group.time, clockChangesMatter: true)
    }
    return (always.map { [$0] } ?? []) + weekdays
  }
}

/// Fires at the same minute and second of all hours of a day, or at the same second of all minutes.
struct HourlyGroup {
  /// The times.
  let time: TimeClass

  /// The times, in seconds since midnight.
  var times: StrideTo<Int> { time.secondsOfDay }
}
