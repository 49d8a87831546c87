import ArgumentParser
import CivilTime
import DesktopService
import ProgramSupport
import ReminderCompiler

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ics2notify status`: the state of the installations.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .status, arguments: "[<options>]",
    abstract: "Show the installations: calendars, state, next and last reminders.",
    examples: ["ics2notify status", "ics2notify status --name work --format json"])

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @OptionGroup var name: NameOptions

  @Option(name: [.long, .customShort("f")], help: "The format.")
  var format = Format.text

  func run() throws {
    let output = try StandardOutput(protecting: ProtectedFiles())
    var names = UserDirectories.installations
    if name.name != nil {
      let name = try name.installation()
      guard names.contains(name) else { throw try name.missing() }
      names = [name]
    }
    let now = Instant(Date())
    let machine = try MachineZone(.ofMachine, now: now)
    let manager = names.isEmpty ? nil : UserManager.running
    let report = StatusReport(
      now: now, timeZoneData: ZoneDatabase.ofMachine.dataDescription,
      installations: names.map {
        InstallationReport(
          of: $0, manager: manager, now: now, zone: machine.zoneOfSystemd, zones: .ofSystemd,
          options: .ofProgram)
      })
    let data = "time zone data: \(report.timeZoneData)\n"
    switch format {
    case .json: output.write(whole: try report.lineBytes() + "\n".utf8)
    case .text where names.isEmpty:
      output.write(
        whole: "nothing is installed; ics2notify install PATH... installs calendars\n\n\(data)")
    case .text:
      output.write(
        whole: report.installations.map { StatusText($0, in: machine.zone).text + "\n" }.joined()
          + data)
    }
    (report.isWell ? ExitStatus.success : .unavailable).exit()
  }
}
