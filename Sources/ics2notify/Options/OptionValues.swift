import CalendarSources
import CivilTime
package import DesktopReminders
import NotificationTriggers
package import ProgramSupport
import ReminderCompiler
import SystemdTimers

/// The values of options that only commands parse.
extension OptionValue {
  /// Returns the failure for words that are not a time or days, with examples.
  ///
  /// - Parameters:
  ///   - subject: The option or command that has the words.
  ///   - words: The words.
  ///   - error: The problem, with examples.
  ///   - command: The text that precedes an example on the command line.
  /// - Returns: A usage error.
  package static func refusal(
    of subject: String, words: [String], error: TimeWords.FormatError, before command: String
  ) -> Failure {
    let examples = error.examples.map { command + $0 }
    let others = examples.dropLast().joined(separator: ", ")
    let hint = "; type \(others)\(others.isEmpty ? "" : " or ")\(examples.last ?? "")"
    let text = words.joined(separator: " ")
    return text.isEmpty
      ? Failure(.usage, "\(subject) lacks a value\(hint)")
      : refusal(of: subject, text: text, why: error.problem + hint)
  }

  /// Parses a value with a rule after `=`; `isValue` means that the rule is the invalid part.
  private static func ruled<Value>(
    _ value: Value?, of option: String, text: String, isValue: Bool,
    why: @autoclosure () -> String
  ) throws(Failure) -> Value {
    try OptionValue.value(
      value, of: option, text: text,
      why: isValue ? "lacks a rule after =; \(ruleHelp(text))" : why())
  }

  /// The error in a rule, or the syntax of rules.
  private static func ruleHelp(_ text: String) -> String {
    ReminderRule.fault(of: text)
      ?? "write a rule as PROPERTY:PATTERN, several joined by \" && \", with ! in front to negate "
      + "one; PROPERTY is one of \(ReminderRule.propertyNames.joined(separator: ", "))"
  }

  /// The part of a value before `=`.
  private static func head(_ text: String) -> String { String(text.prefix { $0 != "=" }) }

  /// Parses an instant, or a local time or a date (RFC 5545, 3.3.5).
  ///
  /// `zone` returns the device's time zone for an instant near that time.
  static func instant(
    _ text: String, of option: String, in zone: (Instant) throws(Failure) -> Zone
  ) throws(Failure) -> Instant {
    // RFC 3339, 5.6 allows a space in place of the T.
    let words = text.split(separator: " ", maxSplits: 1).joined(separator: "T")
    guard Instant(iso8601: words) == nil else { return try OptionValue.instant(words, of: option) }
    guard let civil = CivilDateTime(iso8601: words) ?? CivilDateTime(iso8601: "\(words)T0000"),
      let instant = Instant(iso8601: civil.basicFormat + "Z"),
      CompilerOptions.knownInstants.contains(instant)
    else {
      throw refusal(
        of: option, text: text,
        why:
          "is neither an instant such as 2026-01-05T08:00:00Z between 1900 and 2399 nor a local time such "
          + "as 2026-01-05T08:00")
    }
    return try zone(instant).instant(of: civil)
  }

  /// Parses a positive duration.
  ///
  /// The unit `m` means minutes. If `months` is true, a lone `m` is ambiguous and an error.
  static func duration(
    _ text: String, of option: String, months: Bool = false
  ) throws(Failure) -> CalendarDuration {
    let maximumDays = CompilerOptions.longestDays
    if months, let meanings = HandwrittenDuration(text)?.meanings, meanings.count > 1 {
      throw refusal(
        of: option, text: text,
        why: "may be months or minutes: \(meanings.joined(separator: " or "))")
    }
    guard let duration = CalendarDuration(HandwrittenDuration.standard(text)), duration.isForward,
      duration != .zero, duration.months <= maximumDays / 30, duration.days <= maximumDays,
      duration.seconds <= maximumDays * 86_400
    else { throw refusal(of: option, text: text, why: "is not a duration such as P7D or 7d") }
    return duration
  }

  /// Adds a default alarm, with or without a rule.
  static func defaultAlarm(
    _ text: String, into options: inout CompilerOptions
  ) throws(Failure) {
    let option = "--default-alarm"
    let typed = head(text)
    let rest = text.dropFirst(typed.count)
    let trigger = HandwrittenDuration.standard(typed)
    let duration = try value(
      CalendarDuration(rfc5545: trigger), of: option, text: text,
      why: "is not a duration such as -PT15M or -15m")
    guard duration == .zero || !duration.isForward || typed.hasPrefix("+") else {
      throw refusal(
        of: option, text: text,
        why:
          "is after the start; did you mean -\(typed)\(rest)? (+\(typed)\(rest) for after the start)"
      )
    }
    if rest.isEmpty {
      options.defaultAlarms.append(duration)
    } else {
      options.ruledDefaultAlarms.append(
        try ruled(DefaultAlarm(trigger + rest), of: option, text: text, isValue: true, why: ""))
    }
  }

  /// Sets or adds the alarm of all-day series, such as `09:00` or `09:00:30`.
  static func allDayAlarm(
    _ text: String, into options: inout CompilerOptions
  ) throws(Failure) {
    let text = withMinutes(text)
    if let time = TimeOfDay(text) {
      options.allDayAlarm = time
    } else {
      let alarm = DefaultAlarm(text).flatMap { alarm in
        if case .timeOfDay = alarm.trigger { alarm } else { nil }
      }
      options.ruledDefaultAlarms.append(try timed(alarm, of: "--all-day-alarm", text: text))
    }
  }

  /// Parses a new time for alarms of all-day components at midnight.
  static func allDayMove(_ text: String) throws(Failure) -> AllDayMove {
    try timed(AllDayMove(withMinutes(text)), of: "--move-all-day", text: text)
  }

  /// Completes an hour before an optional rule: `9` becomes `9:00`.
  private static func withMinutes(_ text: String) -> String {
    let hour = head(text)
    return TimeOfDay("\(hour):00") == nil ? text : "\(hour):00\(text.dropFirst(hour.count))"
  }

  private static func timed<Value>(
    _ value: Value?, of option: String, text: String
  ) throws(Failure) -> Value {
    try ruled(
      value, of: option, text: text, isValue: TimeOfDay(head(text)) != nil,
      why: "is not a time of day such as 09:00 or 9am")
  }

  static func rule(_ text: String, of option: String) throws(Failure) -> ReminderRule {
    try value(
      ReminderRule(text), of: option, text: text,
      why: "is not a rule such as CATEGORIES:work; \(ruleHelp(text))")
  }

  static func nag(_ text: String) throws(Failure) -> Nag {
    let parts = text.split(separator: "x", maxSplits: 1).map(String.init)
    return try value(
      parts.count == 2 ? Nag("\(parts[0])x\(HandwrittenDuration.standard(parts[1]))") : nil,
      of: "--nag", text: text,
      why:
        "is not a number of repeats from 1 to \(Nag.largestCount) with the time between them, such as "
        + "10xPT5M or 10x5min")
  }

  static func overdueNag(_ text: String) throws(Failure) -> TimeIntervalTrigger {
    let option = "--nag-overdue"
    let duration = try duration(text, of: option)
    // A time interval has a fixed number of seconds, but a month does not.
    guard duration.months == 0 else {
      throw refusal(of: option, text: text, why: "is not a duration without years and months")
    }
    return try value(
      TimeIntervalTrigger(interval: duration.nominalSeconds, repeats: true), of: option, text: text,
      why:
        "is not at least PT\(TimeIntervalTrigger.shortestRepeat)S, the shortest interval that the "
        + "system repeats")
  }

  static func body(_ text: String) throws(Failure) -> BodyRule {
    if text.contains("="), let fault = ReminderRule.fault(of: text) {
      throw refusal(of: "--body", text: text, why: "has an invalid rule: \(fault)")
    }
    do throws(BodyTemplate.FormatError) {
      return try BodyRule(text)
    } catch {
      throw refusal(of: "--body", text: text, why: "\(error)")
    }
  }

  static func language(_ tag: String) throws(Failure) -> ReminderLanguage {
    try value(
      ReminderLanguage(tag), of: "--language", text: tag,
      why:
        "is not one of \(ReminderLanguage.tags.joined(separator: ", ")), alone or with a region as in "
        + "en-US")
  }

  static func snoozes(_ text: String) throws(Failure) -> SnoozeChoices {
    do throws(SnoozeChoice.FormatError) {
      return try SnoozeChoices(
        text.split(separator: ",", omittingEmptySubsequences: false)
          .map { HandwrittenDuration.standard(String($0)) }.joined(separator: ","))
    } catch {
      throw refusal(of: "--snooze", text: text, why: "\(error)")
    }
  }

  static func command(
    _ text: String, of option: String = "--command"
  ) throws(Failure) -> CommandTemplate {
    do throws(CommandTemplate.FormatError) {
      return try CommandTemplate(text).located { InstalledProgram(named: $0)?.path }
    } catch {
      throw refusal(of: option, text: text, why: "\(error)")
    }
  }

  static func credentialsCommand(_ text: String) throws(Failure) -> CommandTemplate {
    let option = "--credentials-command"
    let command = try command(text, of: option)
    return try value(
      command.plainArguments.map { _ in command }, of: option, text: text,
      why: "has a placeholder; the host is added as the last argument")
  }

  static func fetchInterval(_ text: String) throws(Failure) -> FetchInterval {
    let option = "--fetch-every"
    return try value(
      FetchInterval(try duration(text, of: option)), of: option, text: text,
      why: "does not divide a day evenly; write PT5M to P1D, such as PT30M, PT1H or PT6H")
  }

  /// Parses the name of an installation; nil means the installation without a name.
  static func installation(_ text: String?) throws(Failure) -> InstallationName {
    guard let text else { return .unnamed }
    return try value(
      InstallationName(text), of: "--name", text: text,
      why: "is not 1 to \(InstallationName.maximumLength) letters, digits and _, such as work")
  }

  static func quietHours(_ text: String) throws(Failure) -> QuietHoursRule {
    try ruled(
      QuietHoursRule(text), of: "--quiet-hours", text: text, isValue: QuietHours(head(text)) != nil,
      why: "is not two different local times such as 22:00-07:00 or 10pm-7am")
  }

  static func pause(_ text: String) throws(Failure) -> SilenceRule {
    try ruled(
      SilenceRule(text), of: "--pause", text: text, isValue: SilenceRule.days(head(text)) != nil,
      why: "is not a day or two days such as 2026-12-24..2027-01-06")
  }

  /// Parses the least time from a delayed fire date to its event.
  static func quietHoursLead(_ text: String) throws(Failure) -> CalendarDuration {
    let lead = CalendarDuration(HandwrittenDuration.standard(text))
    return try value(
      lead.flatMap { CompilerOptions.isQuietHoursLead($0) ? $0 : nil }, of: "--quiet-hours-lead",
      text: text,
      why: "is not a duration from PT0S to P1D such as PT15M or 15m")
  }

  /// Combines the Scheduled Summary and the Focus times; nil without either.
  static func controls(
    summary: String?, focuses: [String]
  ) throws(Failure) -> SystemControls? {
    guard summary != nil || !focuses.isEmpty else { return nil }
    let schedule = try summary.map { text throws(Failure) in
      try value(
        SummarySchedule(text), of: "--summary", text: text,
        why: "is not a list of local times such as 08:00,18:00 or 8am,6pm")
    }
    var played: [Focus] = []
    for text in focuses {
      played.append(
        try value(
          Focus(text), of: "--focus", text: text,
          why:
            "is not two different local times, alone or with the lowest level that breaks through, "
            + "such as 22:00-07:00 or 22:00-07:00=critical"))
    }
    guard let controls = SystemControls(summary: schedule, focuses: played) else {
      throw Failure(.usage, "--focus: the times cover the whole day")
    }
    return controls
  }

  static func level(_ text: String) throws(Failure) -> LevelRule {
    let names = InterruptionLevel.allCases.map(\.hyphenatedName)
    return try ruled(
      LevelRule(text), of: "--level", text: text,
      isValue: text.contains("=") && names.contains(head(text)),
      why: "is not a level with a rule, such as critical=CATEGORIES:medication; levels are "
        + names.joined(separator: ", "))
  }
}
