import CivilTime

/// When an occurrence is, in the words of a reminder: `Today 14:00-15:00`, `In 15 minutes`.
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
  /// What writes the parts.
  package let formatter: WordFormatter

  /// The language's words.
  package var wording: Wording { formatter.wording }

  /// Makes phrases of a language.
  package init(_ language: ReminderLanguage) {
    self.init(WordFormatter(language))
  }

  /// Makes phrases of what a formatter writes, which remembers its texts.
  package init(_ formatter: WordFormatter) {
    self.formatter = formatter
  }

  /// When an occurrence is, to somebody who reads it at the fire.
  ///
  /// First the day, then the times, then the city of the device's zone where the event's own clock
  /// shows others: `Tomorrow 14:00-15:00 (Berlin)`. An end on a later day is said with its day,
  /// unless it is the next day's at an earlier time: `Today 22:00-02:00`. Where a clock put back
  /// shows the end before the start, only the start is said.
  ///
  /// - Parameter moment: The fire and the occurrence.
  /// - Returns: The words; they begin with a capital.
  package func once(_ moment: Moment) -> String {
    let text = moment.isWholeDays ? days(of: moment) : times(of: moment)
    return capitalised(moment.isDue ? wording.due.around(text) : text)
  }

  private func days(of moment: Moment) -> String {
    let first = day(moment.pointOnDevice.dayNumber, from: moment)
    guard moment.lastDay > moment.pointOnDevice.dayNumber else { return first }
    return first + wording.dayRange + day(moment.lastDay, from: moment)
  }

  private func times(of moment: Moment) -> String {
    let start = moment.pointOnDevice
    let end = moment.endOnDevice
    let range = ClockRange(start, end)
    var text = dayAndTime(
      start.dayNumber, times(from: range.start, to: range.end), from: moment)
    if range.end == nil, end.dayNumber > start.dayNumber {
      text += wording.dayRange
      text += dayAndTime(end.dayNumber, formatter.time(end.time), from: moment)
    }
    return moment.clocksDiffer ? text + zone(moment.deviceZone.identifier) : text
  }

  /// A day and a time, as they stand inside a text: `yesterday 18:00`.
  ///
  /// - Parameters:
  ///   - dayNumber: The day, as days since 1970-01-01.
  ///   - time: The time, or from when to when.
  ///   - moment: The fire.
  /// - Returns: The words.
  func dayAndTime(_ dayNumber: Int, _ time: String, from moment: Moment) -> String {
    let days = dayNumber - moment.fireOnDevice.dayNumber
    let separator = (-1...1).contains(days) ? wording.dayAndTime : wording.dateAndTime
    return day(dayNumber, from: moment) + separator + time
  }

  /// A time, or from when to when: `14:00-15:00`.
  func times(from start: TimeOfDay, to end: TimeOfDay?) -> String {
    guard let end else { return formatter.time(start) }
    return formatter.time(start) + wording.timeRange + formatter.time(end)
  }

  /// Behind times, whose clock they are read on: ` (Berlin)`.
  func zone(_ identifier: String) -> String {
    let city = formatter.city(of: identifier)
    return city.isEmpty ? "" : wording.inZone.around(city)
  }

  /// A day as somebody names it on the day of the fire: `today`, or its date, with the year where
  /// it is another.
  ///
  /// - Parameters:
  ///   - dayNumber: The day, as days since 1970-01-01.
  ///   - moment: The fire.
  /// - Returns: The words, as they stand inside a text.
  func day(_ dayNumber: Int, from moment: Moment) -> String {
    let today = moment.fireOnDevice.dayNumber
    return relativeDay(dayNumber - today)
      ?? formatter.day(
        dayNumber,
        withYear: CivilDate(dayNumber: dayNumber).year != CivilDate(dayNumber: today).year)
  }

  /// A day that lies at most one from today; nil for others.
  func relativeDay(_ days: Int) -> String? {
    switch days {
    case 0: wording.today
    case 1: wording.tomorrow
    case -1: wording.yesterday
    default: nil
    }
  }

  /// A text as it begins a phrase.
  func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension WhenPhrase {
  /// When a to-do was due that nobody has done, to somebody who reads it again and again, on
  /// whichever day: `Due Wednesday 25 November, 18:00`.
  package func overdue(_ moment: Moment) -> String {
    let date = date(moment.pointOnDevice.dayNumber, from: moment)
    let text =
      moment.isWholeDays
      ? date : date + wording.dateAndTime + formatter.time(moment.pointOnDevice.time)
    return capitalised(wording.due.around(text))
  }
}
