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
      valueName: "path"))
  var paths: [FilePath] = []

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

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An alarm for series without one, as in RFC 5545: -PT15M is before. Repeatable.",
      valueName: "trigger"))
  var defaultAlarm: [String] = []

  @Option(
    help: ArgumentHelp(
      "The time of day of an alarm for all-day series without one (default: off).",
      valueName: "time"))
  var allDayAlarm: String?

  @Option(
    help: ArgumentHelp(
      "Repeats for alarms without any: how many, and the time between them, as in 10xPT5M.",
      valueName: "repeats"))
  var nag: String?

  @Option(
    help: ArgumentHelp(
      "A level for some components, as in critical=CATEGORIES:medication. Repeatable.",
      valueName: "rule"))
  var level: [String] = []

  @OptionGroup var texts: TextArguments

  @Flag(help: "Let components of one file replace and change those of another.")
  var mergeSources = false

  @Flag(help: "Refuse everything where any part of the input is refused.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "How many threads work at once (default: the processor's cores).", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Show errors only.")
  var quiet = false

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
