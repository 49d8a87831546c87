import CSystem
import CalendarFiles
import ICalendarReader
package import ProgramSupport
package import SystemdTimers
package import TimerCompiler

/// A directory of systemd units, some of which belong to an installation.
///
/// Each file is written under a temporary name, flushed to the disk, and renamed. If the program is
/// interrupted, every unit of the installation is complete and in the manifest. Running the command
/// again completes the change.
package final class UnitDirectory {
  /// The number of files that a change wrote and removed.
  package struct Change: Equatable {
    /// The number of written units.
    package var written = 0
    /// The number of removed units.
    package var removed = 0
  }

  let path: String
  private let installation: InstallationName
  private(set) var manifest = UnitManifest()
  /// The changes so far.
  package private(set) var change = Change()
  /// The open directory, which holds the lock and flushes renames to the disk.
  private let descriptor: Int32
  /// The place of the directory, which a change of its path doesn't move.
  private let place: OutputPlace
  /// Whether only the user may read the files.
  private let isPrivate: Bool
  /// The inputs, which must not be replaced.
  private let protected: ProtectedFiles

  /// The temporary name of a file that is being written.
  ///
  /// Only the program that holds the lock uses the name, so an old file can be removed.
  private static let temporaryName = ".ics2notify.tmp"

  /// Opens and locks a directory.
  ///
  /// With `isPrivate`, new files and a new directory are accessible only to the user. Otherwise the
  /// umask limits the permissions, and replaced files keep theirs.
  package init(
    _ path: String, of installation: InstallationName, isPrivate: Bool,
    protecting protected: ProtectedFiles = ProtectedFiles()
  ) throws(Failure) {
    self.path = path
    self.installation = installation
    self.isPrivate = isPrivate
    self.protected = protected
    do throws(OutputObstacle) {
      place = try FilePath(text: path).makeDirectories(mode: isPrivate ? 0o700 : 0o777)
      descriptor = openToRead((place.opened ?? FilePath(text: path)).terminated, false)
      guard descriptor >= 0 else { throw .system(-descriptor) }
    } catch {
      throw Failure(.cannotCreate, "\(path): can't be used as a directory: \(error.reason)")
    }
    try UnitDirectory.waitForLock(of: descriptor, path)
    if case .file(let bytes) = try occupant(of: installation.manifestName) {
      guard bytes.count <= FilePath.maximumSize else {
        throw refusal(of: installation.manifestName, why: "is too large to be a list of units")
      }
      manifest = UnitManifest(String(decoding: bytes, as: UTF8.self), of: installation)
    }
  }

  deinit { _ = closeFile(descriptor) }

  /// Locks the directory, and waits for another run as long as that makes progress.
  private static func waitForLock(of descriptor: Int32, _ path: String) throws(Failure) {
    var patience = WaitTimeout("another run of ics2notify that changes \(path)")
    var facts = factsOfDescriptor(descriptor)
    // If the file system doesn't support locks, the user must not start two runs at once.
    while lockFile(descriptor) == EWOULDBLOCK {
      guard patience.lasts() else {
        throw Failure(
          .cannotCreate,
          "\(path): another program has had its lock for \(Int(WaitTimeout.givenUpAfter)) seconds "
            + "and changes nothing; nothing is written")
      }
      waitFor(lockPause)
      let now = factsOfDescriptor(descriptor)
      // A run that makes progress creates and renames files here.
      if !now.isSame(as: facts) { patience.progressed() }
      facts = now
    }
  }

  /// The time between attempts to lock, in milliseconds.
  private static let lockPause: Int32 = 50

  /// Writes new and changed files.
  ///
  /// Other files of the installation remain until ``removeOthers(than:)``. If a file belongs to
  /// another program, nothing is changed.
  package func add(_ files: [TimerPlan.File]) throws(Failure) {
    var missing: [(name: String, bytes: [UInt8])] = []
    for file in files {
      let bytes = Array(file.text.utf8)
      switch try occupant(of: file.name) {
      case .absent: missing.append((file.name, bytes))
      case .file(bytes): break
      case .file:
        guard manifest.names.contains(where: { $0.string == file.name }) else {
          throw refusal(
            of: file.name, why: "exists already, and \(installation.manifestName) doesn't name it")
        }
        missing.append((file.name, bytes))
      case .other: throw refusal(of: file.name, why: "exists, and ics2notify didn't write it")
      }
    }
    try removeTemporary()
    try record(manifest.names.union(names(of: files)))
    for (name, bytes) in missing { try write(bytes, to: name) }
    if !missing.isEmpty { flush() }
    change.written += missing.count
  }

  /// Removes the units of this installation that are not among the files.
  package func removeOthers(than files: [TimerPlan.File]) throws(Failure) {
    let kept = Set(names(of: files))
    for name in manifest.names.subtracting(kept).sorted(by: { $0.string < $1.string }) {
      switch try occupant(of: name.string) {
      case .file:
        try remove(name.string)
        change.removed += 1
      case .absent: break
      case .other:
        StandardError.say(
          .warning, "\(path)/\(name.string): was replaced by something else, and stays")
      }
    }
    try removeTemporary()
    flush()
    try record(kept)
  }

  /// What has a name in the directory.
  private enum Occupant {
    case absent
    case file([UInt8])
    /// A link, a directory, a device, a calendar or an input, which the program never writes.
    case other
  }

  /// Reads the file of a name, without following a link.
  private func occupant(of name: String) throws(Failure) -> Occupant {
    let file = file(name)
    let facts = file.facts(followingLink: false)
    guard !facts.isAbsent else { return .absent }
    guard facts.error == 0 else {
      throw refusal(of: name, why: "can't be looked at: \(SystemError(code: facts.error).reason)")
    }
    guard facts.kind == .file, !protected.contains(facts) else { return .other }
    do throws(ReadingError) {
      let bytes = try FileBytes.read(path: file.bytes, name: "\(path)/\(name)", waits: false)
      return try PlainBytes.holdCalendar(bytes, of: "\(path)/\(name)")
        ? .other : .file(bytes)
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
  }

  /// Removes the temporary file of an interrupted run.
  private func removeTemporary() throws(Failure) {
    let file = file(UnitDirectory.temporaryName)
    if case .other = try occupant(of: UnitDirectory.temporaryName),
      file.facts(followingLink: false).kind == .file
    {
      throw refusal(
        of: UnitDirectory.temporaryName, why: "is in the way, and ics2notify didn't write it")
    }
    try remove(UnitDirectory.temporaryName)
  }

  /// Writes the manifest, or removes it if it is empty.
  private func record(_ names: Set<InstalledFileName>) throws(Failure) {
    let new = UnitManifest(names: names)
    switch try occupant(of: installation.manifestName) {
    case .other:
      throw refusal(of: installation.manifestName, why: "exists, and ics2notify didn't write it")
    case .absent where names.isEmpty: break
    case .file where names.isEmpty: try remove(installation.manifestName)
    case .file(Array(new.text.utf8)): break
    default:
      try write(Array(new.text.utf8), to: installation.manifestName)
      flush()
    }
    manifest = new
  }

  private func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    let file = file(name)
    let old = file.facts(followingLink: false)
    do throws(SystemError) {
      try file.replace(
        with: bytes, by: self.file(UnitDirectory.temporaryName),
        mode: isPrivate ? 0o600 : old.error == 0 ? old.permissions : 0o666)
    } catch {
      throw refusal(of: name, why: "can't be written: \(error.reason)")
    }
  }

  private func remove(_ name: String) throws(Failure) {
    let code = removeFile(file(name).terminated)
    guard code == 0 || code == ENOENT else {
      throw refusal(of: name, why: "can't be removed: \(SystemError(code: code).reason)")
    }
  }

  private func file(_ name: String) -> FilePath {
    (place.opened ?? FilePath(text: path)).appending(Array(name.utf8))
  }

  /// Flushes renames to the disk; errors are ignored, since not all file systems can.
  private func flush() { _ = flushFile(descriptor) }

  private func refusal(of name: String, why: String) -> Failure {
    Failure(.cannotCreate, "\(path)/\(name): \(why)")
  }

  private func names(of files: [TimerPlan.File]) -> [InstalledFileName] {
    files.compactMap { InstalledFileName(own: $0.name, of: installation) }
  }
}
