import CivilTime

extension WhenPhrase {
  /// When an occurrence is, to somebody who reads it below the day of the fire and beside its time:
  /// `09:00-09:15, in 10 minutes`, `Tomorrow 14:00 (08:00 New York), in 22 hours`.
  ///
  /// The day is said where it is another one; the event's own clock where it shows another time; and
  /// how far ahead it lies where that is less than a day.
  ///
  /// - Parameter moment: The fire and the occurrence.
  /// - Returns: The words.
  package func agenda(_ moment: Moment) -> String {
    guard !moment.isWholeDays else { return once(moment) }
    let (start, end) = (moment.pointOnDevice, moment.endOnDevice)
    let range = ClockRange(start, end)
    // Days on both sides of a range say whose clock they are on by themselves.
    guard range.end != nil || end.dayNumber <= start.dayNumber else { return once(moment) }
    var text = times(from: range.start, to: range.end)
    if moment.daysAhead != 0 { text = dayAndTime(start.dayNumber, text, from: moment) }
    if moment.clocksDiffer, let ownZone = moment.ownZone {
      let city = formatter.city(of: ownZone.identifier)
      text += wording.inZone.around(
        [formatter.time(moment.pointOnOwnClock.time), city].filter { !$0.isEmpty }
          .joined(separator: " "))
    }
    if moment.isDue { text = wording.due.around(text) }
    let ahead = moment.point - moment.fire
    if ahead > 0, ahead < WhenPhrase.secondsOfDay, ahead % 60 == 0 {
      text += wording.parts + lead(seconds: ahead)
    }
    return capitalised(text)
  }

  /// A day as the heading of what is due on it: `Monday, 3 January 2028 (today)`.
  ///
  /// - Parameters:
  ///   - dayNumber: The day, as days since 1970-01-01.
  ///   - today: The day on which it is read.
  /// - Returns: The words.
  package func heading(_ dayNumber: Int, today: Int) -> String {
    let word = relativeDay(dayNumber - today).map { wording.inZone.around($0) } ?? ""
    return capitalised(formatter.day(dayNumber, withYear: true)) + word
  }
}
