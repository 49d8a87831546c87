import ArgumentParser

/// The options of what is installed.
struct InstallationOptions: ParsableArguments {
  @OptionGroup var calendars: CalendarOptions
  @OptionGroup(title: "Slots") var slots: SlotOptions
  @OptionGroup(title: "Desktop") var desktop: DesktopOptions
  @OptionGroup(title: "Desktop") var name: NameOptions
  @OptionGroup(title: "Output", visibility: .hidden) var output: OutputOptions
  @OptionGroup(title: "Output") var messages: MessageOptions

  /// Makes the units, and what puts them in place.
  func installer() throws(Failure) -> TimerInstaller {
    try desktop.check()
    return try TimerInstaller(
      name: name.installation(), directory: output.path, calendars: calendars, slots: slots,
      desktop: desktop)
  }

  /// Reads the options.
  func settings() throws(Failure) -> Settings { try Settings(calendars, messages, slots) }
}

/// `ics2notify install`: timers for a desktop.
struct InstallCommand: CalendarCommand {
  static let configuration = CommandConfiguration(
    .install, "[<options>] [<path> ...]",
    abstract: "Have the desktop show the reminders of calendars.",
    examples: [
      "ics2notify install ~/calendar.ics",
      "ics2notify install --default-alarm -15m --all-day-alarm 09:00 ~/.calendars",
    ])

  @OptionGroup var options: InstallationOptions

  var calendars: CalendarOptions { options.calendars }

  func checkValues() throws(Failure) {
    _ = try options.settings()
    _ = try options.name.installation()
    _ = try options.desktop.settings()
  }

  func run() throws {
    try calendars.input.requirePaths()
    let installer = try options.installer()
    let session = Session(try options.settings())
    try installer.install(session, isQuiet: options.messages.quiet).exit()
  }
}

/// `ics2notify renew`: what the renewal timer starts.
struct RenewCommand: CalendarCommand {
  static let configuration = CommandConfiguration(
    .renew, "[<options>]",
    abstract: "Compile the installed calendars again.",
    examples: ["ics2notify renew", "ics2notify renew --name work"])

  @OptionGroup var options: InstallationOptions

  var calendars: CalendarOptions { options.calendars }

  func checkValues() throws(Failure) {}

  func run() throws {
    try calendars.input.requirePaths()
    let installer = try options.installer()
    let session = Session(try options.settings())
    try session.calendars.requireAllPaths()
    try installer.install(session, isQuiet: options.messages.quiet).exit()
  }
}
