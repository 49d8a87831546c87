public import ArgumentParser
import CalendarSources
import CivilTime
import ProgramSupport
public import ReminderCompiler

struct CalendarOptions: ParsableArguments {
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Which reminders", visibility: .besidesBatch) var filters: FilterOptions
  @OptionGroup(title: "Alarms", visibility: .besidesBatch) var alarms: AlarmOptions
  @OptionGroup(title: "Text", visibility: .besidesBatch) var texts: TextOptions
  @OptionGroup(title: "Time") var times: TimeOptions
}

extension ArgumentVisibility {
  /// The visibility of options that the help of each command shows, but not that of `batch`.
  static var besidesBatch: ArgumentVisibility {
    ProgramArguments.explainedCommand == .batch ? .hidden : .default
  }
}

struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, directories with .ics files, or - for standard input.", valueName: "path"),
    completion: .file(), transform: CalendarPath.init(typed:))
  var paths: [CalendarPath] = []

  @Option(
    name: .customLong("options"),
    help: ArgumentHelp("A file with options and paths, one in each line.", valueName: "file"),
    completion: .file())
  var files: [FilePath] = []

  @Flag(
    help: ArgumentHelp(
      "Let components of one file replace and change those of another.", visibility: .hidden))
  var mergeSources = false

  @Flag(
    help: ArgumentHelp(
      "Refuse everything if any part of the input is refused.", visibility: .hidden))
  var strict = false

  @Option(
    help: ArgumentHelp(
      "How many threads work at once (default: the processor's cores).", valueName: "n",
      visibility: ProgramArguments.explainedCommand == .batch ? .default : .hidden))
  var jobs: Int?

  /// Throws an error if no path is given, or a path that doesn't exist is the name of a command.
  func requirePaths() throws(Failure) {
    guard !paths.isEmpty else {
      let file = ProgramArguments.command.map { FilePath(text: $0.rawValue) }
      let hint =
        file.map { $0.facts().isAbsent ? "" : "; write the file \($0) as ./\($0)" } ?? ""
      throw Failure(.usage, "at least one PATH is needed\(hint)")
    }
    let isBatch = ProgramArguments.command == .batch
    for path in paths where path.facts().isAbsent {
      if CommandName(rawValue: path.description) != nil {
        throw Failure(
          .usage,
          isBatch
            ? "\(path) is not a command of batch, which has compile, fires and simulate"
            : "\(path) is a command, which comes before all options and paths")
      }
      // A batch reports each path as a separate result.
      let word = path.description.lowercased()
      guard !isBatch,
        let meaning = SynonymHints.arguments["\(ProgramArguments.command?.rawValue ?? "") \(word)"]
          ?? SynonymHints.commands[word]
      else { continue }
      throw Failure(.noInput, "\(path): no such file or directory; \(meaning)")
    }
  }
}

/// The options that select reminders.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep only matches of a rule, such as CATEGORIES:work.", valueName: "rule"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out matches of a rule, such as ACTION:EMAIL.", valueName: "rule"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Treat matching alarms as absent, so that default alarms apply. Repeatable.",
      valueName: "rule", visibility: .hidden))
  var ignoreAlarms: [String] = []

  @Option(
    help: ArgumentHelp("Your address, for PARTSTAT:DECLINED.", valueName: "address"))
  var me: [String] = []

  func apply(to options: inout CompilerOptions) throws(Failure) {
    // A loop can throw a typed error, but a closure of `map` can't.
    for text in only { options.only.append(try OptionValue.rule(text, of: "--only")) }
    for text in ignore { options.ignored.append(try OptionValue.rule(text, of: "--ignore")) }
    for text in ignoreAlarms {
      options.ignoredAlarms.append(try OptionValue.rule(text, of: "--ignore-alarms"))
    }
    options.userAddresses = me
  }
}

/// The options that add or change alarms.
struct AlarmOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An alarm for series without one, before its start, or when it is due: -15m.",
      valueName: "trigger"))
  var defaultAlarm: [String] = []

  @Option(
    help: ArgumentHelp(
      "The time of an alarm for all-day series without one.",
      valueName: "time"))
  var allDayAlarm: [String] = []

  @Option(
    help: ArgumentHelp(
      "A time of day for alarms of all-day events that are due at midnight. Repeatable.",
      valueName: "time", visibility: .hidden))
  var moveAllDay: [String] = []

  @Option(
    help: ArgumentHelp("Repeats for alarms without any, such as 10x5min.", valueName: "repeats"))
  var nag: String?

  @Option(
    help: ArgumentHelp(
      "A level for some alarms, such as critical=UID:pill*.", valueName: "level"))
  var level: [String] = []

  @Option(
    help: ArgumentHelp(
      "Move reminders out of hours such as 22:00-07:00.", valueName: "hours"))
  var quietHours: [String] = []

  @Option(
    help: ArgumentHelp(
      "Don't move a reminder to less than this before its event (default: PT15M).",
      valueName: "duration", visibility: .hidden))
  var quietHoursLead: String?

  @Flag(
    help: ArgumentHelp("Leave out reminders in quiet hours.", visibility: .hidden))
  var quietHoursDrop = false

  @Option(
    help: ArgumentHelp(
      "Silent days, such as 2026-12-24..2027-01-06.", valueName: "days"))
  var pause: [String] = []

  @Option(
    help: ArgumentHelp(
      "Silence reminders on the days of a calendar, such as holidays.ics.", valueName: "file"),
    completion: .file())
  var skipOn: [String] = []

  @Option(
    help: ArgumentHelp(
      "Silence reminders on all other days than those of a calendar. Repeatable.",
      valueName: "file", visibility: .hidden), completion: .file())
  var onlyOn: [String] = []

  @Option(
    help: ArgumentHelp(
      "Avoid requests that must be removed later; a rule chooses components. Repeatable.",
      valueName: "rule", visibility: .hidden))
  var noOverrun: [String] = []

  /// The calendars of days.
  var files: [FilePath] { (skipOn + onlyOn).map { DayCalendar($0).path } }

  /// Reads the calendars of days, once the instant and the zone are known.
  func applyDays(to options: inout CompilerOptions, zones: ZoneDatabase) throws(Failure) {
    for (files, isInverted) in [(skipOn, false), (onlyOn, true)] {
      for file in files {
        options.silences.append(
          try DayCalendar(file).silence(isInverted: isInverted, options: options, zones: zones))
      }
    }
  }

  func apply(to options: inout CompilerOptions) throws(Failure) {
    for text in defaultAlarm { try OptionValue.defaultAlarm(text, into: &options) }
    for text in allDayAlarm { try OptionValue.allDayAlarm(text, into: &options) }
    for text in moveAllDay { options.allDayMoves.append(try OptionValue.allDayMove(text)) }
    options.nag = try nag.map(OptionValue.nag)
    for text in level { options.levels.append(try OptionValue.level(text)) }
    for text in quietHours { options.quietHours.append(try OptionValue.quietHours(text)) }
    options.dropsQuietFires = quietHoursDrop
    if let quietHoursLead {
      options.quietHoursLead = try OptionValue.quietHoursLead(quietHoursLead)
    }
    let more = [
      quietHoursDrop ? "--quiet-hours-drop" : nil,
      quietHoursLead.map { _ in "--quiet-hours-lead" },
    ].compactMap { $0 }
    if quietHours.isEmpty, let first = more.first {
      throw Failure(.usage, "\(first) goes with --quiet-hours")
    }
    for text in pause { options.silences.append(try OptionValue.pause(text)) }
    for text in noOverrun {
      options.noOverrun.append(try OptionValue.rule(text, of: "--no-overrun"))
    }
  }
}

/// The options for the text and grouping of notifications.
struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The text below titles, such as 'Day {n}'.", valueName: "template"))
  var body: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file with a template on each line, used in turn. Repeatable.",
      valueName: "file", visibility: .hidden), completion: .file())
  var bodyList: [FilePath] = []

  @Option(
    help: ArgumentHelp(
      "The number on the app's icon, or 'count' for the day's alerts from now on.",
      valueName: "n", visibility: .hidden))
  var badge: String?

  @Option(
    help: ArgumentHelp(
      "How to group notifications (default: series).",
      valueName: "by", visibility: .hidden))
  var thread: ThreadGrouping?

  @Option(
    help: ArgumentHelp(
      "The language of generated words: \(ReminderLanguage.tags.joined(separator: ", ")).",
      valueName: "tag"), completion: .list(ReminderLanguage.tags))
  var language: String?

  func apply(to options: inout CompilerOptions) throws(Failure) {
    for text in body { options.bodies.append(try OptionValue.body(text)) }
    for file in bodyList { options.bodies.append(try BodyListFile(file).rule()) }
    options.badge = try badge.map { text throws(Failure) in
      try OptionValue.value(
        Badge(text), of: "--badge", text: text,
        why: "is neither 'count' nor a number from 0 to 9999")
    }
    options.threads = thread ?? .series
    if let language { options.language = try OptionValue.language(language) }
  }

  /// Throws an error for options that the notifications of a desktop don't have.
  func checkForDesktop() throws(Failure) {
    guard badge != nil else { return }
    throw Failure(.usage, "--badge applies to the icon of an app, not to a desktop")
  }

  var files: [FilePath] { bodyList.map { BodyListFile($0).path } }
}

struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The instant to compile for (default: now).", valueName: "instant",
      // The reminders of an installation always start now.
      visibility: ProgramArguments.explainedCommand == .install ? .hidden : .default))
  var now: String?

  @Option(
    help: ArgumentHelp("The device's time zone (default: this machine's).", valueName: "id"),
    completion: .custom { _, _, _ in ZoneDatabase.ofMachine.identifiers + ["UTC"] })
  var timeZone: String?

  @Option(
    help: ArgumentHelp("How far to look ahead (default: 1y; agenda: 7d).", valueName: "duration"))
  var horizon: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of local times without one: an IANA name, or 'calendar' for X-WR-TIMEZONE "
        + "(default: the device's).", valueName: "id", visibility: .hidden),
    completion: .custom { _, _, _ in ZoneDatabase.ofMachine.identifiers + ["UTC", "calendar"] })
  var floatingZone: String?

  @Option(
    help: ArgumentHelp(
      "How hourly and shorter recurrences use the repeated hour (default: either).",
      valueName: "pass", visibility: .hidden))
  var repeatedHour: RepeatedHour?
}

struct MessageOptions: ParsableArguments {
  @Flag(name: [.long, .customShort("q")], help: "Show errors only.")
  var quiet = false

  @Flag(name: [.long, .customShort("v")], help: "Show every diagnostic.")
  var verbose = false

  @Option(help: .diagnostics)
  var diagnostics = DiagnosticFormat.text

  /// The names of these options, which don't affect a result.
  static let names: Set = ["quiet", "verbose", "diagnostics"]
}

extension ArgumentHelp {
  /// The help of the option that ``ProgramArguments/invocation`` reads.
  static let diagnostics = ArgumentHelp(
    "The format of diagnostics.", valueName: "format", visibility: .hidden)
}

struct OutputOptions: ParsableArguments {
  @Option(
    name: [.long, .customShort("o")],
    help: ArgumentHelp(
      ProgramArguments.explainedCommand == .batch
        ? "The directory to write to (default: lines on standard output)."
        : "The file to write (default: standard output).", valueName: "path"),
    completion: .file())
  var output: FilePath?

  var isShown: Bool {
    output == nil && ProgramArguments.command != .batch && Terminal.showsOutput
  }

  /// The file; nil for standard output.
  var path: FilePath? { output.flatMap { $0.isHyphen ? nil : $0 } }
}

/// The paths of files.
extension FilePath: ExpressibleByArgument {}

/// The values of `--diagnostics`.
extension DiagnosticFormat: ExpressibleByArgument {}

/// The values of `--repeated-hour`.
extension RepeatedHour: ExpressibleByArgument {}

/// The values of `--thread`.
extension ThreadGrouping: ExpressibleByArgument {}

/// The values of `--device-calendar`.
extension DeviceCalendar: ExpressibleByArgument {}
