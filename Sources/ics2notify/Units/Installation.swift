import CSystem
import SystemdTimers
import TimerCompiler

/// Units in a directory of the user's systemd, and the steps that put them into effect.
struct Installation {
  private let directory: UnitDirectory

  /// Opens the directory.
  ///
  /// - Parameters:
  ///   - path: The directory's path; nil for that of the user's own units.
  ///   - isMade: Whether it is made where it is missing.
  ///   - protected: What was read, and stays.
  /// - Throws: Why it can't be used.
  init(
    _ path: String?, isMade: Bool = true, protecting protected: ProtectedFiles = ProtectedFiles()
  ) throws(Failure) {
    directory = try UnitDirectory(
      path ?? UserDirectories.units, isMade: isMade, protecting: protected)
  }

  /// Whether there is anything to take away.
  ///
  /// - Throws: Where that can't be told.
  static func exists(in path: String?) throws(Failure) -> Bool {
    let manifest = FilePath(text: "\(path ?? UserDirectories.units)/\(UnitManifest.fileName)")
    let facts = manifest.facts()
    guard facts.error == 0 || facts.isAbsent else {
      throw Failure(
        .cannotCreate, "\(manifest): can't be looked at: \(SystemError(code: facts.error).reason)")
    }
    return facts.error == 0
  }

  /// Writes units, starts what is new, and takes away what is gone.
  ///
  /// Until new timers are loaded the old ones run, and no timer is reloaded with another content,
  /// so nothing fires twice; what is stopped is stopped just before what replaces it starts.
  ///
  /// - Parameter files: All units there are to be.
  /// - Throws: What failed; what is left is done by running it again.
  /// - Returns: What was changed.
  func install(_ files: [TimerPlan.File]) throws(Failure) -> UnitDirectory.Change {
    guard !files.isEmpty else { return try uninstall() }
    try directory.add(files)
    guard let manager = UserManager.running else {
      try directory.removeOthers(than: files)
      throw Failure(
        .unavailable,
        "the units are in \(directory.path), but no systemd of the user's answers; once it does: "
          + "systemctl --user daemon-reload && systemctl --user enable --now ics2notify.target")
    }
    // Units of the same names, from where the manager does look, must not answer for these.
    guard manager.looks(in: directory.path) else {
      throw Failure(
        .unavailable,
        "the units are in \(directory.path), where the user's systemd doesn't "
          + "look (systemctl --user show --property=UnitPath); nothing of them runs")
    }
    let target = [UnitName.target.string]
    if manager.isActive(target[0]) {
      try manager("daemon-reload")
    } else {
      // systemd 252 has a timer that it still knows fire at once for what was due since its
      // last start. Without the link to the target it forgets them.
      try manager("disable", "--quiet", units: target)
    }
    let timers = files.map(\.name).filter { $0.hasSuffix(".timer") }
    let gone = manager.timers(from: directory.path, besides: timers)
    if !gone.isEmpty { try manager("stop", units: gone) }
    try manager("enable", "--quiet", units: target)
    try manager("start", units: target + timers)
    try removeOthers(than: files)
    return directory.change
  }

  /// Stops all units and takes them away.
  ///
  /// - Throws: What failed; what is left is done by running it again.
  /// - Returns: What was changed.
  func uninstall() throws(Failure) -> UnitDirectory.Change {
    guard let manager = UserManager.running else {
      try removeOthers(than: [])
      throw Failure(
        .unavailable,
        "the units are gone from \(directory.path), but no systemd of the user's answers; once it "
          + "does: systemctl --user disable --now ics2notify.target")
    }
    let timers = manager.timers(from: directory.path)
    if !timers.isEmpty { try manager("stop", units: timers) }
    // Where the manager doesn't look nothing is enabled.
    if manager.finds(UnitName.target.string, in: directory.path) {
      try manager("disable", "--now", "--quiet", units: [UnitName.target.string])
    }
    try removeOthers(than: [])
    try manager("daemon-reload")
    return directory.change
  }

  /// Removes units, and what systemd keeps about their timers.
  private func removeOthers(than files: [TimerPlan.File]) throws(Failure) {
    let kept = Set(files.map(\.name))
    for name in directory.manifest.names where name.kind == .timer && !kept.contains(name.string) {
      _ = removeFile("\(UserDirectories.timerStamps)/stamp-\(name.string)")
    }
    try directory.removeOthers(than: files)
  }
}
