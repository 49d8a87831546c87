import CalendarSources
import DesktopService
import ProgramSupport
import SystemdTimers

extension ConfFile {
  /// Reads the file of an installation; if it doesn't exist, begins a new one.
  init(_ installation: InstallationName) throws(Failure) {
    try self.init(installation, options: .ofProgram)
  }

  /// The command that the file is for, with all options and calendars.
  func command() throws -> InstallCommand {
    let lines = try CommandWithFiles<InstallCommand>(parsed(), from: "\(path)")
    do throws(Failure) {
      try lines.command.checkValues()
    } catch {
      throw lines.located(error)
    }
    return lines.command
  }

  /// Fetches the calendars of all addresses.
  func fetch(_ messages: MessageOptions) throws {
    guard !addresses.isEmpty else { return }
    try CalendarFetch.run(
      addresses, credentials: command().fetching.credentials(), unlessWithin: { _ in 0 },
      isQuiet: messages.quiet)
  }

  /// Fetches the calendars for a renewal.
  ///
  /// A service also renews for other reasons than the time to fetch, such as another calendar that
  /// has failed. It fetches a calendar again if that has failed, if it was fetched before the last
  /// time to do so, and if it is in `emptied`, because it has lost its events.
  func fetchToRenew(
    _ emptied: Set<String>, isService: Bool, messages: MessageOptions
  ) throws {
    guard !addresses.isEmpty else { return }
    let options = try command().fetching
    let (interval, credentials) = (try options.interval(), try options.credentials())
    try CalendarFetch.run(
      addresses, credentials: credentials,
      unlessWithin: { address in
        isService && !emptied.contains("\(CalendarPath(text: address.url))")
          ? interval.minutes * 60 - CalendarFetch.slack : CalendarFetch.fresh
      }, isQuiet: messages.quiet)
  }
}

extension InstallationUpdate {
  /// Compiles the calendars that `file` names, with the options in it.
  init(
    _ name: InstallationName, file: ConfFile, messages: MessageOptions,
    copies: CalendarCopies, isRenewal: Bool
  ) throws {
    try file.requirePaths()
    try file.requireReadable()
    let options = try file.command()
    let settings = InstallationSettings(
      try Settings(
        options.calendars, messages: messages, slots: options.slots, desktop: options.desktop),
      desktop: try options.desktop.settings(), fetchInterval: try options.fetching.interval())
    try self.init(name, file: file, options: settings, copies: copies, isRenewal: isRenewal)
  }
}
