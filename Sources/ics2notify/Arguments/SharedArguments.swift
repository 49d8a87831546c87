import ArgumentParser
import ReminderCompiler
import TimerCompiler

/// The options that every subcommand takes, as they are typed.
struct SharedArguments: DeclaredArguments {
  /// The horizon that nobody need ask for.
  static let defaultHorizon = "P1Y"
  /// The time to the next renewal that nobody need ask for.
  static let defaultRenewWithin = "P7D"

  var paths: [FilePath] = []
  var rules: [FilePath] = []
  var now: String?
  var horizon: String?
  var renewWithin: String?
  var limit: Int?
  var allowOverLimit = false
  var reserve = 0
  var timeZone: String?
  var floatingZone: String?
  var repeatedHour: RepeatedHour?
  var filters = FilterArguments()
  var defaultAlarm: [String] = []
  var allDayAlarm: [String] = []
  var moveAllDay: [String] = []
  var nag: String?
  var level: [String] = []
  var quietHours: [String] = []
  var quietHoursDrop = false
  var noOverrun: [String] = []
  var texts = TextArguments()
  var mergeSources = false
  var strict = false
  var jobs: Int?
  var quiet = false
  var verbose = false
  var diagnostics = DiagnosticArguments()

  static let declarations: ArgumentDeclarations<Self> = [
    .arguments(
      "paths", \.paths,
      help: ArgumentHelp(
        "Calendars: a file, a directory with .ics files, or - for standard input.",
        valueName: "path"),
      transform: FilePath.init(typed:)),
    .option(
      "rules", \.rules,
      help: ArgumentHelp(
        "A file with options, one in each line, that count before the typed ones. Repeatable.",
        valueName: "file")),
    .option(
      "now", \.now,
      help: ArgumentHelp(
        "The instant to compile for, in ISO 8601 (default: the clock).", valueName: "instant")),
    .option(
      "horizon", \.horizon,
      help: ArgumentHelp(
        "How far to look at fires, in ISO 8601 (default: \(defaultHorizon)).", valueName: "duration"
      )),
    .option(
      "renew-within", \.renewWithin,
      help: ArgumentHelp(
        "When the plan is made anew at the latest (default: \(defaultRenewWithin)).",
        valueName: "duration")),
    .option(
      "limit", \.limit,
      help: ArgumentHelp(
        "The slots there are (default: \(NotificationOptions.systemLimit); for systemd the timers of "
          + "\(TimerPlan.maximumUnits) units).",
        valueName: "n")),
    .flag(
      "allow-over-limit", \.allowOverLimit,
      help: "Let --limit be more than the 64 requests that Apple's systems keep."),
    .option(
      "reserve", \.reserve,
      help: ArgumentHelp("The slots to leave to others.", valueName: "n")),
    .option(
      "time-zone", \.timeZone,
      help: ArgumentHelp(
        "The device's IANA time zone (default: this machine's).", valueName: "id")),
    .option(
      "floating-zone", \.floatingZone,
      help: ArgumentHelp(
        "The time zone of local times without one: an IANA name, or 'calendar' for X-WR-TIMEZONE "
          + "(default: the device's).", valueName: "id")),
    .option(
      "repeated-hour", \.repeatedHour,
      help: ArgumentHelp(
        "What rules with steps of an hour or less ask for in a repeated hour (default: either).",
        valueName: "pass")),
    .group(\.filters),
    .option(
      "default-alarm", \.defaultAlarm,
      takesAnyWord: true,
      help: ArgumentHelp(
        "An alarm for series without one, as in RFC 5545: -PT15M is before; =RULE behind it chooses "
          + "series. Repeatable.",
        valueName: "trigger")),
    .option(
      "all-day-alarm", \.allDayAlarm,
      help: ArgumentHelp(
        "The time of day of an alarm for all-day series without one (default: off); =RULE behind it "
          + "chooses series. Repeatable with rules.",
        valueName: "time")),
    .option(
      "move-all-day", \.moveAllDay,
      help: ArgumentHelp(
        "A time of day for alarms of all-day events that are due at midnight; =RULE behind it "
          + "chooses some. Repeatable.",
        valueName: "time")),
    .option(
      "nag", \.nag,
      help: ArgumentHelp(
        "Repeats for alarms without any: how many, and the time between them, as in 10xPT5M.",
        valueName: "repeats")),
    .option(
      "level", \.level,
      help: ArgumentHelp(
        "A level for what matches a rule, as in critical=CATEGORIES:medication. Repeatable.",
        valueName: "level")),
    .option(
      "quiet-hours", \.quietHours,
      help: ArgumentHelp(
        "Local times between which reminders wait, as in 22:00-07:00; =RULE behind it, as for "
          + "--level, says for which components. Repeatable.",
        valueName: "hours")),
    .flag(
      "quiet-hours-drop", \.quietHoursDrop,
      help: "Leave out what is due in quiet hours."),
    .option(
      "no-overrun", \.noOverrun,
      help: ArgumentHelp(
        "Use no request that must be removed later; =RULE behind it chooses components. Repeatable.",
        valueName: "rule")),
    .group(\.texts),
    .flag(
      "merge-sources", \.mergeSources,
      help: "Let components of one file replace and change those of another."),
    .flag(
      "strict", \.strict,
      help: "Refuse everything where any part of the input is refused."),
    .option(
      "jobs", \.jobs,
      help: ArgumentHelp(
        "How many threads work at once (default: the processor's cores).", valueName: "n")),
    .flag(
      "quiet", \.quiet, short: "q",
      help: "Show errors only."),
    .flag(
      "verbose", \.verbose, short: "v",
      help: "Show each diagnostic, however many there are."),
    .group(\.diagnostics),
  ]

  /// The options that decide what is told besides the result, as words.
  var tellingWords: [String] { (quiet ? ["--quiet"] : []) + (verbose ? ["--verbose"] : []) }

  /// The files of options, as words for any directory.
  var ruleWords: [String] { rules.map { "--rules=\($0.absolute.argument)" } }

  /// The options that decide what comes out, as words for any directory; without the instant, and
  /// with those of files in place of the files.
  ///
  /// What nobody asked for is left out, for a default may be another one in another version.
  var words: [String] {
    var words: [String] = []
    // Before the horizon: see RecordedRenewal.
    if let limit { words.append("--limit=\(limit)") }
    if allowOverLimit { words.append("--allow-over-limit") }
    if reserve != 0 { words.append("--reserve=\(reserve)") }
    if let horizon { words.append("--horizon=\(horizon)") }
    if let renewWithin { words.append("--renew-within=\(renewWithin)") }
    if let timeZone { words.append("--time-zone=\(timeZone)") }
    if let floatingZone { words.append("--floating-zone=\(floatingZone)") }
    if let repeatedHour { words.append("--repeated-hour=\(repeatedHour.rawValue)") }
    words += filters.words + defaultAlarm.map { "--default-alarm=\($0)" }
    words += allDayAlarm.map { "--all-day-alarm=\($0)" }
    words += moveAllDay.map { "--move-all-day=\($0)" }
    if let nag { words.append("--nag=\(nag)") }
    words += level.map { "--level=\($0)" } + quietHours.map { "--quiet-hours=\($0)" }
    if quietHoursDrop { words.append("--quiet-hours-drop") }
    words += noOverrun.map { "--no-overrun=\($0)" }
    words += texts.words
    if mergeSources { words.append("--merge-sources") }
    if strict { words.append("--strict") }
    return words
  }

  /// Checks that there is something to read.
  ///
  /// - Parameter subcommand: The subcommand, whose name a file may have too.
  /// - Throws: What to tell the user.
  func requirePaths(of subcommand: SubcommandName) throws {
    guard paths.isEmpty else { return }
    throw ValidationError(
      "at least one PATH is needed (a file called \(subcommand.rawValue) is written "
        + "./\(subcommand.rawValue))")
  }

  /// Takes a first path that is missing for a subcommand where it is nearly called like one.
  ///
  /// - Throws: What to tell the user, before anything is read.
  func requireNoMistypedSubcommand() throws {
    guard ProgramArguments.subcommand == nil, let first = paths.first,
      let name = SubcommandName.closest(to: first.description), first.facts().isAbsent
    else { return }
    throw ValidationError(
      name.rawValue == first.description
        ? "\(name.rawValue) is a subcommand, which stands before all options and paths"
        : "there is no subcommand \(first), and no such file; did you mean \(name.rawValue)?")
  }
}
