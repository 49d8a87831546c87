package import CivilTime
package import ReminderExpansion
package import ReminderOptions

/// Phrases for the time of an occurrence: `Today 14:00-15:00`, `In 15 minutes`.
///
/// ```swift
/// let berlin = ZoneDatabase().zone(named: "Europe/Berlin")!
/// let start = Instant(iso8601: "2028-01-03T08:00:00Z")!
/// let moment = Moment(
///   .timed, fire: start - 900, start: start, end: start + 3_600, deviceZone: berlin,
///   ownZone: berlin)
/// let phrase = WhenPhrase(ReminderLanguage("fr")!)
/// print(phrase.once(moment))  // Aujourd’hui 09:00-10:00
/// print(phrase.common([moment]))  // 09:00-10:00, dans 15 minutes
/// ```
package struct WhenPhrase {
  package let formatter: WordFormatter

  package var wording: Wording { formatter.wording }

  package init(_ language: ReminderLanguage) {
    self.init(WordFormatter.formatter(in: language))
  }

  package init(_ formatter: WordFormatter) {
    self.formatter = formatter
  }

  /// Returns the time of an occurrence for a reader at the fire.
  ///
  /// It consists of the day, the times, and the city of the device's zone if the event's own clock
  /// shows other times: `Tomorrow 14:00-15:00 (Berlin)`. An end on a later day includes the day,
  /// unless it is on the next day at an earlier time of day: `Today 22:00-02:00`. If the clock goes
  /// back so that the end shows before the start, only the start is included.
  package func once(_ moment: Moment) -> String { capitalised(dayAndTimes(of: moment)) }

  /// Returns the same as ``once(_:)``, for use within a text.
  func dayAndTimes(of moment: Moment) -> String {
    let text = moment.isWholeDays ? days(of: moment) : times(of: moment)
    return moment.isDue ? wording.due.around(text) : text
  }

  private func days(of moment: Moment) -> String {
    let first = day(moment.pointOnDevice.dayNumber, from: moment)
    guard moment.lastDay > moment.pointOnDevice.dayNumber else { return first }
    return first + wording.dayRange + day(moment.lastDay, from: moment)
  }

  private func times(of moment: Moment) -> String {
    let start = moment.pointOnDevice
    let end = moment.endOnDevice
    let range = ClockRange(from: start, to: end)
    var text = dayAndTime(
      start.dayNumber, time: times(from: range.start, to: range.end), from: moment)
    if range.end == nil, end.dayNumber > start.dayNumber {
      text += wording.dayRange
      text += dayAndTime(end.dayNumber, time: formatter.time(end.time), from: moment)
    }
    return moment.clocksDiffer ? text + zone(moment.deviceZone.identifier) : text
  }

  /// Returns a day and a time, for use within a text: `yesterday 18:00`.
  func dayAndTime(_ dayNumber: Int, time: String, from moment: Moment) -> String {
    let days = dayNumber - moment.fireOnDevice.dayNumber
    let separator = (-1...1).contains(days) ? wording.dayAndTime : wording.dateAndTime
    return day(dayNumber, from: moment) + separator + time
  }

  /// Returns a time or a range: `14:00-15:00`.
  func times(from start: TimeOfDay, to end: TimeOfDay?) -> String {
    guard let end else { return formatter.time(start) }
    return formatter.time(start) + wording.timeRange + formatter.time(end)
  }

  /// Returns the suffix that names the zone of times: ` (Berlin)`.
  func zone(_ identifier: String) -> String {
    let city = formatter.city(of: identifier)
    return city.isEmpty ? "" : wording.inZone.around(city)
  }

  /// Returns a day relative to the day of the fire: `today`, or its date, with the year if it
  /// differs.
  func day(_ dayNumber: Int, from moment: Moment) -> String {
    relativeDay(dayNumber - moment.fireOnDevice.dayNumber) ?? date(dayNumber, from: moment)
  }

  /// Returns the word for today, tomorrow or yesterday; nil for other days.
  func relativeDay(_ days: Int) -> String? {
    switch days {
    case 0: wording.today
    case 1: wording.tomorrow
    case -1: wording.yesterday
    default: nil
    }
  }

  func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension WhenPhrase {
  /// Returns the due time of an overdue to-do for a reader on any day: `Due Wednesday 25 November,
  /// 18:00`.
  package func overdue(_ moment: Moment) -> String {
    let date = date(moment.pointOnDevice.dayNumber, from: moment)
    let text =
      moment.isWholeDays
      ? date : date + wording.dateAndTime + formatter.time(moment.pointOnDevice.time)
    return capitalised(wording.due.around(text))
  }
}

/// The values of placeholders in body templates.
extension WhenPhrase {
  static var secondsOfDay: Int { 86_400 }

  /// Returns a distance in time: `in 15 minutes`, `now`, `5 minutes ago`, `in 1 day, 2 hours`.
  ///
  /// Below a day, it has hours and minutes, otherwise days and hours. Smaller units are left out. A
  /// day is 24 hours, independent of clock changes.
  package func lead(seconds: Int) -> String {
    let minutes = Int(seconds.magnitude / 60)
    guard minutes > 0 else { return wording.now }
    let length: String
    let days = minutes / 1_440
    if days == 0 {
      length = formatter.length(minutes: minutes)
    } else {
      let hours = minutes % 1_440 / 60
      let count = (days == 1 ? wording.day : wording.days).around(formatter.number(days))
      length =
        hours == 0 ? count : count + wording.daysAndHours + formatter.length(minutes: hours * 60)
    }
    return (seconds > 0 ? wording.ahead : wording.ago).around(length)
  }

  /// Returns the distance to an occurrence, or to the due time of a to-do.
  ///
  /// For all-day occurrences, it is in days.
  ///
  /// All-day occurrences start at midnight, but readers do not count hours until midnight. So the
  /// result is `today` on the day itself, and `in 1 day` on the evening before.
  package func lead(to moment: Moment) -> String {
    guard moment.isWholeDays else { return lead(seconds: moment.point - moment.fire) }
    let days = moment.daysAhead
    return days == 0 ? wording.today : lead(seconds: days * WhenPhrase.secondsOfDay)
  }

  /// Returns the day of an occurrence, or of a to-do's due time: `today`, `tomorrow`, `yesterday`
  /// or the date.
  package func day(of moment: Moment, capitalised isCapitalised: Bool) -> String {
    let day = day(moment.pointOnDevice.dayNumber, from: moment)
    return isCapitalised ? capitalised(day) : day
  }

  /// Returns the start of an occurrence, or the due time of a to-do: the time of day on the
  /// device's clock, or the date for all-day occurrences.
  ///
  /// The time is on the day that ``day(of:capitalised:)`` returns.
  package func start(of moment: Moment) -> String {
    moment.isWholeDays
      ? date(moment.pointOnDevice.dayNumber, from: moment)
      : formatter.time(moment.pointOnDevice.time)
  }

  /// Returns the end of an occurrence, or the due time of a to-do.
  ///
  /// It is empty if the occurrence has no length. For all-day occurrences, it is the last day, even
  /// if that is also the first one.
  package func end(of moment: Moment) -> String {
    if moment.isWholeDays { return date(moment.lastDay, from: moment) }
    guard moment.isDue || moment.end > moment.start else { return "" }
    return formatter.time(moment.endOnDevice.time)
  }

  /// Returns a date, with the year if it differs from the fire's.
  func date(_ dayNumber: Int, from moment: Moment) -> String {
    formatter.day(
      dayNumber, withYear: CivilDate(dayNumber: dayNumber).year != moment.fireOnDevice.date.year)
  }
}

extension WhenPhrase {
  /// Returns a date with its year and a time: `Monday, 10 January 2028, 08:00`.
  package func dateAndTime(_ instant: Instant, in zone: Zone) -> String {
    let civil = zone.civil(at: instant)
    return formatter.day(civil.dayNumber, withYear: true) + wording.dateAndTime
      + formatter.time(civil.time)
  }

  /// Returns a day as a heading: `Monday, 3 January 2028 (today)`.
  package func heading(_ dayNumber: Int, today: Int) -> String {
    let word = relativeDay(dayNumber - today).map { wording.inZone.around($0) } ?? ""
    return capitalised(formatter.day(dayNumber, withYear: true)) + word
  }
}

extension WhenPhrase {
  /// Returns the time of an occurrence for a reader at any time: `14:00-15:00, in 15 minutes`, or
  /// on another day `Tomorrow 14:00-15:00`.
  ///
  /// For today, the day is left out and the distance added, also for the past: `14:00-15:00, 25
  /// minutes ago`.
  package func seen(_ moment: Moment, withLead hasLead: Bool = true) -> String {
    guard moment.daysAhead == 0, !moment.isWholeDays else { return once(moment) }
    let range = ClockRange(from: moment.pointOnDevice, to: moment.endOnDevice)
    var text = times(from: range.start, to: range.end)
    if moment.clocksDiffer { text += zone(moment.deviceZone.identifier) }
    if hasLead { text += wording.parts + lead(to: moment) }
    return capitalised(moment.isDue ? wording.due.around(text) : text)
  }
}
