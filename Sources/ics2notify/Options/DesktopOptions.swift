import ArgumentParser
package import DesktopReminders
import SystemdTimers
import TextSafety

/// The options for showing reminders on a desktop.
struct DesktopOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Have timers call notify-send themselves: text without buttons.", visibility: .hidden))
  var plain = false

  @Option(
    help: ArgumentHelp("How to show missed reminders (default: summary).", valueName: "how"))
  var late: ShowSettings.Lateness?

  @Flag(
    help: ArgumentHelp(
      "Show simultaneous reminders one by one, never as a list.",
      visibility: .hidden))
  var oneByOne = false

  @Flag(help: "Keep notifications on the screen until they are closed.")
  var stay = false

  @Option(
    help: ArgumentHelp(
      "The choices for snoozing, such as 10m,1h,08:00 (default: \(SnoozeChoices.standard)).",
      valueName: "list"))
  var snooze: String?

  @Option(
    help: ArgumentHelp("Run a program for each reminder instead.", valueName: "argv"))
  var command: String?

  var given: [String] {
    [
      plain ? "--plain" : nil, late.map { "--late \($0.rawValue)" },
      oneByOne ? "--one-by-one" : nil, stay ? "--stay" : nil,
      snooze.map { _ in "--snooze" }, command.map { _ in "--command" },
    ].compactMap { $0 }
  }

  /// Whether timers fire late for times that they missed (`Persistent=`).
  var isPersistent: Bool { plain && late == .show }

  func check() throws(Failure) {
    guard plain, let other = given.first(where: { !["--plain", "--late show"].contains($0) })
    else { return }
    throw Failure(.usage, "\(other) has no effect with --plain")
  }

  func settings() throws(Failure) -> ShowSettings {
    var settings = ShowSettings()
    settings.lateness = late ?? .summary
    settings.isOneByOne = oneByOne
    settings.isStaying = stay
    if let snooze { settings.snoozes = try OptionValue.snoozes(snooze) }
    if let command { settings.command = try OptionValue.command(command) }
    return settings
  }
}

/// The options for calendars on servers.
struct FetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How often to fetch calendars from addresses (default: PT1H).", valueName: "duration"))
  var fetchEvery: String?

  @Option(
    help: ArgumentHelp(
      "A program that prints USER:PASSWORD for a host, its last argument.", valueName: "argv",
      visibility: .hidden))
  var credentialsCommand: String?

  func interval() throws(Failure) -> FetchInterval {
    try OptionValue.fetchInterval(fetchEvery ?? "PT1H")
  }

  /// The program; nil to use `~/.netrc`.
  func credentials() throws(Failure) -> CommandTemplate? {
    try credentialsCommand.map(OptionValue.credentialsCommand)
  }

  func check() throws(Failure) {
    _ = try interval()
    _ = try credentials()
  }
}

struct NameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The name of the installation, if there are several.", valueName: "name"))
  var name: String?

  func installation() throws(Failure) -> InstallationName { try OptionValue.installation(name) }
}

/// The values of `--late`.
extension ShowSettings.Lateness: ExpressibleByArgument {
  package init?(argument: String) { self.init(rawValue: argument) }
}
