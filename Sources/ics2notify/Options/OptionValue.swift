import CivilTime
import DesktopReminders
import NotificationTriggers
import ReminderCompiler
import SystemdTimers
import TextSafety

/// Values of options: from text to what it means, or why it means nothing.
enum OptionValue {
  /// A time zone, in any case of letters.
  static func zone(
    _ identifier: String, _ zones: ZoneDatabase, _ option: String
  ) throws(Failure) -> Zone {
    if let zone = zones.zone(named: identifier) { return zone }
    let name = HandwrittenZone(identifier, in: zones)
    if let known = name.identifier, let zone = zones.zone(named: known) { return zone }
    let hint = name.suggestion.map { "; did you mean \($0)?" } ?? " such as Europe/Berlin"
    throw refusal(option, identifier, "is not an IANA time zone\(hint)")
  }

  /// An instant.
  static func instant(_ text: String, _ option: String) throws(Failure) -> Instant {
    guard let instant = Instant(iso8601: text), CompilerOptions.knownInstants.contains(instant)
    else {
      throw refusal(
        option, text, "is not an instant such as 2026-01-05T08:00:00Z between 1900 and 2399")
    }
    return instant
  }

  /// An instant, or a local time.
  ///
  /// - Parameters:
  ///   - text: An instant of ISO 8601, or without a zone a local time or a date.
  ///   - option: The option with it.
  ///   - zone: Gives the device's zone, as it is about that time.
  /// - Throws: Where it is none, or lies where nobody knows the clocks.
  /// - Returns: The instant; of a local time as RFC 5545, 3.3.5 says.
  static func instant(
    _ text: String, _ option: String, in zone: (Instant) throws(Failure) -> Zone
  ) throws(Failure) -> Instant {
    // RFC 3339, 5.6: a blank may stand for the T.
    let words = text.split(separator: " ", maxSplits: 1).joined(separator: "T")
    // Whoever types a zone behind it means an instant.
    guard Instant(iso8601: words) == nil else { return try OptionValue.instant(words, option) }
    guard let civil = CivilDateTime(iso8601: words) ?? CivilDateTime(iso8601: "\(words)T0000"),
      let instant = Instant(iso8601: civil.basicFormat + "Z"),
      CompilerOptions.knownInstants.contains(instant)
    else {
      throw refusal(
        option, text,
        "is neither an instant such as 2026-01-05T08:00:00Z between 1900 and 2399 nor a local time such "
          + "as 2026-01-05T08:00")
    }
    return try zone(instant).instant(of: civil)
  }

  /// A duration that is longer than nothing.
  ///
  /// A number with `m` behind it is minutes, unless `months` are usual there, too.
  static func duration(
    _ text: String, _ option: String, months: Bool = false
  ) throws(Failure) -> CalendarDuration {
    let maximumDays = CompilerOptions.longestDays
    let typed = HandwrittenDuration(text)
    if months, let typed, typed.standard == nil {
      throw refusal(
        option, text, "may be months or minutes: \(typed.meanings.joined(separator: " or "))")
    }
    guard let duration = CalendarDuration(typed?.meanings.last ?? text), duration.isForward,
      duration != .zero, duration.months <= maximumDays / 30, duration.days <= maximumDays,
      duration.seconds <= maximumDays * 86_400
    else { throw refusal(option, text, "is not a duration such as P7D or 7d") }
    return duration
  }

  /// A default alarm, for all series or for some.
  static func defaultAlarm(
    _ text: String, into options: inout CompilerOptions
  ) throws(Failure) {
    let option = "--default-alarm"
    let typed = String(text.prefix { $0 != "=" })
    let rest = text.dropFirst(typed.count)
    // An alarm is not months before: the m of what people type is minutes.
    let trigger = HandwrittenDuration(typed)?.meanings.last ?? typed
    guard let duration = CalendarDuration(rfc5545: trigger) else {
      throw refusal(option, text, "is not a duration such as -PT15M or -15m")
    }
    guard duration == .zero || !duration.isForward || typed.hasPrefix("+") else {
      throw refusal(
        option, text,
        "is after the start; did you mean -\(typed)\(rest)? (+\(typed)\(rest) for after the start)")
    }
    if rest.isEmpty {
      options.defaultAlarms.append(duration)
    } else if let alarm = DefaultAlarm(trigger + rest) {
      options.ruledDefaultAlarms.append(alarm)
    } else {
      throw refusal(option, text, hasNoRule(text))
    }
  }

  /// The alarm of all-day series, of all or of some: `09:00` or `09:00:30`.
  static func allDayAlarm(
    _ text: String, into options: inout CompilerOptions
  ) throws(Failure) {
    let text = withMinutes(text)
    if let time = TimeOfDay(text) {
      options.allDayAlarm = time
    } else if let alarm = DefaultAlarm(text), case .timeOfDay = alarm.trigger {
      options.ruledDefaultAlarms.append(alarm)
    } else {
      throw timeRefusal("--all-day-alarm", text)
    }
  }

  /// A time for alarms of all-day components that are due at midnight.
  static func allDayMove(_ text: String) throws(Failure) -> AllDayMove {
    guard let move = AllDayMove(withMinutes(text)) else {
      throw timeRefusal("--move-all-day", text)
    }
    return move
  }

  /// An hour alone as a time of day, with a rule or without: `9` is `9:00`.
  private static func withMinutes(_ text: String) -> String {
    let hour = text.prefix { $0 != "=" }
    return TimeOfDay("\(hour):00") == nil ? text : "\(hour):00\(text.dropFirst(hour.count))"
  }

  /// Why a text is no time of day, with a rule or without.
  private static func timeRefusal(_ option: String, _ text: String) -> Failure {
    let isTime = TimeOfDay(text.prefix { $0 != "=" }) != nil
    return refusal(
      option, text, isTime ? hasNoRule(text) : "is not a time of day such as 09:00 or 9am")
  }

  private static func refusal(_ option: String, _ text: String, _ why: String) -> Failure {
    Failure(.usage, "\(option) \"\(TerminalText.oneLine(text))\" \(why)")
  }

  /// What is wrong with a value behind which there should be a rule.
  private static func hasNoRule(_ text: String) -> String {
    "lacks a rule after =; \(ruleHelp(text))"
  }

  /// What components and alarms an option is about.
  static func rule(_ text: String, _ option: String) throws(Failure) -> ReminderRule {
    guard let rule = ReminderRule(text) else {
      throw refusal(option, text, "is not a rule such as CATEGORIES:work; \(ruleHelp(text))")
    }
    return rule
  }

  /// The fault of a rule, or the syntax of rules.
  private static func ruleHelp(_ text: String) -> String {
    ReminderRule.fault(of: text) ?? ruleForm
  }

  private static let ruleForm =
    "write a rule as PROPERTY:PATTERN, several joined by \" && \", with ! in front to negate "
    + "one; PROPERTY is one of \(ReminderRule.propertyNames.joined(separator: ", "))"

  /// Repeats for all alarms.
  static func nag(_ text: String) throws(Failure) -> Nag {
    let parts = text.split(separator: "x", maxSplits: 1)
    let interval = parts.last.map { HandwrittenDuration($0)?.meanings.last ?? String($0) }
    guard parts.count == 2, let interval, let nag = Nag("\(parts[0])x\(interval)")
    else {
      throw refusal(
        "--nag", text,
        "is not a number of repeats from 1 to \(Nag.largestCount) with the time between them, such "
          + "as 10xPT5M or 10x5min")
    }
    return nag
  }

  /// The trigger that nags about overdue to-dos.
  static func overdueNag(_ text: String) throws(Failure) -> TimeIntervalTrigger {
    let duration = try duration(text, "--nag-overdue")
    // A time interval counts seconds, whatever the clock does.
    let trigger = TimeIntervalTrigger(interval: duration.nominalSeconds, repeats: true)
    guard duration.months == 0, let trigger else {
      throw refusal(
        "--nag-overdue", text,
        "is not "
          + (duration.months == 0
            ? "at least PT\(TimeIntervalTrigger.shortestRepeat)S, the shortest interval "
              + "that the system repeats"
            : "a duration without years and months"))
    }
    return trigger
  }

  /// A template of what is shown below titles.
  static func body(_ text: String) throws(Failure) -> BodyRule {
    if text.contains("="), let fault = ReminderRule.fault(of: text) {
      throw refusal("--body", text, "has an invalid rule: \(fault)")
    }
    do throws(BodyTemplate.Fault) {
      return try BodyRule(text)
    } catch {
      throw refusal("--body", text, "\(error)")
    }
  }

  /// A language that there are words in.
  static func language(_ tag: String) throws(Failure) -> ReminderLanguage {
    guard let language = ReminderLanguage(tag) else {
      throw refusal(
        "--language", tag,
        "is not one of \(ReminderLanguage.tags.joined(separator: ", ")), alone or with a region as in "
          + "en-US")
    }
    return language
  }

  /// How long notifications can be put off.
  static func snoozes(
    _ text: String, _ option: String = "--snooze"
  ) throws(Failure) -> SnoozeChoices {
    do throws(SnoozeChoice.Fault) {
      let choices = text.split(separator: ",", omittingEmptySubsequences: false)
      return try SnoozeChoices(
        choices.map { HandwrittenDuration($0)?.meanings.last ?? String($0) }.joined(separator: ","))
    } catch {
      throw refusal(option, text, "\(error)")
    }
  }

  /// A program that is run for each reminder.
  static func command(_ text: String) throws(Failure) -> CommandTemplate {
    do throws(CommandTemplate.Fault) {
      return try CommandTemplate(text).located { InstalledProgram(named: $0)?.path }
    } catch {
      throw refusal("--command", text, "\(error)")
    }
  }

  /// What an installation is called; the one without a name where none is given.
  static func installation(_ text: String?) throws(Failure) -> InstallationName {
    guard let text else { return .unnamed }
    guard let name = InstallationName(text) else {
      throw refusal(
        "--name", text,
        "is not 1 to \(InstallationName.maximumLength) letters, digits and _, such as work")
    }
    return name
  }

  /// Hours in which nothing should ring.
  static func quietHours(_ text: String) throws(Failure) -> QuietHoursRule {
    guard let rule = QuietHoursRule(text) else {
      let areHours = QuietHours(text.prefix { $0 != "=" }) != nil
      throw refusal(
        "--quiet-hours", text,
        areHours
          ? hasNoRule(text)
          : "is not two different local times such as 22:00-07:00 or 10pm-7am")
    }
    return rule
  }

  /// The least time between a fire that quiet hours move and its event.
  static func quietHoursLead(_ text: String) throws(Failure) -> CalendarDuration {
    // The m of what people type is minutes.
    let standard = HandwrittenDuration(text)?.meanings.last ?? text
    guard let lead = CalendarDuration(standard), CompilerOptions.isQuietHoursLead(lead) else {
      throw refusal(
        "--quiet-hours-lead", text, "is not a duration from PT0S to P1D such as PT15M or 15m")
    }
    return lead
  }

  /// What keeps notifications for later; nil for nothing.
  static func controls(
    summary: String?, focuses: [String]
  ) throws(Failure) -> SystemControls? {
    guard summary != nil || !focuses.isEmpty else { return nil }
    let schedule = summary.flatMap { SummarySchedule($0) }
    if let summary, schedule == nil {
      throw refusal(
        "--summary", summary, "is not a list of local times such as 08:00,18:00 or 8am,6pm")
    }
    var played: [Focus] = []
    for text in focuses {
      guard let focus = Focus(text) else {
        throw refusal(
          "--focus", text,
          "is not two different local times, alone or with the lowest level that "
            + "breaks through, such as 22:00-07:00 or 22:00-07:00=critical")
      }
      played.append(focus)
    }
    guard let controls = SystemControls(summary: schedule, focuses: played) else {
      throw Failure(.usage, "--focus: the times cover the whole day")
    }
    return controls
  }

  /// A rule that gives a level.
  static func level(_ text: String) throws(Failure) -> LevelRule {
    guard let rule = LevelRule(text) else {
      let level = text.prefix { $0 != "=" }
      let names = InterruptionLevel.allCases.map(\.hyphenatedName)
      throw refusal(
        "--level", text,
        text.contains("=") && names.contains(String(level))
          ? hasNoRule(text)
          : "is not a level with a rule, such as critical=CATEGORIES:medication; levels are "
            + names.joined(separator: ", "))
    }
    return rule
  }
}

/// A duration as people type it, `30d`, `90min` or `-1h 30min`, in ISO 8601.
struct HandwrittenDuration {
  /// What it means: one form, or two where an `m` may be months or minutes.
  let meanings: [String]

  /// The one form that it means; nil where there are two.
  var standard: String? { meanings.count == 1 ? meanings[0] : nil }

  /// The letters of units, by the words for them; those that are counted in hours stand behind `T`.
  private static let units: [(words: [String], letter: Character, isTime: Bool)] = [
    (["y", "yr", "year", "years"], "Y", false),
    (["mo", "month", "months"], "M", false),
    (["w", "wk", "week", "weeks"], "W", false),
    (["d", "day", "days"], "D", false),
    (["h", "hr", "hour", "hours"], "H", true),
    (["min", "mins", "minute", "minutes"], "M", true),
    (["s", "sec", "secs", "second", "seconds"], "S", true),
  ]

  /// Reads a duration; nil where the text isn't numbers with units behind them.
  ///
  /// Whether the units come in an order that makes sense is left to who reads ISO 8601.
  init?(_ text: some StringProtocol) {
    var rest = text.lowercased()[...]
    let sign = rest.first.flatMap { "+-".contains($0) ? String($0) : nil } ?? ""
    rest.removeFirst(sign.count)
    var (days, times) = ("", "")
    var ambiguous: Substring?
    while !rest.isEmpty {
      let number = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(number.count).drop { $0 == " " }
      let word = rest.prefix { ("a"..."z").contains($0) }
      rest = rest.dropFirst(word.count).drop { $0 == " " }
      guard !number.isEmpty else { return nil }
      if word == "m", rest.isEmpty, days.isEmpty, times.isEmpty {
        ambiguous = number
      } else if word == "m", !times.isEmpty {
        // Behind hours there are no months.
        times += "\(number)M"
      } else if let unit = HandwrittenDuration.units.first(where: {
        $0.words.contains(String(word))
      }) {
        if unit.isTime {
          times += "\(number)\(unit.letter)"
        } else {
          guard times.isEmpty else { return nil }
          days += "\(number)\(unit.letter)"
        }
      } else {
        return nil
      }
    }
    if let ambiguous {
      meanings = ["\(sign)P\(ambiguous)M", "\(sign)PT\(ambiguous)M"]
    } else {
      guard !(days + times).isEmpty else { return nil }
      meanings = ["\(sign)P\(days)" + (times.isEmpty ? "" : "T\(times)")]
    }
  }
}

/// The name of a time zone as people type it: `europe/berlin`, `Berlin`.
struct HandwrittenZone {
  /// The identifier with the same letters, whatever their case; nil where there is none.
  let identifier: String?
  /// The identifier that may be meant: of the only city that is called so.
  let suggestion: String?

  /// Reads a name.
  init(_ name: String, in zones: ZoneDatabase) {
    let typed = name.lowercased().replacing(" ", with: "_")
    let all = zones.identifiers + ["UTC"]
    identifier = all.first { $0.lowercased() == typed }
    let cities = all.filter {
      $0.contains("/") && $0.split(separator: "/").last?.lowercased() == typed
    }
    suggestion = cities.count == 1 ? cities[0] : nil
  }
}
