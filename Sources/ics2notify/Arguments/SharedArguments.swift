public import ArgumentParser
import CivilTime
public import ReminderCompiler
import TimerCompiler

/// The options that every subcommand takes that reads calendars, as typed.
struct SharedArguments: ParsableArguments {
  static let defaultHorizon = "P1Y"
  static let defaultRenewWithin = "P7D"

  @Argument(
    help: ArgumentHelp(
      "Calendars: a file, a directory with .ics files, or - for standard input.",
      valueName: "path"),
    completion: .file(), transform: FilePath.init(typed:))
  var paths: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "A file with options, one in each line, that count before the typed ones. Repeatable.",
      valueName: "file"), completion: .file())
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

  @Flag(help: "Let --limit be more than the 64 requests that Apple's systems keep, up to 128.")
  var allowOverLimit = false

  @Option(help: ArgumentHelp("The slots to leave to others.", valueName: "n"))
  var reserve = 0

  @Option(
    help: ArgumentHelp(
      "The device's IANA time zone (default: this machine's).", valueName: "id"),
    completion: .custom { _, _, _ in ZoneDatabase.ofMachine.identifiers + ["UTC"] })
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of local times without one: an IANA name, or 'calendar' for X-WR-TIMEZONE "
        + "(default: the device's).", valueName: "id"),
    completion: .custom { _, _, _ in ZoneDatabase.ofMachine.identifiers + ["UTC", "calendar"] })
  var floatingZone: String?

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

  @Option(
    help: ArgumentHelp(
      "Use no request that must be removed later; =RULE behind it chooses components. Repeatable.",
      valueName: "rule"))
  var noOverrun: [String] = []

  @OptionGroup var texts: TextArguments

  @Flag(help: "Let components of one file replace and change those of another.")
  var mergeSources = false

  @Flag(help: "Refuse everything where any part of the input is refused.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "How many threads work at once (default: the processor's cores).", valueName: "n"))
  var jobs: Int?

  @Flag(name: [.long, .customShort("q")], help: "Show errors only.")
  var quiet = false

  @Flag(name: [.long, .customShort("v")], help: "Show each diagnostic, however many there are.")
  var verbose = false

  @OptionGroup var diagnostics: DiagnosticArguments

  /// The options that decide what is shown besides the result, as words.
  var tellingWords: [String] { (quiet ? ["--quiet"] : []) + (verbose ? ["--verbose"] : []) }

  /// The files of options, as words for any directory.
  var ruleWords: [String] { rules.map { "--rules=\($0.absolute.argument)" } }

  /// The options that decide the result, as words for any directory; without the instant, and with
  /// those of files in place of the files.
  ///
  /// Defaults are left out: another version may have other ones.
  var words: [String] {
    var words: [String] = []
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
  func requirePaths(of subcommand: SubcommandName) throws {
    guard paths.isEmpty else { return }
    throw ValidationError(
      "at least one PATH is needed (a file called \(subcommand.rawValue) is written "
        + "./\(subcommand.rawValue))")
  }

  /// Rejects a first path that doesn't exist and is nearly called like a subcommand.
  ///
  /// - Throws: A usage error, before anything is read.
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

/// The options about which reminders count, as typed.
struct FilterArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Remind of nothing but what matches, as in CATEGORIES:work. Repeatable: any may match.",
      valueName: "rule"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Don't remind of what matches, as in PARTSTAT:DECLINED or ACTION:EMAIL. Repeatable.",
      valueName: "rule"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Count alarms that match as if they weren't there: defaults take their place. Repeatable.",
      valueName: "rule"))
  var ignoreAlarms: [String] = []

  @Option(
    help: ArgumentHelp(
      "An address of yours, for rules that ask for PARTSTAT. Repeatable.", valueName: "address"))
  var me: [String] = []

  /// Puts the options into those of the compiler.
  func apply(to options: inout CompilerOptions) throws(Failure) {
    // Loops, since a closure of map can't have a typed error.
    for text in only { options.only.append(try OptionValue.rule(text, "--only")) }
    for text in ignore { options.ignored.append(try OptionValue.rule(text, "--ignore")) }
    for text in ignoreAlarms {
      options.ignoredAlarms.append(try OptionValue.rule(text, "--ignore-alarms"))
    }
    options.userAddresses = me
  }

  /// The options as words, for any directory.
  var words: [String] {
    only.map { "--only=\($0)" } + ignore.map { "--ignore=\($0)" }
      + ignoreAlarms.map { "--ignore-alarms=\($0)" } + me.map { "--me=\($0)" }
  }
}

/// The options about what reminders say, as typed.
struct TextArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to show below titles, as in 'Day {n} of {count}'; =RULE behind it, as for --level, "
        + "chooses components. Repeatable.",
      valueName: "template"))
  var body: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with a template in each line, which take turns from occurrence to occurrence. "
        + "Repeatable.",
      valueName: "file"), completion: .file())
  var bodyList: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "What notifications are grouped by: calendar or series (default: series).",
      valueName: "by"))
  var thread: ThreadGrouping?

  @Option(
    help: ArgumentHelp(
      "The language of generated words: \(ReminderLanguage.tags.joined(separator: ", ")), also with "
        + "a region, as in en-US (default: \(ReminderLanguage.english.tag)).",
      valueName: "tag"), completion: .list(ReminderLanguage.tags))
  var language: String?

  /// Puts the options into those of the compiler.
  func apply(to options: inout CompilerOptions) throws(Failure) {
    for text in body { options.bodies.append(try OptionValue.body(text)) }
    for file in bodyList { options.bodies.append(try BodyListFile(file).rule()) }
    options.threads = thread ?? .series
    if let language { options.language = try OptionValue.language(language) }
  }

  /// The files that are read.
  var files: [FilePath] { bodyList.map { BodyListFile($0).path } }

  /// The options as words, for any directory.
  var words: [String] {
    body.map { "--body=\($0)" }
      + bodyList.map { "--body-list=\(BodyListFile($0).absoluteArgument)" }
      + (thread.map { ["--thread=\($0.rawValue)"] } ?? [])
      + (language.map { ["--language=\($0)"] } ?? [])
  }
}

/// The option about standard error, as typed.
struct DiagnosticArguments: ParsableArguments {
  @Option(
    name: .customLong("diagnostics"),
    help: ArgumentHelp(
      "How standard error tells what is found: text for people, or json for programs.",
      valueName: "format"))
  var format = DiagnosticFormat.text

  /// The option for a worker of a batch, as words.
  var words: [String] { format == .text ? [] : ["--diagnostics=\(format.rawValue)"] }
}

/// The values of `--repeated-hour`.
extension RepeatedHour: ExpressibleByArgument {}

/// The values of `--thread`.
extension ThreadGrouping: ExpressibleByArgument {}
