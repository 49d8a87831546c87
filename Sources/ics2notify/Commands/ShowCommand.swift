import ArgumentParser
import CalendarSources
import DesktopReminders
import DesktopService
import ProgramSupport

/// `ics2notify show`: shows due reminders; the timers of an installation run it.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .show, arguments: "[<options>]",
    abstract: "Show the reminders that are due. The installed timers run this command.",
    examples: [
      "ics2notify show",
      "ics2notify show --help",
    ], shouldDisplay: false)

  @Option(
    help: ArgumentHelp(
      "The table of reminders (default: that of install).", valueName: "file"))
  var table: FilePath?

  @Option(help: ArgumentHelp("The name of the installation (default: none).", valueName: "name"))
  var name: String?

  @Flag(help: "Show the waiting reminders, and handle their buttons until all are closed.")
  var watch = false

  @Option(help: ArgumentHelp("Become the program of --command for one reminder.", valueName: "id"))
  var execute: String?

  @Option(help: ArgumentHelp("Record how that program ended.", valueName: "id"))
  var ended: String?

  @Option(help: ArgumentHelp("Open the link of a notification.", valueName: "id"))
  var open: String?

  @Flag(help: "Play the sounds of the reminders on the screen until all have ended.")
  var play = false

  func run() throws {
    let given = [execute, ended, open].compactMap { $0 }
    guard given.count + (watch ? 1 : 0) + (play ? 1 : 0) < 2 else {
      throw Failure(
        .usage, "only one of --watch, --execute, --ended, --open and --play can be given")
    }
    guard given.allSatisfy(ReminderNotification.isIdentifier) else {
      throw Failure(.usage, "a notification is named by 16 hexadecimal digits")
    }
    let presenter = ReminderPresenter(try OptionValue.installation(name), table: table)
    if watch { return try presenter.watch() }
    if play { return try presenter.play() }
    if let execute { return try presenter.execute(execute) }
    if let ended { return try presenter.ended(ended) }
    if let open { return try presenter.open(open) }
    try presenter.showDue()
  }
}
