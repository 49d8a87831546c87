import Foundation

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
    // The specification has a relative path ignored.
    if let path = ProcessInfo.processInfo.environment[variable], path.hasPrefix("/") { return path }
    return NSHomeDirectory() + "/" + fallback
  }

  /// A path that means the same wherever the program is started.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
