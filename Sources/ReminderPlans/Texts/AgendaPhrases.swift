package import CivilTime
package import ReminderExpansion
import ReminderOptions

/// The texts about the time of an occurrence below the heading of a day, for a reader now.
///
/// A text is empty if it has nothing to add.
package struct AgendaPhrases {
  /// The start, or the due time of a to-do: `09:00`; empty unless it is a time on this day.
  package var start = ""
  /// The whole time of an occurrence that starts on another day: `yesterday 22:00-02:00`.
  package var days = ""
  /// The word for a to-do: `due`.
  package var due = ""
  /// The end: `until 09:15`, `until Wednesday 5 January`.
  package var end = ""
  /// The time on the event's own clock, if that differs: `15:00 New York`.
  package var ownClock = ""
  /// The times of the reminders: `rings 08:50, 08:55`.
  package var rings = ""
  /// The time of the first reminder, and the number of the others: `rings 08:50 and 1 more`.
  package var firstRing = ""
}

/// A fire in an agenda.
package struct AgendaRing: Hashable, Comparable {
  let at: Instant
  /// The original instant if quiet hours moved the fire; otherwise nil.
  let movedFrom: Instant?

  package init(at: Instant, movedFrom: Instant?) {
    self.at = at
    self.movedFrom = movedFrom
  }

  package static func < (first: AgendaRing, second: AgendaRing) -> Bool { first.at < second.at }
}

extension WhenPhrase {
  /// The limit of reminders of one occurrence that are listed if there are more.
  private static let mostRings = 3

  /// Returns the texts about an occurrence and its reminders.
  ///
  /// - Parameters:
  ///   - moment: The occurrence, with now as its fire; nil if the reminders have none.
  ///   - rings: The reminders, ascending.
  ///   - day: The day of the heading.
  ///   - now: The current instant.
  ///   - zone: The zone of the device.
  /// - Returns: The texts; those without anything to add are empty.
  package func agenda(
    _ moment: Moment?, rings: [AgendaRing], onDay day: Int, now: Instant, in zone: Zone
  ) -> AgendaPhrases {
    var phrases = AgendaPhrases()
    if let moment { add(moment, onDay: day, to: &phrases) }
    let today = zone.civil(at: now).dayNumber
    /// Returns the times of some reminders, and the number of the others.
    func text(_ shown: Int) -> String {
      let times = rings.prefix(shown).map { ring(at: $0, onDay: day, today: today, zone) }
        .joined(separator: wording.parts)
      let rest = rings.count - shown
      return wording.rings.around(
        rest > 0 ? times + " " + wording.more.around(formatter.number(rest), count: rest) : times)
    }
    if !rings.isEmpty {
      // A list that leaves out a single one isn't shorter.
      phrases.rings = text(
        rings.count > WhenPhrase.mostRings + 1 ? WhenPhrase.mostRings : rings.count)
      phrases.firstRing = text(1)
    }
    return phrases
  }

  private func add(_ moment: Moment, onDay day: Int, to phrases: inout AgendaPhrases) {
    let (start, end) = (moment.pointOnDevice, moment.endOnDevice)
    guard start.dayNumber == day else {
      phrases.days = dayAndTimes(of: moment)
      return
    }
    if moment.isDue {
      phrases.due = wording.isDue
    } else if moment.isWholeDays {
      if moment.lastDay > day {
        phrases.end = wording.until.around(self.day(moment.lastDay, from: moment))
      }
    } else if let time = ClockRange(from: start, to: end).end {
      phrases.end = wording.until.around(formatter.time(time))
    } else if end.dayNumber > day {
      phrases.end = wording.until.around(
        dayAndTime(end.dayNumber, time: formatter.time(end.time), from: moment))
    }
    guard !moment.isWholeDays else { return }
    phrases.start = formatter.time(start.time)
    if moment.clocksDiffer, let ownZone = moment.ownZone {
      phrases.ownClock = [
        formatter.time(moment.pointOnOwnClock.time), formatter.city(of: ownZone.identifier),
      ].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// Returns the time of a reminder, with its day if that isn't the one of the heading.
  ///
  /// Below a heading, `tomorrow` would be misread, so the day is `today`, a weekday of the week
  /// before, or a date.
  private func ring(
    at ring: AgendaRing, onDay day: Int, today: Int, _ zone: Zone
  ) -> String {
    let civil = zone.civil(at: ring.at)
    let time = formatter.time(civil.time)
    let moved = ring.movedFrom.map {
      wording.inZone.around(self.moved(from: $0, to: ring.at, in: zone))
    }
    let text =
      switch civil.dayNumber {
      case day: time
      case today: wording.today + wording.dayAndTime + time
      case (day - 6)..<day:
        formatter.weekday(CivilDate(dayNumber: civil.dayNumber).weekday) + wording.dayAndTime + time
      default:
        formatter.day(
          civil.dayNumber,
          withYear: civil.date.year != CivilDate(dayNumber: today).year)
          + wording.dateAndTime + time
      }
    return text + (moved ?? "")
  }

  /// Returns the remark on a moved fire: `moved from 06:30`, with the date if it differs.
  private func moved(from asked: Instant, to instant: Instant, in zone: Zone) -> String {
    let civil = zone.civil(at: asked)
    let isSameDay = civil.dayNumber == zone.civil(at: instant).dayNumber
    return wording.movedFrom.around(
      isSameDay ? formatter.time(civil.time) : dateAndTime(asked, in: zone))
  }
}
