import ArgumentParser
import CalendarSources
import DesktopService
import ProgramSupport
import SystemdTimers

/// `ics2notify uninstall`: removes calendars, or a whole installation.
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .uninstall, arguments: "[<options>] [<path> ...]",
    abstract: "Remove calendars, or everything that install put in place.",
    examples: [
      "ics2notify uninstall ~/calendar.ics", "ics2notify uninstall",
      "ics2notify uninstall --name work",
    ])

  @Argument(
    help: ArgumentHelp(
      "The calendars; without any, the whole installation is removed.", valueName: "path"),
    completion: .file(), transform: CalendarPath.init(typed:))
  var paths: [CalendarPath] = []

  @OptionGroup var name: NameOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let name = try name.installation()
    let lock = try InstallationLock(name)
    defer { lock.release() }
    let output = try StandardOutput(protecting: ProtectedFiles())
    guard !paths.isEmpty else { return try uninstall(name, output: output) }
    var file = try ConfFile(name)
    guard file.exists else { throw try name.missing() }
    do throws(Failure) {
      try file.remove(paths)
    } catch {
      throw Failure(error.status, (error.message ?? "") + RenewalRecord.remarkOnFile(name))
    }
    let gone = paths.compactMap(\.address)
    guard !file.paths.isEmpty else { return try uninstall(name, output: output) }
    let update = try InstallationUpdate(
      name, file: file, messages: messages, copies: TrialRecord(name).copies(), isRenewal: true)
    if !messages.quiet {
      output.write(whole: file.changes + update.summary)
    }
    try file.write()
    FetchedCalendar.clean(gone)
    try update.putIntoEffect(name)
    update.status.exit()
  }

  /// Removes the whole installation, even if its file is invalid.
  private func uninstall(_ name: InstallationName, output: StandardOutput) throws {
    let (wasInstalled, kept) = try name.uninstall()
    guard !messages.quiet else { return }
    guard wasInstalled else { return StandardError.say(.note, try name.missing().message ?? "") }
    output.write(
      whole: "\(name.title): uninstalled"
        + (kept.map { "; the file that you edited is kept as \($0)" } ?? "") + "\n")
  }
}
