import CivilTime
import NotificationTriggers
import ReminderCompiler
import TextSafety

/// Values of options: from text to what it means, or why it means nothing.
enum OptionValue {
  /// The zone of `--time-zone`.
  static func zone(_ identifier: String, _ zones: ZoneDatabase) throws(Failure) -> Zone {
    guard let zone = zones.zone(named: identifier) else {
      throw Failure(
        .usage, "--time-zone \"\(TerminalText.oneLine(identifier))\" is no IANA time zone")
    }
    return zone
  }

  /// An instant.
  static func instant(_ text: String, _ option: String) throws(Failure) -> Instant {
    guard let instant = Instant(iso8601: text), CompilerOptions.knownInstants.contains(instant)
    else {
      throw Failure(
        .usage,
        "\(option) \"\(TerminalText.oneLine(text))\" is no instant such as 2026-01-05T08:00:00Z "
          + "between 1900 and 2399")
    }
    return instant
  }

  /// A duration that is longer than nothing.
  static func duration(_ text: String, _ option: String) throws(Failure) -> CalendarDuration {
    let maximumDays = CompilerOptions.longestDays
    guard let duration = CalendarDuration(text), duration.isForward, duration != .zero,
      duration.months <= maximumDays / 30, duration.days <= maximumDays,
      duration.seconds <= maximumDays * 86_400
    else {
      throw Failure(
        .usage, "\(option) \"\(TerminalText.oneLine(text))\" is no duration such as P7D")
    }
    return duration
  }

  /// An alarm's trigger.
  static func trigger(_ text: String) throws(Failure) -> CalendarDuration {
    guard let duration = CalendarDuration(rfc5545: text) else {
      throw Failure(
        .usage,
        "--default-alarm \"\(TerminalText.oneLine(text))\" is no duration such as -PT15M "
          + "(RFC 5545, 3.3.6)")
    }
    return duration
  }

  /// A time of day: `09:00` or `09:00:30`.
  static func timeOfDay(_ text: String) throws(Failure) -> TimeOfDay {
    guard let time = TimeOfDay(text) else {
      throw Failure(
        .usage, "--all-day-alarm \"\(TerminalText.oneLine(text))\" is no time of day such as 09:00")
    }
    return time
  }

  /// Repeats for all alarms.
  static func nag(_ text: String) throws(Failure) -> Nag {
    guard let nag = Nag(text) else {
      throw Failure(
        .usage,
        "--nag \"\(TerminalText.oneLine(text))\" is no number of repeats from 1 to "
          + "\(Nag.largestCount) with the time between them, such as 10xPT5M")
    }
    return nag
  }

  /// The trigger that nags about overdue to-dos.
  static func overdueNag(_ text: String) throws(Failure) -> TimeIntervalTrigger {
    let duration = try duration(text, "--nag-overdue")
    // A time interval counts seconds, whatever the clock does.
    let trigger = TimeIntervalTrigger(interval: duration.nominalSeconds, repeats: true)
    guard duration.months == 0, let trigger else {
      throw Failure(
        .usage,
        "--nag-overdue \"\(TerminalText.oneLine(text))\" is not "
          + (duration.months == 0
            ? "at least PT\(TimeIntervalTrigger.shortestRepeat)S, the shortest time after which "
              + "the system repeats"
            : "a number of days or of shorter units"))
    }
    return trigger
  }

  /// A template of what is shown below titles.
  static func body(_ text: String) throws(Failure) -> BodyRule {
    do throws(BodyTemplate.Fault) {
      return try BodyRule(text)
    } catch {
      throw Failure(.usage, "--body \"\(TerminalText.oneLine(text))\" \(error)")
    }
  }

  /// A language that there are words in.
  static func language(_ tag: String) throws(Failure) -> ReminderLanguage {
    guard let language = ReminderLanguage(tag) else {
      throw Failure(
        .usage,
        "--language \"\(TerminalText.oneLine(tag))\" is none of "
          + "\(ReminderLanguage.tags.joined(separator: ", ")), alone or with a region as in en-US")
    }
    return language
  }

  /// A rule that gives a level.
  static func level(_ text: String) throws(Failure) -> LevelRule {
    guard let rule = LevelRule(text) else {
      throw Failure(
        .usage,
        "--level \"\(TerminalText.oneLine(text))\" is no rule such as "
          + "critical=CATEGORIES:medication: passive, active, timeSensitive or critical, then "
          + "UID, CATEGORIES, X-WR-CALNAME or SUMMARY, then a pattern")
    }
    return rule
  }
}
