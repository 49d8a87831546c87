import ArgumentParser
import CivilTime
import DesktopReminders
import ReminderCompiler

/// `ics2notify status`: what is installed, and whether it runs.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .status, "[<options>]",
    abstract: "Report what is installed, shown and due next.",
    examples: ["ics2notify status", "ics2notify status --name work"])

  @OptionGroup var name: NameOptions
  @OptionGroup(title: "Time") var clock: ClockOptions
  @OptionGroup(visibility: .hidden) var output: OutputOptions
  @OptionGroup var messages: MessageOptions

  func run() throws {
    let installation = try name.installation()
    var calendars = try CalendarOptions.parse([])
    calendars.times.clock = clock
    let settings = try Settings(calendars, messages)
    let path =
      try output.path.map { path throws(Failure) in try UserDirectories.unitDirectory(path) }
      ?? UserDirectories.units
    let units = try InstalledUnits(in: path, of: installation)
    let manager = units.names.isEmpty ? nil : UserManager.running
    let zone = settings.compiler.deviceZone
    let state = InstallationStatus.Manager(asking: manager, about: units)
    let check = manager.flatMap { manager in
      if case .runs = state {
        ElapseCheck(units, manager, zone: zone, zones: settings.zones)
      } else {
        nil
      }
    }
    let showing = Showing(installation, in: path)
    let hasTable = !showing.table.facts().isAbsent
    let status = InstallationStatus(
      units: units, manager: state, check: check, now: settings.compiler.now, zone: zone,
      zones: settings.zones,
      due: hasTable
        ? try showing.next(InstallationStatus.listedCount, after: settings.compiler.now) : nil,
      shown: hasTable ? try showing.report() : nil)
    try StandardOutput(protecting: ProtectedFiles()).write(whole: status.text)
    (status.isAmiss ? ExitStatus.unavailable : .success).exit()
  }
}
