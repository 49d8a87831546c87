import ArgumentParser
package import DesktopReminders
import TextSafety

/// The options of how a desktop shows reminders, as they are typed.
struct ShowArguments: ParsableArguments {
  @Flag(
    help:
      "Have timers call notify-send themselves: text without buttons, and without this program.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "What to do about reminders that were missed: show each, a summary above "
        + "\(DesktopState.maximumSingles), or skip them (default: summary).",
      valueName: "how"))
  var late: ShowSettings.Lateness?

  @Flag(help: "Have timers show late what they missed: --late show.")
  var persistent = false

  @Flag(help: "Show reminders that are due in the same second one by one, however many there are.")
  var oneByOne = false

  @Flag(
    help: ArgumentHelp(
      "Keep notifications on the screen until they are closed, where the desktop allows it; "
        + "do-not-disturb still applies."))
  var stay = false

  @Option(
    help: ArgumentHelp(
      "How long a notification can be snoozed: durations, and times of day of the next day, with "
        + "commas; or none (default: \(SnoozeChoices.standard)).",
      valueName: "list"))
  var snooze: String?

  @Option(
    help: ArgumentHelp(
      "Run a program for each reminder in place of showing it; it reads the fire as JSON. In "
        + "arguments {title}, {body}, {at}, {uid} and {url} are filled in.",
      valueName: "argv"))
  var command: String?

  /// What was given besides, of which nothing makes sense with plain units.
  private var given: [String] {
    [
      late.map { _ in "--late" }, oneByOne ? "--one-by-one" : nil, stay ? "--stay" : nil,
      snooze.map { _ in "--snooze" }, command.map { _ in "--command" },
    ].compactMap { $0 }
  }

  /// All that was given.
  var all: [String] {
    (plain ? ["--plain"] : []) + (persistent ? ["--persistent"] : []) + given
  }

  /// Whether timers make up for what they missed.
  var isPersistent: Bool { plain && persistent }

  func validate() throws {
    if plain, let first = given.first {
      throw ValidationError("\(first) is about what --plain leaves out")
    }
    if persistent, late != nil {
      throw ValidationError("--persistent is --late show; only one of them can be given")
    }
  }

  /// How reminders are shown.
  func settings() throws(Failure) -> ShowSettings {
    var settings = ShowSettings()
    settings.lateness = late ?? (persistent ? .show : .summary)
    settings.isOneByOne = oneByOne
    settings.isStaying = stay
    if let snooze { settings.snoozes = try OptionValue.snoozes(snooze) }
    if let command { settings.command = try OptionValue.command(command) }
    return settings
  }

  /// The options as words.
  var words: [String] {
    let words: [String?] = [
      plain ? "--plain" : nil, persistent ? "--persistent" : nil,
      late.map { "--late=\($0.rawValue)" }, oneByOne ? "--one-by-one" : nil,
      stay ? "--stay" : nil, snooze.map { "--snooze=\($0)" }, command.map { "--command=\($0)" },
    ]
    return words.compactMap { $0 }
  }
}

/// The values of `--late`.
extension ShowSettings.Lateness: ExpressibleByArgument {
  package init?(argument: String) { self.init(rawValue: argument) }
}
