import ArgumentParser
import ReminderCompiler
import TimerCompiler

/// The options that every subcommand takes, as they are typed.
struct SharedArguments: ParsableArguments {
  /// The horizon that nobody need ask for.
  static let defaultHorizon = "P1Y"
  /// The time to the next renewal that nobody need ask for.
  static let defaultRenewWithin = "P7D"

  @Argument(
    help: ArgumentHelp(
      "Calendars: a file, a directory with .ics files, or - for standard input.",
      valueName: "path"),
    transform: FilePath.init(typed:))
  var paths: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "A file with options, one in each line, that count before the typed ones. Repeatable.",
      valueName: "file"))
  var rules: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "The instant to compile for, in ISO 8601 (default: the clock).", valueName: "instant"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "How far to look at fires, in ISO 8601 (default: \(defaultHorizon)).", valueName: "duration"))
  var horizon: String?

  @Option(
    help: ArgumentHelp(
      "When the plan is made anew at the latest (default: \(defaultRenewWithin)).",
      valueName: "duration"))
  var renewWithin: String?

  @Option(
    help: ArgumentHelp(
      "The slots there are (default: \(NotificationOptions.systemLimit); for systemd the timers of "
        + "\(TimerPlan.maximumUnits) units).",
      valueName: "n"))
  var limit: Int?

  @Flag(help: "Let --limit be more than the 64 requests that Apple's systems keep.")
  var allowOverLimit = false

  @Option(help: ArgumentHelp("The slots to leave to others.", valueName: "n"))
  var reserve = 0

  @Option(
    help: ArgumentHelp(
      "The device's IANA time zone (default: this machine's).", valueName: "id"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "What rules with steps of an hour or less ask for in a repeated hour (default: either).",
      valueName: "pass"))
  var repeatedHour: RepeatedHour?

  @OptionGroup var filters: FilterArguments

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An alarm for series without one, as in RFC 5545: -PT15M is before; =RULE behind it chooses "
        + "series. Repeatable.",
      valueName: "trigger"))
  var defaultAlarm: [String] = []

  @Option(
    help: ArgumentHelp(
      "The time of day of an alarm for all-day series without one (default: off); =RULE behind it "
        + "chooses series. Repeatable with rules.",
      valueName: "time"))
  var allDayAlarm: [String] = []

  @Option(
    help: ArgumentHelp(
      "A time of day for alarms of all-day events that are due at midnight; =RULE behind it "
        + "chooses some. Repeatable.",
      valueName: "time"))
  var moveAllDay: [String] = []

  @Option(
    help: ArgumentHelp(
      "Repeats for alarms without any: how many, and the time between them, as in 10xPT5M.",
      valueName: "repeats"))
  var nag: String?

  @Option(
    help: ArgumentHelp(
      "A level for what matches a rule, as in critical=CATEGORIES:medication. Repeatable.",
      valueName: "level"))
  var level: [String] = []

  @Option(
    help: ArgumentHelp(
      "Local times between which reminders wait, as in 22:00-07:00; =RULE behind it, as for "
        + "--level, says for which components. Repeatable.",
      valueName: "hours"))
  var quietHours: [String] = []

  @Flag(help: "Leave out what is due in quiet hours.")
  var quietHoursDrop = false

  @OptionGroup var texts: TextArguments

  @Flag(help: "Let components of one file replace and change those of another.")
  var mergeSources = false

  @Flag(help: "Refuse everything where any part of the input is refused.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "How many threads work at once (default: the processor's cores).", valueName: "n"))
  var jobs: Int?

  @Flag(name: .shortAndLong, help: "Show errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Show each diagnostic, however many there are.")
  var verbose = false

  @OptionGroup var diagnostics: DiagnosticArguments

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
    if let repeatedHour { words.append("--repeated-hour=\(repeatedHour.rawValue)") }
    words += filters.words + defaultAlarm.map { "--default-alarm=\($0)" }
    words += allDayAlarm.map { "--all-day-alarm=\($0)" }
    words += moveAllDay.map { "--move-all-day=\($0)" }
    if let nag { words.append("--nag=\(nag)") }
    words += level.map { "--level=\($0)" } + quietHours.map { "--quiet-hours=\($0)" }
    if quietHoursDrop { words.append("--quiet-hours-drop") }
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
