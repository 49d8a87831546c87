import CSystem
import CalendarFiles
import CivilTime
import DesktopReminders
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file in which an installation remembers what it has shown, and its lock.
///
/// It is written beside its place, flushed to the disk and renamed, so that it is whole whenever the
/// program is ended; and only by who has the lock, which lasts as long as this object.
final class StateFile {
  private let directory: String
  private let base: String
  private let lock: Int32

  /// How long the lock is left alone before it is tried again, in milliseconds.
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
    // Where a file system has no locks, two at once are not told from one another.
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

  /// Removes everything that is remembered.
  static func remove(_ installation: InstallationName) {
    removeState(installation)
    remove(["renewal", "renewal-failed", "renewal-reason"], of: installation)
    CalendarStore(installation).remove()
    // Only where it is empty: another installation may have its own there.
    _ = removeDirectory(UserDirectories.state)
  }

  /// Removes what was shown and snoozed.
  static func removeState(_ installation: InstallationName) {
    remove(["json", "json.unread", "until", "tmp", "lock", "watcher"], of: installation)
  }

  private static func remove(_ suffixes: [String], of installation: InstallationName) {
    for suffix in suffixes {
      _ = removeFile("\(UserDirectories.state)/\(installation.base).\(suffix)")
    }
  }

  static func path(of installation: InstallationName) -> String {
    "\(UserDirectories.state)/\(installation.base).json"
  }

  /// The file in which the script that shows reminders without this program tells up to which second
  /// it has done so.
  static func until(_ installation: InstallationName) -> String {
    "\(UserDirectories.state)/\(installation.base).until"
  }

  /// The file from which a command reads its fire; it is removed before the command starts.
  static func fire(_ installation: InstallationName, _ identifier: String) -> String {
    "\(UserDirectories.state)/\(installation.base).\(identifier)"
  }

  /// Reads the state; nil without a file.
  ///
  /// A state that can't be read, or is of another version, is put aside, so that reminders are still
  /// shown.
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

  /// The last second up to which the script has shown all; nil where it never had to.
  private var shownWithoutProgram: Instant? {
    let file = FilePath(text: "\(directory)/\(base).until")
    let bytes = try? file.contents()
    return bytes.flatMap { Int(String(decoding: $0, as: UTF8.self).trimmed) }
      .map(Instant.init(secondsSince1970:))
  }

  /// Replaces the state, or leaves it as it was.
  func write(_ state: DesktopState) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do throws(SystemError) {
      // Texts, numbers and instants can always be encoded. Only the process with the lock uses the
      // temporary name.
      try FilePath(text: "\(directory)/\(base).json").replace(
        with: (try? encoder.encode(state)).map(Array.init) ?? [],
        by: FilePath(text: "\(directory)/\(base).tmp"), mode: 0o600)
    } catch {
      throw Failure(
        .cannotCreate, "\(directory)/\(base).json: can't be written: \(error.reason)")
    }
  }
}

/// The part of a state that every version has.
private struct StateVersion: Decodable {
  let version: Int
}

/// The right to be an installation's watcher, which lasts until it is released or the process ends.
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

  private func release() {
    if let lock { _ = closeFile(lock) }
    lock = nil
  }

  /// Releases it unless there is work.
  ///
  /// Both happen under the lock of the state, so a program that adds work afterwards knows that it
  /// must start a watcher.
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

  /// Makes this process the installation's watcher; nil if there is another one.
  func claimWatching() throws(Failure) -> WatcherLock? { try WatcherLock(watcher) }

  /// Whether a watcher runs, which sees every write made under this lock.
  func isWatched() throws(Failure) -> Bool { try claimWatching() == nil }
}
