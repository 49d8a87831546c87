import CSystem
import CalendarFiles
import CalendarSources
import CivilTime
import DesktopReminders
import ProgramSupport
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The locked state file of an installation; the lock lasts as long as this object.
///
/// A write goes to a temporary file, which is flushed to the disk and renamed, so that the state is
/// complete even if the program is killed.
final class StateFile {
  private let directory: String
  private let base: String
  private let lock: Int32

  /// The time between two attempts to lock, in milliseconds.
  private static let pause: Int32 = 5

  init(_ installation: InstallationName) throws(Failure) {
    directory = UserDirectories.state
    base = installation.base
    try UserDirectories.makeState()
    let path = "\(directory)/\(base).lock"
    let made = createFile(path, 0o600)
    if made >= 0 { _ = closeFile(made) }
    lock = openToRead(path, false)
    guard lock >= 0 else {
      throw Failure(
        .cannotCreate, "\(directory): can't be used: \(SystemError(code: -lock).reason)")
    }
    var patience = WaitTimeout("another run of ics2notify that shows reminders")
    // On a file system without locks, concurrent runs are not detected.
    while lockFile(lock) == EWOULDBLOCK {
      guard patience.lasts() else {
        throw Failure(
          .cannotCreate, "\(directory)/\(base).lock: another program has it, and keeps it")
      }
      waitFor(StateFile.pause)
    }
  }

  deinit { _ = closeFile(lock) }

  static func exists(_ installation: InstallationName) -> Bool {
    !FilePath(text: path(of: installation)).facts().isAbsent
  }

  /// Removes all files of an installation in the state directory, and its copies.
  static func remove(_ installation: InstallationName) {
    removeState(installation)
    remove(recordSuffixes + ["renewal-failed"], of: installation)
    CalendarStore(installation).remove()
    // Fails if another installation has files in the directory.
    _ = removeDirectory(UserDirectories.state)
  }

  /// Removes the state and its locks.
  static func removeState(_ installation: InstallationName) {
    remove(stateSuffixes + ["until"], of: installation)
  }

  private static let stateSuffixes = ["json", "json.unread", "tmp", "lock", "watcher", "sound"]
  private static let recordSuffixes = ["renewal", "renewal-reason", "written", "trial"]

  /// The files that only the user may read.
  ///
  /// Units write the others, which don't contain texts.
  static func privateFiles(of installation: InstallationName) -> [String] {
    (stateSuffixes + recordSuffixes).map {
      "\(UserDirectories.state)/\(installation.base).\($0)"
    }
  }

  private static func remove(_ suffixes: [String], of installation: InstallationName) {
    for suffix in suffixes {
      _ = removeFile("\(UserDirectories.state)/\(installation.base).\(suffix)")
    }
  }

  static func path(of installation: InstallationName) -> String {
    "\(UserDirectories.state)/\(installation.base).json"
  }

  /// The file in which the fallback script, which shows reminders without this program, records the
  /// last second that it has handled.
  static func until(_ installation: InstallationName) -> String {
    "\(UserDirectories.state)/\(installation.base).until"
  }

  /// The file that is a command's standard input; it is removed before the command starts.
  static func fire(of installation: InstallationName, identifier: String) -> String {
    "\(UserDirectories.state)/\(installation.base).\(identifier)"
  }

  /// Reads the state; nil without a file.
  ///
  /// Renames an unreadable state or one of an earlier version, and begins a new one. Throws for a
  /// later version.
  func read() throws(Failure) -> DesktopState? {
    let file = FilePath(text: "\(directory)/\(base).json")
    guard !file.facts().isAbsent else { return nil }
    let now = Instant(Date())
    let bytes = try? FileBytes.read(path: file.bytes, name: file.description, waits: false)
    if let bytes,
      let state = try? JSONDecoder().decode(DesktopState.self, from: Data(bytes)),
      state.version == DesktopState.version
    {
      return state.knowing(shownUntil: shownWithoutProgram, now: now)
    }
    let known = bytes.flatMap { try? JSONDecoder().decode(StateVersion.self, from: Data($0)) }
    guard known.map({ $0.version <= DesktopState.version }) ?? true else {
      throw Failure(.noUsableInput, "\(file): a later version of ics2notify has written it")
    }
    let aside = "\(directory)/\(base).json.unread"
    let code = renameFile("\(directory)/\(base).json", aside)
    guard code == 0 else {
      throw Failure(.cannotCreate, "\(file): can't be read: \(SystemError(code: code).reason)")
    }
    StandardError.say(
      .warning,
      "\(file): this version can't read it; it is kept as \(aside), and snoozed reminders are lost")
    return DesktopState(from: now - DueReminder.lateness)
      .knowing(shownUntil: shownWithoutProgram, now: now)
  }

  /// The second up to which the fallback script has shown all reminders; nil if it never ran.
  private var shownWithoutProgram: Instant? {
    let file = FilePath(text: "\(directory)/\(base).until")
    let bytes = try? file.contents()
    return bytes.flatMap { Int(String(decoding: $0, as: UTF8.self).trimmed) }
      .map(Instant.init(secondsSince1970:))
  }

  /// Replaces the state atomically.
  func write(_ state: DesktopState) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do throws(SystemError) {
      // Encoding strings, numbers and instants doesn't fail. The lock protects the temporary name.
      try FilePath(text: "\(directory)/\(base).json").replace(
        with: (try? encoder.encode(state)).map(Array.init) ?? [],
        by: FilePath(text: "\(directory)/\(base).tmp"), mode: 0o600)
    } catch {
      throw Failure(
        .cannotCreate, "\(directory)/\(base).json: can't be written: \(error.reason)")
    }
  }
}

/// The key of the state that every version has.
private struct StateVersion: Decodable {
  let version: Int
}

/// The lock of an installation's watcher or player, which lasts until it is released or the process
/// ends.
final class WatcherLock {
  private var lock: Int32?

  fileprivate init?(_ path: String) throws(Failure) {
    let made = createFile(path, 0o600)
    if made >= 0 { _ = closeFile(made) }
    let lock = openToRead(path, false)
    guard lock >= 0 else {
      throw Failure(.cannotCreate, "\(path): can't be used: \(SystemError(code: -lock).reason)")
    }
    guard lockFile(lock) != EWOULDBLOCK else {
      _ = closeFile(lock)
      return nil
    }
    self.lock = lock
  }

  deinit { release() }

  func release() {
    if let lock { _ = closeFile(lock) }
    lock = nil
  }

  /// Releases the lock and returns true, unless the state has work.
  ///
  /// The caller holds the lock of the state. A program that adds work afterwards therefore sees
  /// that it must start a watcher.
  func released(
    from file: StateFile, unless hasWork: (DesktopState) -> Bool
  ) throws(Failure) -> Bool {
    if let state = try file.read(), hasWork(state) { return false }
    release()
    return true
  }
}

extension StateFile {
  private var watcher: String { "\(directory)/\(base).watcher" }

  /// Makes this process the installation's watcher; nil if another process is.
  func claimWatching() throws(Failure) -> WatcherLock? { try WatcherLock(watcher) }

  /// Makes this process the one that plays the installation's sounds; nil if another process is.
  func claimPlaying() throws(Failure) -> WatcherLock? {
    try WatcherLock("\(directory)/\(base).sound")
  }

  /// Whether a process plays sounds, which will see every write under this lock.
  func isPlaying() throws(Failure) -> Bool { try claimPlaying() == nil }

  /// Whether a watcher runs, which will see every write under this lock.
  func isWatched() throws(Failure) -> Bool { try claimWatching() == nil }
}
