package import CivilTime

/// What a desktop says around reminders: the labels of its buttons, and the titles of several.
///
/// ```swift
/// let phrase = DesktopPhrase(ReminderLanguage("fr")!)
/// print(phrase.snooze(seconds: 300))  // Rappeler dans 5 minutes
/// print(phrase.several(4), phrase.more(1))  // 4 rappels et 1 autre
/// ```
package struct DesktopPhrase {
  private let when: WhenPhrase

  private var formatter: WordFormatter { when.formatter }
  private var wording: Wording { when.wording }

  /// Makes phrases of a language.
  package init(_ language: ReminderLanguage) {
    self.init(WordFormatter(language))
  }

  /// Makes phrases of what a formatter writes, which remembers its texts.
  package init(_ formatter: WordFormatter) {
    when = WhenPhrase(formatter)
  }

  /// When a reminder should have come: `Was due 40 minutes ago`, and from 24 hours on
  /// `Was due yesterday 18:00`.
  ///
  /// - Parameters:
  ///   - at: When it was due; what lies less than a minute back, or ahead, counts as a minute.
  ///   - now: When it is seen.
  ///   - zone: The zone of whoever sees it.
  /// - Returns: The words; they begin with a capital.
  package func wasDue(_ at: Instant, seenAt now: Instant, in zone: Zone) -> String {
    let seconds = max(now - at, DesktopPhrase.secondsOfMinute)
    guard seconds >= WhenPhrase.secondsOfDay else {
      return when.capitalised(wording.wasDue.around(when.lead(seconds: -seconds)))
    }
    let moment = Moment(
      .timed, fire: now, start: at, end: at, deviceZone: zone, ownZone: nil)
    let due = moment.pointOnDevice
    let text = when.dayAndTime(due.dayNumber, formatter.time(due.time), from: moment)
    return when.capitalised(wording.wasDue.around(text))
  }

  private static let secondsOfMinute = 60

  /// The label of the button that puts a reminder off: `Snooze 5 minutes`.
  ///
  /// - Parameter seconds: How long, at least a second; a day is 24 hours. Nothing is left out, so
  ///   that no two lengths have one label.
  /// - Returns: The words; they begin with a capital.
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

  /// The label of the button that puts a reminder off until the next day:
  /// `Snooze until tomorrow 08:00`.
  package func snooze(untilTomorrowAt time: TimeOfDay) -> String {
    wording.snoozeUntilTomorrow.around(formatter.time(time))
  }

  /// The title of reminders that come together: `4 reminders`.
  package func several(_ count: Int) -> String {
    wording.several.around(formatter.number(count), count: count)
  }

  /// The title of reminders that came while nobody could see them: `5 missed reminders`.
  package func missed(_ count: Int) -> String {
    wording.missed.around(formatter.number(count), count: count)
  }

  /// The last line of a list that is cut: `and 12 more`.
  package func more(_ count: Int) -> String {
    wording.more.around(formatter.number(count), count: count)
  }
}
