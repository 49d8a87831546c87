import CSystem
import CalendarFiles
package import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The directories of the user (XDG Base Directory Specification).
package enum UserDirectories {
  /// The directory of the user's own units.
  package static var units: String { configuration("systemd/user") }

  /// The directory in which systemd stores when a persistent timer last elapsed.
  package static var timerStamps: String {
    directory("XDG_DATA_HOME", fallback: ".local/share") + "/systemd/timers"
  }

  /// The directory for the state of the program.
  package static var state: String {
    directory("XDG_STATE_HOME", fallback: ".local/state") + "/ics2notify"
  }

  /// The directory for the copies of fetched calendars.
  package static var cache: String {
    directory("XDG_CACHE_HOME", fallback: ".cache") + "/ics2notify"
  }

  /// Creates the state directory, accessible only to this user.
  package static func makeState() throws(Failure) {
    do throws(OutputObstacle) {
      try FilePath(text: state).makeDirectories(mode: 0o700)
    } catch {
      throw Failure(.cannotCreate, "\(state): can't be used: \(error.reason)")
    }
  }

  /// The file with the calendars and options of an installation.
  package static func file(of installation: InstallationName) -> FilePath {
    FilePath(text: "\(configurations)/\(installation.title).conf")
  }

  private static var configurations: String { configuration("ics2notify") }

  /// The installations that have a file of options or units, sorted by name.
  package static var installations: [InstallationName] {
    func names(in directory: String, prefix: String, suffix: String) -> [String] {
      let path = FilePath(text: directory)
      let files = (try? DirectoryNames.read(path: path.bytes, name: directory)) ?? []
      return files.map { String(decoding: $0, as: UTF8.self) }
        .filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
        .map { String($0.dropFirst(prefix.count).dropLast(suffix.count)) }
    }
    let unnamed = names(in: units, prefix: InstallationName.unnamed.manifestName, suffix: "")
      .isEmpty
    let all =
      (unnamed ? [] : [.unnamed])
      + (names(in: configurations, prefix: "", suffix: ".conf")
      + names(in: units, prefix: "ics2notify.", suffix: ".manifest"))
      .compactMap { InstallationName($0) }
    return Set(all).sorted { $0.title < $1.title }
  }

  /// The file that records a reported failure of renewals; nil if no unit can name it.
  package static func failureFlag(of installation: InstallationName) -> FailureFlag? {
    FailureFlag(of: installation, in: state, stamps: timerStamps)
  }

  /// The directories that a renewal or an elapsed timer changes.
  package static var changedByRenewals: [String] { [units, state, cache, timerStamps] }

  private static func configuration(_ name: String) -> String {
    directory("XDG_CONFIG_HOME", fallback: ".config") + "/" + name
  }

  private static func directory(_ variable: String, fallback: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    // The specification requires a relative path to be ignored.
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return home + "/" + fallback
  }

  /// The home directory, by the rules of systemd.
  package static var home: String {
    // The user's systemd uses HOME, but Foundation uses the user database.
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return home ?? FileManager.default.homeDirectoryForCurrentUser.path
  }

  /// The absolute path of a directory of units; throws if a unit can't contain it.
  package static func unitDirectory(_ directory: FilePath) throws(Failure) -> String {
    // Units contain the path in their commands, and systemd prints it as text.
    guard let path = String(validating: directory.absolute.bytes, as: UTF8.self), !path.isEmpty
    else {
      throw Failure(
        .cannotCreate, "\(directory): isn't written: a directory of units has a name in UTF-8")
    }
    return path
  }
}
