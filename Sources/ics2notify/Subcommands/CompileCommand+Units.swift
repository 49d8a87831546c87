import CivilTime
import ICalendar
import ReminderCompiler
import TextSafety
import TimerCompiler

/// What `compile` does with systemd units.
extension CompileCommand {
  /// Writes, installs or prints the timers of the calendars.
  func emitTimers() async throws {
    let place = try unitDirectory()
    let installed = try InstalledUnits(in: place ?? UserDirectories.units)
    // Looked up now: the units are others afterwards.
    let before = installed.origin
    let asked =
      install
      ? installed.renewal?.asked(shared, calledWith: ProgramArguments.all) ?? shared : shared
    let session = try await Session(asked, isForDevice: false)
    var options = session.settings.timers
    options.isPersistent = persistent
    options.systemZoneDataVersion = SystemZoneData.version(systemZoneData)
    // Of another machine nobody knows what it lacks.
    if systemZoneData == nil { options.systemZoneNames = SystemZoneData.installedNames }
    let renewal = RenewalArguments(
      asked, output: place, isPersistent: persistent, zoneData: systemZoneData
    ).arguments
    options.hasRenewalTimer = renewal != nil
    let plan = await Compiler.timerPlan(
      for: session.calendars.components, options, session.settings.workers)
    let missing = renewal == nil ? [Diagnostic(.renewalMissing(by: plan.renewBy))] : []
    let status = try session.report(plan.diagnostics + missing)
    let files = renewal.map { plan.files(renewedBy: RenewalArguments.program, $0) } ?? plan.files
    let summary = PlanSummary(plan, zone: options.deviceZone).text
    guard install || place != nil else {
      try StandardOutput(protecting: session.protected).write(
        whole: files.map { "# \($0.name)\n\($0.text)" }.joined(separator: "\n"))
      if !shared.quiet { StandardError.write(summary) }
      status.exit()
    }
    let after: InstalledUnits.Origin =
      files.isEmpty
      ? .nothing
      : renewal == nil ? .standardInput : .calendars(asked.paths.map(\.absolute.argument))
    let outcome = try tried { () throws(Failure) in
      try put(files, in: place, protecting: session.protected)
    }
    if !shared.quiet {
      if asked.limit != shared.limit {
        StandardError.say(
          "note: a renewal of an earlier version named --limit without being asked to; it counts no "
            + "more")
      }
      StandardError.write(summary)
      report(outcome.change, OriginReport(before: before, after: after))
    }
    if let failure = outcome.failure { throw failure }
    status.exit()
  }

  /// Puts units into place.
  private func put(
    _ files: [TimerPlan.File], in place: String?, protecting protected: ProtectedFiles
  ) throws(Failure) -> UnitDirectory.Change {
    if install { return try Installation(place, protecting: protected).install(files) }
    let directory = try UnitDirectory(place ?? UserDirectories.units, protecting: protected)
    try directory.add(files)
    try directory.removeOthers(than: files)
    return directory.change
  }

  /// Changes units.
  ///
  /// - Parameter change: Does it.
  /// - Throws: Why the files are not as they should be.
  /// - Returns: What was changed; and where systemd doesn't take it up, why.
  private func tried(
    _ change: () throws(Failure) -> UnitDirectory.Change
  ) throws(Failure) -> (change: UnitDirectory.Change?, failure: Failure?) {
    do {
      return (try change(), nil)
    } catch {
      guard error.status == .unavailable else { throw error }
      return (nil, error)
    }
  }

  /// Stops and removes what is installed.
  func takeAway() throws {
    let path = try unitDirectory()
    guard try Installation.exists(in: path) else {
      if !shared.quiet {
        StandardError.say(
          "note: there is nothing of ics2notify in \(path ?? UserDirectories.units)")
      }
      return
    }
    let before = try InstalledUnits(in: path ?? UserDirectories.units).origin
    let outcome = try tried { () throws(Failure) in
      try Installation(path, isMade: false).uninstall()
    }
    if !shared.quiet { report(outcome.change, OriginReport(before: before, after: .nothing)) }
    if let failure = outcome.failure { throw failure }
  }

  /// Prints what is installed.
  func showStatus() throws {
    let settings = try Settings(shared, isForDevice: false)
    let path = try unitDirectory() ?? UserDirectories.units
    let units = try InstalledUnits(in: path)
    let manager = units.names.isEmpty ? nil : UserManager.running
    let status = InstallationStatus(
      units: units, manager: .init(asking: manager, about: path), now: settings.compiler.now,
      zone: settings.compiler.deviceZone, zones: settings.zones)
    try StandardOutput(protecting: ProtectedFiles()).write(whole: status.text)
    (status.isIdle ? ExitStatus.unavailable : .success).exit()
  }

  /// The absolute path of the directory for units; nil where none is named.
  private func unitDirectory() throws(Failure) -> String? {
    guard let output, !output.isHyphen else { return nil }
    // Units name it in their commands, and systemd lists it in texts.
    guard let path = String(validating: output.absolute.bytes, as: UTF8.self), !path.isEmpty else {
      throw Failure(
        .cannotCreate, "\(output): isn't written: a directory of units has a name in UTF-8")
    }
    return path
  }

  private func report(_ change: UnitDirectory.Change?, _ origin: OriginReport) {
    if let change {
      let place = TerminalText.oneLine(output?.description ?? UserDirectories.units)
      StandardError.write(
        "\(place): \(change.written) units written, \(change.removed) removed\n")
    }
    StandardError.write(origin.text)
  }
}
