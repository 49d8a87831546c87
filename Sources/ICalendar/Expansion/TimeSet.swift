import CivilTime

/// The times within one day, hour or minute that BYHOUR, BYMINUTE and BYSECOND make.
enum TimeSet {
  /// The times of a day of a rule from DAILY to YEARLY, ascending.
  static func timesOfDay(_ rule: RecurrenceRule, start: CivilDateTime) -> [TimeOfDay] {
    let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
    return hours.flatMap { hour in
      timesOfHour(rule, start: start).map { TimeOfDay(secondOfDay: hour * 3_600 + $0) }
    }
  }

  /// The times of an hour, as ascending seconds since its start.
  static func timesOfHour(_ rule: RecurrenceRule, start: CivilDateTime) -> [Int] {
    // Most rules say nothing of times, and each list would be made for a single number.
    if rule.minutes.isEmpty, rule.seconds.isEmpty { return [start.minute * 60 + start.second] }
    let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    return minutes.flatMap { minute in
      timesOfMinute(rule, start: start).map { minute * 60 + $0 }
    }
  }

  /// The times of a minute, as ascending seconds since its start.
  static func timesOfMinute(_ rule: RecurrenceRule, start: CivilDateTime) -> [Int] {
    rule.seconds.isEmpty ? [start.second] : rule.seconds
  }
}
