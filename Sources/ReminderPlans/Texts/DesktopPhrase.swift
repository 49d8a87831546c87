package import CivilTime
import ReminderExpansion
import ReminderOptions

/// The texts of a desktop's reminders: the labels of buttons, and the titles of grouped reminders.
///
/// ```swift
/// let phrase = DesktopPhrase(WordFormatter.formatter(in: ReminderLanguage("fr")!))
/// print(phrase.snooze(seconds: 300))  // Rappeler dans 5 minutes
/// print(phrase.several(4), phrase.more(1))  // 4 rappels et 1 autre
/// ```
package struct DesktopPhrase {
  private let when: WhenPhrase

  private var formatter: WordFormatter { when.formatter }
  private var wording: Wording { when.wording }

  package init(_ formatter: WordFormatter) {
    when = WhenPhrase(formatter)
  }

  /// Returns when a missed reminder was due: `Was due 40 minutes ago`, and after 24 hours `Was due
  /// yesterday 18:00`.
  ///
  /// - Parameters:
  ///   - at: The due time. A time less than a minute ago, or in the future, counts as a minute ago.
  ///   - now: The time at which the user sees the reminder.
  ///   - zone: The time zone of the user.
  /// - Returns: The phrase, with a capital letter first.
  package func wasDue(_ at: Instant, seenAt now: Instant, in zone: Zone) -> String {
    let seconds = max(now - at, DesktopPhrase.secondsOfMinute)
    guard seconds >= WhenPhrase.secondsOfDay else {
      return when.capitalised(wording.wasDue.around(when.lead(seconds: -seconds)))
    }
    let moment = Moment(
      .timed, fire: now, start: at, end: at, deviceZone: zone, ownZone: nil)
    let due = moment.pointOnDevice
    let text = when.dayAndTime(due.dayNumber, time: formatter.time(due.time), from: moment)
    return when.capitalised(wording.wasDue.around(text))
  }

  private static let secondsOfMinute = 60

  /// Returns the label of a snooze button: `Snooze 5 minutes`.
  ///
  /// - Parameter seconds: The length, at least a second. A day is 24 hours. No unit is left out, so
  ///   that different lengths have different labels.
  /// - Returns: The phrase, with a capital letter first.
  package func snooze(seconds: Int) -> String {
    let days = seconds / WhenPhrase.secondsOfDay
    let rest = seconds % WhenPhrase.secondsOfDay
    var parts: [String] = []
    if days > 0 {
      parts.append((days == 1 ? wording.day : wording.days).around(formatter.number(days)))
    }
    if rest > 0 { parts.append(formatter.length(seconds: rest)) }
    return when.capitalised(wording.snoozeFor.around(parts.joined(separator: wording.daysAndHours)))
  }

  /// Returns the label of the button that snoozes until the next day: `Snooze until tomorrow
  /// 08:00`.
  package func snooze(untilTomorrowAt time: TimeOfDay) -> String {
    wording.snoozeUntilTomorrow.around(formatter.time(time))
  }

  /// Returns the title of reminders that are due together: `4 reminders`.
  package func several(_ count: Int) -> String {
    wording.several.around(formatter.number(count), count: count)
  }

  /// Returns the title of reminders that were missed: `5 missed reminders`.
  package func missed(_ count: Int) -> String {
    wording.missed.around(formatter.number(count), count: count)
  }

  /// Returns the title of reminders that a pause silenced: `Silent during the pause: 3 reminders`.
  package func silenced(_ count: Int) -> String { wording.silenced.around(several(count)) }

  /// Returns the last line of a truncated list: `and 12 more`.
  package func more(_ count: Int) -> String {
    wording.more.around(formatter.number(count), count: count)
  }
}
