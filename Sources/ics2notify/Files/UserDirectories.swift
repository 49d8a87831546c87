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

  private static func configuration(_ name: String) -> String {
    directory("XDG_CONFIG_HOME", ".config") + "/" + name
  }

  private static func directory(_ variable: String, _ fallback: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    // The specification has a relative path ignored.
    if let path = environment[variable], path.hasPrefix("/") { return path }
    // The user's systemd goes by HOME, Foundation by the list of users.
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (home ?? FileManager.default.homeDirectoryForCurrentUser.path) + "/" + fallback
  }

  /// A path that means the same wherever the program is started.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
