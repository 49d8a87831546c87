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
  /// The directory of the copies.
  let directory: FilePath

  /// The copies of an installation.
  init(_ installation: InstallationName) {
    directory = FilePath(text: "\(UserDirectories.state)/\(installation.title)")
  }

  /// The path of the copy of a file or a directory.
  func place(of path: FilePath) -> FilePath {
    var names: [ArraySlice<UInt8>] = []
    for name in path.absolute.bytes.split(separator: UInt8(ascii: "/")) {
      if name == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        _ = names.popLast()
      } else if name != [UInt8(ascii: ".")] {
        names.append(name)
      }
    }
    return names.reduce(directory) { $0.appending(Array($1)) }
  }

  /// The calendars with a copy at or below a path.
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

  /// Copies calendars that have changed, and removes the copies of all others.
  ///
  /// - Parameters:
  ///   - calendars: The files that could be read.
  ///   - kept: The files whose copies were read in their place.
  /// - Throws: Why a copy can't be written.
  func keep(
    _ calendars: [FilePath], besides kept: [FilePath]
  ) throws(Failure) {
    for calendar in calendars {
      let copy = place(of: calendar)
      let (facts, old) = (calendar.facts(), copy.facts())
      guard facts.error == 0, facts.kind == .file,
        old.error != 0 || facts.size != old.size || facts.contentSeconds != old.contentSeconds
          || facts.contentNanoseconds != old.contentNanoseconds
      else { continue }
      guard
        let bytes = try? FileBytes.read(
          path: calendar.bytes, name: calendar.description, waits: false),
        (try? PlainBytes.holdCalendar(bytes, of: calendar.description)) == true
      else { continue }
      try copy.directory.make()
      // The old copy is a calendar, which no result replaces.
      _ = removeFile(copy.terminated)
      try ResultFile(copy, isOneOfMany: true, protecting: ProtectedFiles()).replace(with: bytes)
      _ = setContentTime(copy.terminated, facts.contentSeconds, facts.contentNanoseconds)
    }
    let all = Set((calendars + kept).map(place))
    removeCopies(in: directory) { !all.contains($0) }
  }

  /// Removes all copies.
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
