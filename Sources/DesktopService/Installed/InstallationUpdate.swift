import CSystem
package import CalendarSources
import CivilTime
import DesktopReminders
package import ProgramSupport
import ReminderCompiler
package import SystemdTimers
import TextSafety
import TimerCompiler

/// The settings of an installation, which the options in its file give.
package struct InstallationSettings {
  let settings: Settings
  let desktop: DesktopSettings
  /// How often calendars are fetched.
  let fetchInterval: FetchInterval

  /// Combines the settings of an installation.
  package init(_ settings: Settings, desktop: DesktopSettings, fetchInterval: FetchInterval) {
    self.settings = settings
    self.desktop = desktop
    self.fetchInterval = fetchInterval
  }
}

/// The compiled reminders of an installation, which `install`, `uninstall` and `renew` apply.
package struct InstallationUpdate {
  private let name: InstallationName
  private let session: Session
  private let plan: TimerPlan
  private let files: [TimerPlan.File]
  private let areShown: Bool
  private let existence: EventExistenceCheck?
  private let silenced: [SilencedReminders]
  private let expansion: Expansion
  /// The exit status of a command that applies the update.
  package let status: ExitStatus

  /// Compiles the calendars that `file` names, and changes nothing on disk.
  ///
  /// A renewal omits calendars that are unreadable and lack a copy. Otherwise, they are an error.
  /// `copies` says which calendars are not read.
  package init(
    _ name: InstallationName, file: ConfFile, options: InstallationSettings,
    copies: CalendarCopies, isRenewal: Bool
  ) throws(Failure) {
    self.name = name
    var settings = options.settings
    let reminders =
      try ReminderPresenter(name).readState()?.waitingReminders ?? []
    let pauses = options.desktop.listsSilenced ? settings.timers.listedPauses : []
    // Also expand past events, because waiting and silenced reminders can belong to them.
    if !reminders.isEmpty || !pauses.isEmpty { settings.past = .lastYear }
    let units = UnitSettings(
      settings, desktop: options.desktop, of: name, in: UserDirectories.units)
    let said = Messages()
    let calendars = CalendarInput(settings, messages: said, copies: copies)
    guard isRenewal || !calendars.problems.contains(where: { !$0.hasCopy }) else {
      throw Failure(calendars.isMissing ? .noInput : .noUsableInput, nil)
    }
    session = Session(settings, calendars: calendars, messages: said)
    settings.remarkOnZones(said)
    existence =
      reminders.isEmpty
      ? nil
      : EventExistenceCheck(
        calendars.components, options: settings.compiler, for: reminders, workers: settings.workers)
    areShown = units.timers.showProgram != nil
    silenced =
      pauses.isEmpty || !areShown
      ? []
      : SilencedReminders.lists(
        of: pauses, components: calendars.components, options: units.timers,
        workers: settings.workers)
    expansion = Expansion(
      calendars.components, options: units.timers.compiler, workers: settings.workers)
    plan = TimerPlan(of: expansion, units.timers, workers: settings.workers)
    let watched = WatchedPaths(
      [file.path] + calendars.watched, besides: UserDirectories.changedByRenewals)
    do throws(Failure) {
      let reported = try session.report(
        plan.diagnostics + watched.diagnostics + units.diagnostics)
      // A copy of a calendar that can't be fetched is complete, also for --strict.
      status = reported == .success && !calendars.problems.isEmpty ? .partial : reported
    } catch {
      var failure = error
      failure.unread = calendars.problems
      throw failure
    }
    let interval = file.addresses.isEmpty ? nil : options.fetchInterval
    files = plan.files(
      renewedBy: RunningProgram.own, ["renew"] + (name.name.map { ["--name=\($0)"] } ?? []),
      watching: watched.paths, fetching: interval, flag: UserDirectories.failureFlag(of: name),
      zones: settings.zones)
  }

  /// Lines with the reminders of the next week, the next reminder and misses.
  package var summary: String {
    var (count, next): (Int, ListedFire?) = (0, nil)
    let week = plan.now + 7 * 86_400
    func list(_ expansion: Expansion) {
      _ = FireListing(expansion).forEachBatch {
        next = next ?? $0.first
        count += $0.prefix { $0.at < week }.count { $0.repetition == 0 }
      }
    }
    // List the other fires only if they have the next one: a year of them takes longer than the plan.
    list(expansion.until(week))
    if next == nil { list(expansion) }
    let zone = session.settings.deviceZone
    let first = next.map {
      ", the next on \(LocalTime($0.at, in: zone)): \(TerminalText.oneLine($0.title))"
    }
    let reminders = count == 0 ? "no reminder" : EnglishNames.count(count, "reminder")
    let missed = MissedBeforeRenewal(plan.dropped, renewal: plan.renewal, zone: zone)
    let lines = [
      "\(reminders) in the next 7 days\(first ?? "")", missed.isEmpty ? nil : missed.text,
    ]
    return lines.compactMap { $0.map { "\($0)\n" } }.joined()
  }

  /// The calendars that can't be read.
  package var problems: [UnreadCalendar] { session.calendars.problems }

  /// Updates the state, the copies and the units.
  ///
  /// - Throws: The reason why systemd doesn't use the units. Another call completes the update.
  func apply() throws(Failure) {
    let presenter = ReminderPresenter(name)
    if areShown {
      // Nothing is known about the events of calendars that were not read.
      let unknown = Set(problems.filter { !$0.hasCopy }.map { "\($0.path)" })
      try presenter.prepare(
        at: plan.now,
        knowing: { !unknown.contains($0.origin.source) && existence?.isGone($0) ?? false },
        silenced)
    } else {
      presenter.stop()
    }
    let calendars = session.calendars
    CalendarStore(name).keep(calendars.files, besides: calendars.recovered)
    try Installation(name, protecting: session.protected).install(files)
    guard let manager = UserManager.running else { return }
    let check = ElapseCheck(
      InstalledUnits(name), manager: manager,
      zone: session.settings.machineZone.zoneOfSystemd, zones: .ofSystemd)
    guard !check.lines.isEmpty else { return }
    for line in check.lines { StandardError.say(.error, "\(line)") }
    throw Failure(
      .unavailable,
      "the units are installed, and the user's systemd has timers elapse at other times; "
        + "systemctl --user cat shows what changes them")
  }
}

extension InstallationUpdate {
  /// Applies the update, and records how it ended.
  package func putIntoEffect(_ name: InstallationName) throws(Failure) {
    do throws(Failure) {
      try apply()
    } catch {
      try RenewalRecord(name, problems: problems, failure: error.message).write(name)
      throw error
    }
    try RenewalRecord(name, problems: problems).write(name)
  }
}

extension InstallationName {
  /// The failure of a command whose installation doesn't exist.
  package func missing() throws(Failure) -> Failure {
    if try Installation.exists(self) {
      return Failure(
        .noInput,
        "\(title).conf is missing; install the calendars again: "
          + "ics2notify install\(option) PATH...")
    }
    let others = UserDirectories.installations.map(\.title)
    return Failure(
      .noInput,
      others.isEmpty
        ? "nothing is installed; ics2notify install PATH... installs calendars"
        : "\(title) is not installed; there is " + others.joined(separator: ", ") + " (--name)")
  }

  /// Removes the installation with its units, file and state.
  ///
  /// - Throws: If a step fails. Another call completes the removal.
  /// - Returns: Whether the file or units existed, and the file with the user's own lines, which is
  ///   kept; nil if the program wrote all lines.
  package func uninstall() throws(Failure) -> (wasInstalled: Bool, kept: FilePath?) {
    let file = UserDirectories.file(of: self)
    let hasFile = !file.facts(followingLink: false).isAbsent
    let hasUnits = try Installation.exists(self)
    let addresses = ConfFile.addresses(of: self) ?? []
    var failure: Failure?
    var kept: FilePath?
    if hasUnits {
      do throws(Failure) {
        try Installation(self).uninstall()
      } catch {
        guard error.status == .unavailable else { throw error }
        failure = error
      }
    }
    // Remove the file before the state: a run that waits for the lock reads the file.
    if hasFile {
      kept = try ConfFile.remove(self)
    }
    // `test` creates a state even without an installation.
    ReminderPresenter(self).forget()
    FetchedCalendar.clean(addresses)
    if let failure {
      if let kept { StandardError.say(.note, "the file that you edited is kept as \(kept)") }
      throw failure
    }
    return (hasFile || hasUnits, kept)
  }
}
