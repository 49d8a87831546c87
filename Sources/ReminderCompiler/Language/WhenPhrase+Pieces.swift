import CivilTime

/// What stands for the placeholders of a reminder's text.
extension WhenPhrase {
  static var secondsOfDay: Int { 86_400 }

  /// How far away something is: `in 15 minutes`, `now`, `5 minutes ago`, `in 1 day, 2 hours`.
  ///
  /// Hours and minutes are said below a day, days and hours from then on; what is less than the
  /// last unit is left out. A day is 24 hours here, whatever the clocks do.
  ///
  /// - Parameter seconds: Seconds until then; negative for the past.
  /// - Returns: The words, as they stand inside a text.
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
  ///
  /// - Parameters:
  ///   - moment: The fire and the occurrence.
  ///   - isCapitalised: Whether it begins a text.
  /// - Returns: The words.
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
