import CSystem
import CalendarFiles
import ICalendarReader
import SystemdTimers
import TimerCompiler

/// A directory of systemd units, of which some are those of an installation.
///
/// Files are put in place one by one, each whole: written beside under a name of ours, flushed to
/// the disk, and renamed. However the program is ended, each unit of ours is whole and named by
/// the manifest, and running it again completes the change.
final class UnitDirectory {
  /// How many files a change touched.
  struct Change: Equatable {
    var written = 0
    var removed = 0
  }

  let path: String
  private let installation: InstallationName
  private(set) var manifest = UnitManifest()
  private(set) var change = Change()
  /// Kept open: it holds the lock that keeps another run out, and flushes renames to the disk.
  private let descriptor: Int32
  /// What was read, and stays.
  private let protected: ProtectedFiles

  /// Where a file is written before it is renamed.
  ///
  /// Nobody else uses the name, and the lock lets only one run use it, so what an earlier run left
  /// behind can go.
  private static let temporaryName = ".ics2notify.tmp"

  /// Opens a directory, and waits for another run that changes it.
  init(
    _ path: String, of installation: InstallationName,
    protecting protected: ProtectedFiles = ProtectedFiles()
  ) throws(Failure) {
    self.path = path
    self.installation = installation
    self.protected = protected
    do throws(SystemError) {
      try FilePath(text: path).makeDirectories(mode: 0o777)
      descriptor = openToRead(path, false)
      guard descriptor >= 0 else { throw SystemError(code: -descriptor) }
    } catch {
      throw Failure(.cannotCreate, "\(path): can't be used as a directory: \(error.reason)")
    }
    try UnitDirectory.waitForLock(of: descriptor, path)
    if case .file(let bytes) = try entry(installation.manifestName) {
      guard bytes.count <= FilePath.maximumSize else {
        throw refusal(installation.manifestName, "is too large to be a list of units")
      }
      manifest = UnitManifest(String(decoding: bytes, as: UTF8.self), of: installation)
    }
  }

  deinit { _ = closeFile(descriptor) }

  /// Takes the directory's lock, and waits for another run that has it while that gets on.
  private static func waitForLock(of descriptor: Int32, _ path: String) throws(Failure) {
    var patience = WaitTimeout("another run of ics2notify that changes \(path)")
    var facts = factsOfDescriptor(descriptor)
    // Where a file system has no locks, the user is trusted not to run two at once.
    while lockFile(descriptor) == EWOULDBLOCK {
      guard patience.lasts() else {
        throw Failure(
          .cannotCreate,
          "\(path): another program has had its lock for \(Int(WaitTimeout.givenUpAfter)) seconds "
            + "and changes nothing; nothing is written")
      }
      waitFor(lockPause)
      let now = factsOfDescriptor(descriptor)
      // A run that gets on makes and renames files here.
      if !now.isSame(as: facts) { patience.progressed() }
      facts = now
    }
  }

  /// How long the lock is left alone before it is tried again, in milliseconds.
  private static let lockPause: Int32 = 50

  /// Puts files in place, and keeps those that are there already as they are.
  ///
  /// Files of ours that are not among them stay for ``removeOthers(than:)``. Nothing is changed if a
  /// file isn't ours.
  func add(_ files: [TimerPlan.File]) throws(Failure) {
    var missing: [(name: String, bytes: [UInt8])] = []
    for file in files {
      let bytes = Array(file.text.utf8)
      switch try entry(file.name) {
      case .absent: missing.append((file.name, bytes))
      case .file(bytes): break
      case .file:
        guard manifest.names.contains(where: { $0.string == file.name }) else {
          throw refusal(
            file.name, "exists already, and \(installation.manifestName) doesn't name it")
        }
        missing.append((file.name, bytes))
      case .other: throw refusal(file.name, "exists, and ics2notify didn't write it")
      }
    }
    try removeTemporary()
    try record(manifest.names.union(names(of: files)))
    for (name, bytes) in missing { try write(bytes, to: name) }
    if !missing.isEmpty { flush() }
    change.written += missing.count
  }

  func removeOthers(than files: [TimerPlan.File]) throws(Failure) {
    let kept = Set(names(of: files))
    for name in manifest.names.subtracting(kept).sorted(by: { $0.string < $1.string }) {
      switch try entry(name.string) {
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

  /// What stands under a name.
  private enum Entry {
    case absent
    case file([UInt8])
    /// A link, a directory, a device, a calendar, an input: nothing that this program makes.
    case other
  }

  /// Looks at a name, without following a link.
  private func entry(_ name: String) throws(Failure) -> Entry {
    let file = FilePath(text: "\(path)/\(name)")
    let facts = file.facts(followingLink: false)
    guard !facts.isAbsent else { return .absent }
    guard facts.error == 0 else {
      throw refusal(name, "can't be looked at: \(SystemError(code: facts.error).reason)")
    }
    guard facts.kind == .file, !protected.contains(facts) else { return .other }
    do throws(ReadingError) {
      let bytes = try FileBytes.read(path: file.bytes, name: file.description, waits: false)
      return try PlainBytes.holdCalendar(bytes, of: file.description)
        ? .other : .file(bytes)
    } catch {
      throw Failure(.cannotCreate, "\(error)")
    }
  }

  /// Takes away what an earlier run has left behind.
  private func removeTemporary() throws(Failure) {
    let file = FilePath(text: "\(path)/\(UnitDirectory.temporaryName)")
    if case .other = try entry(UnitDirectory.temporaryName),
      file.facts(followingLink: false).kind == .file
    {
      throw refusal(UnitDirectory.temporaryName, "is in the way, and ics2notify didn't write it")
    }
    try remove(UnitDirectory.temporaryName)
  }

  /// Makes the manifest name these files; none need no manifest.
  private func record(_ names: Set<InstalledFileName>) throws(Failure) {
    let new = UnitManifest(names: names)
    switch try entry(installation.manifestName) {
    case .other: throw refusal(installation.manifestName, "exists, and ics2notify didn't write it")
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
    do throws(SystemError) {
      try FilePath(text: "\(path)/\(name)").replace(
        with: bytes, by: FilePath(text: "\(path)/\(UnitDirectory.temporaryName)"),
        mode: 0o666)
    } catch {
      throw refusal(name, "can't be written: \(error.reason)")
    }
  }

  private func remove(_ name: String) throws(Failure) {
    let code = removeFile("\(path)/\(name)")
    guard code == 0 || code == ENOENT else {
      throw refusal(name, "can't be removed: \(SystemError(code: code).reason)")
    }
  }

  /// Flushes names to the disk; a file system that can't is no reason to fail.
  private func flush() { _ = flushFile(descriptor) }

  private func refusal(_ name: String, _ why: String) -> Failure {
    Failure(.cannotCreate, "\(path)/\(name): \(why)")
  }

  private func names(of files: [TimerPlan.File]) -> [InstalledFileName] {
    files.compactMap { InstalledFileName(own: $0.name, of: installation) }
  }
}
