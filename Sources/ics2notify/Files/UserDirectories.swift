import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a user's files belong (XDG Base Directory Specification).
enum UserDirectories {
  /// Where the user's systemd looks for units of the user's own.
  static var units: String { configuration("systemd/user") }

  /// Where the user's systemd keeps the time at which a persistent timer last fired.
  static var timerStamps: String {
    directory("XDG_DATA_HOME", ".local/share") + "/systemd/timers"
  }

  /// Where the program remembers what it has shown and told.
  static var state: String { directory("XDG_STATE_HOME", ".local/state") + "/ics2notify" }

  /// What says that a renewal's failure has been told.
  ///
  /// - Parameter installation: What is renewed.
  /// - Returns: Nil where no unit can name it.
  static func failureFlag(of installation: InstallationName) -> FailureFlag? {
    FailureFlag(of: installation, in: state, stamps: timerStamps)
  }

  /// The directories in which installing changes something, or systemd does as timers elapse.
  ///
  /// `place` is the directory of the units; nil for that of the user's own.
  static func changed(installing place: String?) -> [String] {
    // systemd links what is enabled among the user's own units, wherever it is from.
    [place ?? units, units, state, timerStamps]
  }

  private static func configuration(_ name: String) -> String {
    directory("XDG_CONFIG_HOME", ".config") + "/" + name
  }

  private static func directory(_ variable: String, _ fallback: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    // The specification has a relative path ignored.
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return home + "/" + fallback
  }

  /// The user's home directory.
  static var home: String {
    // The user's systemd goes by HOME, Foundation by the list of users.
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return home ?? FileManager.default.homeDirectoryForCurrentUser.path
  }

  /// The absolute path of a directory for units.
  static func unitDirectory(_ directory: FilePath) throws(Failure) -> String {
    // Units name it in their commands, and systemd lists it in texts.
    guard let path = String(validating: directory.absolute.bytes, as: UTF8.self), !path.isEmpty
    else {
      throw Failure(
        .cannotCreate, "\(directory): isn't written: a directory of units has a name in UTF-8")
    }
    return path
  }

  /// A path that means the same wherever the program is started.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
