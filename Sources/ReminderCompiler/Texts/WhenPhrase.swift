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
  func day(_ dayNumber: Int, from moment: Moment) -> String {
    relativeDay(dayNumber - moment.fireOnDevice.dayNumber) ?? date(dayNumber, from: moment)
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

/// What stands for the placeholders of a reminder's text.
extension WhenPhrase {
  static var secondsOfDay: Int { 86_400 }

  /// How far away something is: `in 15 minutes`, `now`, `5 minutes ago`, `in 1 day, 2 hours`.
  ///
  /// Hours and minutes are said below a day, days and hours from then on; what is less than the
  /// last unit is left out. A day is 24 hours here, whatever the clocks do.
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

  /// How far away an occurrence is, or when a to-do is due; of whole days, how many days.
  ///
  /// Whole days lie between midnights, and nobody counts the hours to one: on the day itself it is
  /// `today`, the evening before `in 1 day`.
  package func lead(to moment: Moment) -> String {
    guard moment.isWholeDays else { return lead(seconds: moment.point - moment.fire) }
    let days = moment.daysAhead
    return days == 0 ? wording.today : lead(seconds: days * WhenPhrase.secondsOfDay)
  }

  /// The day of an occurrence, or of when a to-do is due: `today`, `tomorrow`, `yesterday` or the
  /// date.
  package func day(of moment: Moment, capitalised isCapitalised: Bool) -> String {
    let day = day(moment.pointOnDevice.dayNumber, from: moment)
    return isCapitalised ? capitalised(day) : day
  }

  /// When an occurrence starts, or a to-do is due: the time of day on the device's clock; the date
  /// of whole days.
  ///
  /// The time is on the day that ``day(of:capitalised:)`` names.
  package func start(of moment: Moment) -> String {
    moment.isWholeDays
      ? date(moment.pointOnDevice.dayNumber, from: moment)
      : formatter.time(moment.pointOnDevice.time)
  }

  /// When an occurrence ends, or a to-do is due; empty for a time without length, and the last day
  /// of whole days, be it the first as well.
  package func end(of moment: Moment) -> String {
    if moment.isWholeDays { return date(moment.lastDay, from: moment) }
    guard moment.isDue || moment.end > moment.start else { return "" }
    return formatter.time(moment.endOnDevice.time)
  }

  /// A date, with the year where it is another than the fire's.
  func date(_ dayNumber: Int, from moment: Moment) -> String {
    formatter.day(
      dayNumber, withYear: CivilDate(dayNumber: dayNumber).year != moment.fireOnDevice.date.year)
  }
}

extension WhenPhrase {
  /// The time of an occurrence as read now, below the heading of a day: `09:00-09:15, 10 minutes
  /// before`, `Tomorrow 14:00 (08:00 New York), 22 hours before`.
  ///
  /// The text has the day if it differs from the heading's, and the time on the event's own clock if
  /// that differs. It ends with the lead of the reminder if that is less than a day.
  ///
  /// - Parameters:
  ///   - moment: The occurrence, as it is read now.
  ///   - day: The day of the heading.
  ///   - fire: When a reminder of it is due; nil for none.
  /// - Returns: The words, which begin with a capital; empty where the heading says it all.
  func agenda(_ moment: Moment, onDay day: Int, remindedAt fire: Instant?) -> String {
    guard !moment.isWholeDays else {
      let isOfDay = moment.pointOnDevice.dayNumber == day && moment.lastDay <= day
      return isOfDay && !moment.isDue ? "" : once(moment)
    }
    var text = agendaTimes(moment, onDay: day)
    let ahead = fire.map { moment.point - $0 } ?? 0
    if ahead > 0, ahead < WhenPhrase.secondsOfDay, ahead % 60 == 0 {
      text += wording.parts + wording.beforehand.around(formatter.length(minutes: ahead / 60))
    }
    return capitalised(text)
  }

  private func agendaTimes(_ moment: Moment, onDay day: Int) -> String {
    let (start, end) = (moment.pointOnDevice, moment.endOnDevice)
    let range = ClockRange(start, end)
    // Days on both sides of a range say whose clock they are on by themselves.
    guard range.end != nil || end.dayNumber <= start.dayNumber else { return once(moment) }
    var text = times(from: range.start, to: range.end)
    if start.dayNumber != day { text = dayAndTime(start.dayNumber, text, from: moment) }
    if moment.clocksDiffer, let ownZone = moment.ownZone {
      let city = formatter.city(of: ownZone.identifier)
      text += wording.inZone.around(
        [formatter.time(moment.pointOnOwnClock.time), city].filter { !$0.isEmpty }
          .joined(separator: " "))
    }
    return moment.isDue ? wording.due.around(text) : text
  }

  /// A day as the heading of what is due on it: `Monday, 3 January 2028 (today)`.
  package func heading(_ dayNumber: Int, today: Int) -> String {
    let word = relativeDay(dayNumber - today).map { wording.inZone.around($0) } ?? ""
    return capitalised(formatter.day(dayNumber, withYear: true)) + word
  }
}

extension WhenPhrase {
  /// When an occurrence is, to somebody who reads it at any time: `14:00-15:00, in 15 minutes`, on
  /// another day `Tomorrow 14:00-15:00`.
  ///
  /// What is today's is said without its day, and how far away it is stands behind it, also where it
  /// lies back: `14:00-15:00, 25 minutes ago`.
  ///
  /// - Parameters:
  ///   - moment: When it is read, and the occurrence.
  ///   - hasLead: Whether it is said how far away it is.
  /// - Returns: The words; they begin with a capital.
  package func seen(_ moment: Moment, withLead hasLead: Bool = true) -> String {
    guard moment.daysAhead == 0, !moment.isWholeDays else { return once(moment) }
    let range = ClockRange(moment.pointOnDevice, moment.endOnDevice)
    var text = times(from: range.start, to: range.end)
    if moment.clocksDiffer { text += zone(moment.deviceZone.identifier) }
    if hasLead { text += wording.parts + lead(to: moment) }
    return capitalised(moment.isDue ? wording.due.around(text) : text)
  }
}
