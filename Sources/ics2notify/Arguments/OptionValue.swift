import CivilTime
import DesktopReminders
import NotificationTriggers
import ReminderCompiler
import SystemdTimers
import TextSafety

/// Values of options: from text to what it means, or why it means nothing.
enum OptionValue {
  /// A time zone.
  static func zone(
    _ identifier: String, _ zones: ZoneDatabase, _ option: String
  ) throws(Failure) -> Zone {
    guard let zone = zones.zone(named: identifier) else {
      throw Failure(
        .usage, "\(option) \"\(TerminalText.oneLine(identifier))\" is no IANA time zone")
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

  /// A default alarm, for all series or for some.
  static func defaultAlarm(
    _ text: String, into options: inout CompilerOptions
  ) throws(Failure) {
    if let duration = CalendarDuration(rfc5545: text) {
      options.defaultAlarms.append(duration)
    } else if let alarm = DefaultAlarm(text), case .relative = alarm.trigger {
      options.ruledDefaultAlarms.append(alarm)
    } else {
      throw Failure(
        .usage,
        "--default-alarm \"\(TerminalText.oneLine(text))\" is no duration such as -PT15M "
          + "(RFC 5545, 3.3.6), and none with a rule such as -PT15M=CATEGORIES:work; "
          + OptionValue.ruleHelp)
    }
  }

  /// The alarm of all-day series, of all or of some: `09:00` or `09:00:30`.
  static func allDayAlarm(
    _ text: String, into options: inout CompilerOptions
  ) throws(Failure) {
    if let time = TimeOfDay(text) {
      options.allDayAlarm = time
    } else if let alarm = DefaultAlarm(text), case .timeOfDay = alarm.trigger {
      options.ruledDefaultAlarms.append(alarm)
    } else {
      throw Failure(
        .usage,
        "--all-day-alarm \"\(TerminalText.oneLine(text))\" is no time of day such as 09:00, and none "
          + "with a rule such as 09:00=KIND:birthday; \(OptionValue.ruleHelp)")
    }
  }

  /// A time for alarms of all-day components that are due at midnight.
  static func allDayMove(_ text: String) throws(Failure) -> AllDayMove {
    guard let move = AllDayMove(text) else {
      throw Failure(
        .usage,
        "--move-all-day \"\(TerminalText.oneLine(text))\" is no time of day such as 09:00, and none "
          + "with a rule such as 09:00=KIND:birthday; \(OptionValue.ruleHelp)")
    }
    return move
  }

  /// What components and alarms an option is about.
  static func rule(_ text: String, _ option: String) throws(Failure) -> ReminderRule {
    guard let rule = ReminderRule(text) else {
      throw Failure(
        .usage,
        "\(option) \"\(TerminalText.oneLine(text))\" is no rule such as CATEGORIES:work; "
          + OptionValue.ruleHelp)
    }
    return rule
  }

  /// What a rule is made of.
  private static let ruleHelp =
    "a rule is PROPERTY:PATTERN, several joined with \" && \", with ! before it for what doesn't "
    + "match; PROPERTY is one of \(ReminderRule.propertyNames.joined(separator: ", "))"

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

  /// How long notifications can be put off.
  static func snoozes(_ text: String) throws(Failure) -> SnoozeChoices {
    do throws(SnoozeChoices.Fault) {
      return try SnoozeChoices(text)
    } catch {
      throw Failure(.usage, "--snooze \"\(TerminalText.oneLine(text))\" \(error)")
    }
  }

  /// A program that is run for each reminder.
  static func command(_ text: String) throws(Failure) -> CommandTemplate {
    do throws(CommandTemplate.Fault) {
      return try CommandTemplate(text).located { InstalledProgram(named: $0)?.path }
    } catch {
      throw Failure(.usage, "--command \"\(TerminalText.oneLine(text))\" \(error)")
    }
  }

  /// What an installation is called; the one without a name where none is given.
  static func installation(_ text: String?) throws(Failure) -> InstallationName {
    guard let text else { return .unnamed }
    guard let name = InstallationName(text) else {
      throw Failure(
        .usage,
        "--name \"\(TerminalText.oneLine(text))\" is not 1 to \(InstallationName.maximumLength) "
          + "letters, digits and _, such as work")
    }
    return name
  }

  /// Hours in which nothing should ring.
  static func quietHours(_ text: String) throws(Failure) -> QuietHoursRule {
    guard let rule = QuietHoursRule(text) else {
      throw Failure(
        .usage,
        "--quiet-hours \"\(TerminalText.oneLine(text))\" is no two different local times such as "
          + "22:00-07:00, and none with a rule such as 22:00-07:00=CATEGORIES:work; "
          + OptionValue.ruleHelp)
    }
    return rule
  }

  /// A rule that gives a level.
  static func level(_ text: String) throws(Failure) -> LevelRule {
    guard let rule = LevelRule(text) else {
      throw Failure(
        .usage,
        "--level \"\(TerminalText.oneLine(text))\" is no rule such as "
          + "critical=CATEGORIES:medication: passive, active, time-sensitive or critical, then a "
          + "rule; \(ruleHelp)")
    }
    return rule
  }
}
