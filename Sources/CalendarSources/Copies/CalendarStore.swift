import CSystem
import CalendarFiles
package import ProgramSupport
package import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last good copies of an installation's calendars.
///
/// A copy has the full path of its calendar, below the installation's state directory. The copies
/// of a deleted directory are therefore listed in the same way as the directory.
package struct CalendarStore {
  /// The directory with the copies.
  package let directory: FilePath

  /// Finds the copies of an installation.
  package init(_ installation: InstallationName) {
    directory = FilePath(text: "\(UserDirectories.state)/\(installation.title)")
  }

  func place(of path: FilePath) -> FilePath {
    path.names.reduce(directory) { $0.appending($1) }
  }

  func calendars(at path: FilePath) -> [FilePath] {
    let place = place(of: path)
    guard !place.facts().isAbsent else { return [] }
    let base = Array(path.absolute.bytes.dropLast(path.endsWithSeparator ? 1 : 0))
    var walk = InputWalk(CalendarPath(place))
    var found: [FilePath] = []
    while let item = walk.next() {
      switch item {
      case .named(let copy, .file), .listed(let copy):
        found.append(FilePath(base + copy.path.bytes.dropFirst(place.bytes.count)))
      default: break
      }
    }
    return found
  }

  /// Copies the changed calendars, and removes the copies of calendars that are in neither list.
  ///
  /// The copies of `kept` were read instead of unreadable calendars. A warning names the first copy
  /// that can't be written.
  package func keep(_ calendars: [FilePath], besides kept: [FilePath]) {
    // Remove first: a file's path can have become that of a directory, or the reverse.
    let all = Set((calendars + kept).map(place))
    removeCopies(in: directory) { !all.contains($0) }
    var failures: [Failure] = []
    for calendar in calendars {
      do throws(Failure) {
        try keep(calendar)
      } catch {
        failures.append(error)
      }
    }
    guard let reason = failures.first?.message else { return }
    let others = failures.count - 1
    StandardError.say(
      .warning, "copy of a calendar: \(reason)" + (others > 0 ? "; and \(others) others" : ""))
  }

  /// Whether a calendar lacks a copy or differs from it.
  func isNew(_ calendar: FilePath) -> Bool {
    place(of: calendar).facts().isAbsent || isChanged(calendar)
  }

  /// Whether a calendar differs from its copy.
  func isChanged(_ calendar: FilePath) -> Bool {
    let (facts, old) = (calendar.facts(), place(of: calendar).facts())
    return facts.error == 0 && facts.kind == .file && old.error == 0
      && (facts.size != old.size || facts.contentSeconds != old.contentSeconds
        || facts.contentNanoseconds != old.contentNanoseconds)
  }

  private func keep(_ calendar: FilePath) throws(Failure) {
    guard isNew(calendar) else { return }
    let (copy, facts) = (place(of: calendar), calendar.facts())
    guard facts.error == 0, facts.kind == .file else { return }
    guard
      let bytes = try? FileBytes.read(
        path: calendar.bytes, name: calendar.description, waits: false),
      (try? PlainBytes.holdCalendar(bytes, of: calendar.description)) == true
    else { return }
    try copy.directory.make(isPrivate: true)
    do throws(SystemError) {
      // Don't flush: there can be thousands of files, and a lost copy is made again.
      try copy.replace(
        with: bytes, by: copy.directory.appending(Array(".ics2notify.tmp".utf8)), mode: 0o600,
        isFlushed: false)
    } catch {
      throw Failure(.cannotCreate, "\(copy): can't be written: \(error.reason)")
    }
    _ = setContentTime(copy.terminated, facts.contentSeconds, facts.contentNanoseconds)
  }

  /// Removes all copies.
  package func remove() {
    removeCopies(in: directory) { _ in true }
    _ = removeDirectory(directory.terminated)
  }

  /// Removes the copies for which `isGone` returns true, and directories that become empty.
  private func removeCopies(in directory: FilePath, where isGone: (FilePath) -> Bool) {
    let names = try? DirectoryNames.read(path: directory.bytes, name: directory.description)
    for name in names ?? [] {
      let path = directory.appending(name)
      if path.facts(followingLink: false).kind == .directory {
        removeCopies(in: path, where: isGone)
        _ = removeDirectory(path.terminated)
      } else if isGone(path) {
        _ = removeFile(path.terminated)
      }
    }
  }
}
