import ArgumentParser
import CSystem
import CalendarSources
import DesktopService
import ProgramSupport
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ics2notify renew`: recompiles the calendars of an installation.
struct RenewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    .renew, arguments: "[<options>]",
    abstract: "Renew: read the installed calendars again, and update the timers.",
    examples: [
      "ics2notify renew", "ics2notify renew --name work", "ics2notify renew --accept-empty",
    ])

  @OptionGroup var name: NameOptions

  @Flag(help: "End the reminders of calendars that have lost their events.")
  var acceptEmpty = false

  @OptionGroup var messages: MessageOptions

  /// Whether systemd has started this process (systemd.exec(5), `SYSTEMD_EXEC_PID`) for another
  /// reason than the time to fetch.
  private static func isOtherService(_ name: InstallationName) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
      && environment["TRIGGER_UNIT"] != name.fetchTimer.string
  }

  func run() throws {
    let name = try name.installation()
    var lock: InstallationLock?
    defer { lock?.release() }
    var update: InstallationUpdate
    let trials: TrialRecord
    var addresses: [CalendarAddress] = []
    do {
      // Fetch before the lock is taken, because that can take a minute.
      do {
        let file = try ConfFile(name)
        addresses = file.addresses
        let emptied = RenewalRecord(name)?.problems.filter { $0.emptiedSince != nil } ?? []
        try file.fetchToRenew(
          Set(emptied.map(\.path)), isService: RenewCommand.isOtherService(name),
          messages: messages)
      } catch let failure as Failure where failure.status == .cannotCreate {
        // Other calendars are still renewed.
        StandardError.say(.warning, "calendars are not fetched: \(failure.message ?? "")")
      }
      lock = try InstallationLock(name)
      PrivateFiles.tighten(name, isQuiet: messages.quiet)
      trials = TrialRecord(name)
      update = try compile(name, trials: trials)
    } catch let failure as Failure {
      // Another run may have uninstalled the calendars meanwhile.
      FetchedCalendar.clean(addresses)
      try record(failure, of: name)
      throw failure
    }
    FetchedCalendar.clean()
    // Each trial that ends takes its calendars from those that are left.
    while case let trial = trials.trial(), !trial.isEmpty {
      // Other calendars don't wait for one that may not end. If this fails, so does the next time.
      try? update.putIntoEffect(name)
      do {
        update = try compile(name, trials: trials, trying: trial)
      } catch let failure as Failure {
        try record(failure, of: name)
        throw failure
      }
    }
    if !messages.quiet { Messages().tell(update.summary) }
    try update.putIntoEffect(name)
    // systemd reports a service that fails, but not one that ends with 1.
    (update.problems.contains { $0.report != nil } ? .noInput : update.status).exit()
  }

  /// Compiles the calendars, except those that ended earlier renewals and are not in `trial`.
  private func compile(
    _ name: InstallationName, trials: TrialRecord, trying trial: Set<String> = []
  ) throws -> InstallationUpdate {
    let file = try ConfFile(name)
    guard file.exists else { throw try name.missing() }
    var copies = trials.copies(trying: trial)
    copies.acceptsEmpty = acceptEmpty
    copies.willRead = { calendars in
      RenewCommand.note { () throws(Failure) in
        try trials.begin(trial.union(calendars.map(\.description)))
      }
    }
    // A renewal that fails has ended, too.
    defer { RenewCommand.note { () throws(Failure) in try trials.end() } }
    return try InstallationUpdate(
      name, file: file, messages: messages, copies: copies, isRenewal: true)
  }

  /// Changes the record of trials; if that fails, the reminders are still renewed.
  private static func note(_ change: () throws(Failure) -> Void) {
    do throws(Failure) {
      try change()
    } catch {
      StandardError.say(.warning, error.message ?? "")
    }
  }

  private func record(_ failure: Failure, of name: InstallationName) throws {
    // Without units, no timer retries, so don't record the failure.
    guard try Installation.exists(name) else { return }
    let reason = failure.message ?? "no calendar can be read"
    try RenewalRecord(name, problems: failure.unread, failure: reason, readAll: false).write(name)
  }
}
