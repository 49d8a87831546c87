import ArgumentParser

/// `ics2notify uninstall`: takes away what `install` put in place.
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .uninstall, "[<options>]",
    abstract: "Stop and remove what install put in place.",
    examples: ["ics2notify uninstall", "ics2notify uninstall --name work"])

  @OptionGroup var name: NameOptions
  @OptionGroup(visibility: .hidden) var output: OutputOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let installer = try TimerInstaller(
      name: name.installation(), directory: output.path, calendars: CalendarOptions.parse([]),
      slots: SlotOptions.parse([]), desktop: DesktopOptions.parse([]))
    try installer.uninstall(isQuiet: messages.quiet)
  }
}
