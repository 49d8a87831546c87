import CSystem
package import ProgramSupport
package import SystemdTimers
import TimerCompiler

/// Installs units into a directory of the user's systemd, and removes them.
package struct Installation {
  private let directory: UnitDirectory
  private let name: InstallationName

  /// Opens and locks the directory of the user's own units.
  init(
    _ name: InstallationName, protecting protected: ProtectedFiles = ProtectedFiles()
  ) throws(Failure) {
    self.name = name
    directory = try UnitDirectory(
      UserDirectories.units, of: name, isPrivate: true, protecting: protected)
  }

  /// Whether the units of an installation are in place.
  package static func exists(_ name: InstallationName) throws(Failure) -> Bool {
    let manifest = FilePath(text: "\(UserDirectories.units)/\(name.manifestName)")
    let facts = manifest.facts()
    guard facts.error == 0 || facts.isAbsent else {
      throw Failure(
        .cannotCreate, "\(manifest): can't be looked at: \(SystemError(code: facts.error).reason)")
    }
    return facts.error == 0
  }

  /// Writes the units, starts new ones, and removes old ones.
  ///
  /// The old timers run until the new ones are loaded. No timer is reloaded with another content,
  /// so nothing fires twice. A unit is stopped just before its replacement starts.
  ///
  /// - Throws: The step that failed. Running the command again completes the installation.
  func install(_ files: [TimerPlan.File]) throws(Failure) {
    try directory.add(files)
    let units = files.compactMap { UnitName(own: $0.name, of: name) }
    let enabled = [name.target, name.showService].filter(units.contains).map(\.string)
    guard let manager = UserManager.running else {
      try directory.removeOthers(than: files)
      throw Failure(
        .unavailable,
        "the units are in \(directory.path), but the user's systemd doesn't answer; later run "
          + "systemctl --user daemon-reload && systemctl --user enable --now "
          + enabled.joined(separator: " "))
    }
    // systemd must not start units of the same names from another directory.
    guard manager.looks(in: directory.path) else {
      throw Failure(
        .unavailable,
        "the units are in \(directory.path), where the user's systemd doesn't "
          + "look (systemctl --user show --property=UnitPath); nothing of them runs")
    }
    let target = [name.target.string]
    if manager.isActive(target[0]) {
      try manager("daemon-reload")
    } else {
      // If systemd 252 starts a timer that is still loaded, it fires at once for times since its
      // last start. Without the link to the target, systemd unloads the timers.
      try manager("disable", "--quiet", units: target)
    }
    let timers = units.filter { $0.kind == .timer }.map(\.string)
    let gone = manager.timers(from: directory.path, of: name, besides: timers)
    if !gone.isEmpty { try manager("stop", units: gone) }
    let watch = name.renewalPath
    if !units.contains(watch), manager.finds(watch.string, in: directory.path) {
      try manager("stop", units: [watch.string])
    }
    let show = name.showService
    if !units.contains(show), manager.finds(show.string, in: directory.path) {
      try manager("disable", "--quiet", units: [show.string])
    }
    // The desktop's session also starts the service that shows reminders.
    try manager("enable", "--quiet", units: enabled)
    let wanted = units.filter { name.isWanted($0) && $0.kind == .timer }.map(\.string)
    try manager("start", units: target + wanted)
    if units.contains(watch) { startWatching(manager, unit: watch) }
    // Show the reminders that are due in the previous table.
    if units.contains(show) { try manager("start", "--no-block", units: [show.string]) }
    try removeOthers(than: files)
  }

  /// Starts the path unit; if that fails, calendars are only read at the next renewal.
  private func startWatching(_ manager: UserManager, unit watch: UnitName) {
    do {
      try manager("start", units: [watch.string])
    } catch {
      StandardError.say(
        .warning,
        "changes of calendars take effect only at the next renewal: "
          + (error.message ?? ""))
    }
  }

  /// Stops and removes all units.
  ///
  /// - Throws: The step that failed. Running the command again completes the removal.
  func uninstall() throws(Failure) {
    guard let manager = UserManager.running else {
      try removeOthers(than: [])
      throw Failure(
        .unavailable,
        "the units are gone from \(directory.path), but the user's systemd doesn't answer; later "
          + "run systemctl --user disable --now \(name.target.string) \(name.showService.string)")
    }
    // No unit is enabled if systemd does not look in the directory.
    let isEnabled = manager.finds(name.target.string, in: directory.path)
    if isEnabled {
      // First stop the units that can start timers, and a renewal that waits for this run. systemd
      // has forgotten those that a killed run removed.
      let watching = directory.manifest.names.compactMap(\.unit)
        .filter { [name.renewalPath, name.changedService, name.renewalService].contains($0) }
        .map(\.string).filter { manager.finds($0, in: directory.path) }
      if !watching.isEmpty {
        try manager("stop", units: watching)
        // A failed unit stays loaded without its file.
        try? manager("reset-failed", units: watching)
      }
    }
    let timers = manager.timers(from: directory.path, of: name)
    if !timers.isEmpty { try manager("stop", units: timers) }
    if isEnabled {
      let show = name.showService.string
      let shown = manager.finds(show, in: directory.path) ? [show] : []
      try manager("disable", "--now", "--quiet", units: [name.target.string] + shown)
    }
    try removeOthers(than: [])
    try manager("daemon-reload")
  }

  /// Removes units, and the time stamps that systemd keeps for their timers.
  private func removeOthers(than files: [TimerPlan.File]) throws(Failure) {
    let kept = Set(files.map(\.name))
    for unit in directory.manifest.names.compactMap(\.unit)
    where unit.kind == .timer && !kept.contains(unit.string) {
      _ = removeFile("\(UserDirectories.timerStamps)/stamp-\(unit.string)")
    }
    try directory.removeOthers(than: files)
  }
}
