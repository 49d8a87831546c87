import ArgumentParser
import DesktopReminders

/// `ics2notify show`: what the timers of an installation start.
struct ShowCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      .show,
      abstract: "Show the reminders that are due: what installed timers start.",
      examples: [
        "ics2notify show",
        "ics2notify show --help",
      ])
  }

  @Option(
    help: ArgumentHelp(
      "The table of what is due (default: that of --install).", valueName: "file"))
  var table: FilePath?

  @Option(help: ArgumentHelp("The installation (default: that without a name).", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Become the program that shows one notification: what a transient unit starts.",
      valueName: "id"))
  var present: String?

  @Option(
    help: ArgumentHelp(
      "Do what was pressed: what a transient unit does at its end.", valueName: "id"))
  var answered: String?

  @Option(help: ArgumentHelp("Open the link of a notification.", valueName: "id"))
  var open: String?

  func validate() throws {
    let given = [present, answered, open].compactMap { $0 }
    guard given.count < 2 else {
      throw ValidationError("only one of --present, --answered and --open can be given")
    }
    guard given.allSatisfy(ReminderNotification.isIdentifier) else {
      throw ValidationError("a notification is named by 16 hexadecimal digits")
    }
  }

  func run() throws {
    let showing = Showing(try OptionValue.installation(name), table: table)
    if let present { return try showing.present(present) }
    if let answered { return try showing.answer(answered) }
    if let open { return try showing.open(open) }
    try showing.showDue()
  }
}
