import CSystem
import CalendarFiles
import ICalendarReader
import SystemdTimers

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies of an installation's calendars as they were when they could last be read.
///
/// A copy has the path of its calendar below the directory of the installation, so that the copies of
/// a directory that is gone are found like the directory itself.
struct CalendarStore {
  let directory: FilePath

  init(_ installation: InstallationName) {
    directory = FilePath(text: "\(UserDirectories.state)/\(installation.title)")
  }

  /// The path of the copy of a file or a directory.
  func place(of path: FilePath) -> FilePath {
    path.names.reduce(directory) { $0.appending($1) }
  }

  func calendars(at path: FilePath) -> [FilePath] {
    let place = place(of: path)
    guard !place.facts().isAbsent else { return [] }
    let base = Array(path.absolute.bytes.dropLast(path.endsWithSeparator ? 1 : 0))
    var walk = InputWalk(place)
    var found: [FilePath] = []
    while let item = walk.next() {
      switch item {
      case .named(let copy, .file), .listed(let copy):
        found.append(FilePath(base + copy.bytes.dropFirst(place.bytes.count)))
      default: break
      }
    }
    return found
  }

  /// Removes the copies of other calendars, and copies those that have changed.
  ///
  /// The copies of `kept` stay: they were read in place of the calendars. A warning names copies that
  /// can't be written.
  func keep(_ calendars: [FilePath], besides kept: [FilePath]) {
    // First, since a path can be a directory's now and was a file's, or the reverse.
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

  private func keep(_ calendar: FilePath) throws(Failure) {
    let copy = place(of: calendar)
    let (facts, old) = (calendar.facts(), copy.facts())
    guard facts.error == 0, facts.kind == .file,
      old.error != 0 || facts.size != old.size || facts.contentSeconds != old.contentSeconds
        || facts.contentNanoseconds != old.contentNanoseconds
    else { return }
    guard
      let bytes = try? FileBytes.read(
        path: calendar.bytes, name: calendar.description, waits: false),
      (try? PlainBytes.holdCalendar(bytes, of: calendar.description)) == true
    else { return }
    try copy.directory.make()
    do throws(SystemError) {
      // Not flushed: a collection has thousands of files, and a lost copy is made again.
      try copy.replace(
        with: bytes, by: copy.directory.appending(Array(".ics2notify.tmp".utf8)), mode: 0o600,
        isFlushed: false)
    } catch {
      throw Failure(.cannotCreate, "\(copy): can't be written: \(error.reason)")
    }
    _ = setContentTime(copy.terminated, facts.contentSeconds, facts.contentNanoseconds)
  }

  func remove() {
    removeCopies(in: directory) { _ in true }
    _ = removeDirectory(directory.terminated)
  }

  /// Removes copies, and the directories that are empty then.
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
