package import CSystem
package import CalendarFiles
package import ICalendarReader
import ProgramSupport

/// An iterator over a path, or over the .ics files below a directory, sorted by name.
///
/// A tree can have a million files. Only the entries of the directories on the current path are in
/// memory.
package struct InputWalk {
  /// A file to read, or a path that can't be read.
  package enum Item {
    case standardInput
    /// A file that the user named, or a pipe or a device, which can block.
    case named(CalendarPath, FileFacts.Kind)
    /// A file in a directory.
    case listed(CalendarPath)
    /// A pipe, a socket or a device in a directory, with the name of a calendar.
    case passedOver(CalendarPath, FileFacts.Kind)
    /// An unreadable path, with the reason.
    case failed(CalendarPath, ReadingError)
    /// A directory tree without files to read.
    case emptyDirectory(CalendarPath)
  }

  /// A directory on the current path.
  private struct Level {
    let directory: FilePath
    let entries: [DirectoryNames.Entry]
    var next = 0
  }

  /// The identities of the directories that were entered.
  private(set) var directories: Set<FileIdentity> = []
  /// The directories with calendars, the links to files, and the other directories, in this order.
  var watched: [FilePath] { filled + linked + others }
  /// Whether the path itself can't be read or listed.
  package private(set) var isUnreadable = false
  private var filled: [FilePath] = []
  private var linked: [FilePath] = []
  private var others: [FilePath] = []
  /// The item to return before the next directory entry.
  private var waiting: Item?
  private var levels: [Level] = []
  /// The named directory, until an item is found in it.
  private var empty: CalendarPath?

  /// The most levels of directories.
  ///
  /// A calendar collection has two or three.
  static let maximumDepth = 16

  /// Starts at a path of the command line, in which `-` is standard input.
  package init(_ path: CalendarPath) {
    guard !path.isHyphen else {
      waiting = .standardInput
      return
    }
    begin(path)
  }

  /// Starts at a path from a list, in which `-` is the name of a file.
  ///
  /// Another program may have written the list, so pipes and devices are passed over.
  package init(listed path: CalendarPath) {
    begin(path.isHyphen ? CalendarPath(text: "./-") : path)
    if case .named(let path, let kind) = waiting, kind != .file {
      waiting = .passedOver(path, kind)
    }
  }

  private mutating func begin(_ path: CalendarPath) {
    let facts = path.facts()
    guard facts.error == 0 else {
      isUnreadable = true
      waiting = .failed(path, FileBytes.failure(path.description, code: facts.error))
      return
    }
    guard facts.kind == .directory else {
      waiting = .named(path, facts.kind)
      return
    }
    empty = path
    directories = [facts.identity]
    enter(path.path)
  }

  /// Returns the next item; nil at the end.
  package mutating func next() -> Item? {
    let item = found()
    switch item {
    case nil:
      defer { empty = nil }
      return empty.map { .emptyDirectory($0) }
    case .passedOver: break
    default: empty = nil
    }
    return item
  }

  private mutating func found() -> Item? {
    while true {
      if let item = waiting {
        waiting = nil
        return item
      }
      guard let level = levels.last else { return nil }
      guard level.next < level.entries.count else {
        levels.removeLast()
        continue
      }
      levels[levels.count - 1].next += 1
      let entry = level.entries[level.next]
      guard entry.name.first != UInt8(ascii: ".") else { continue }
      let path = level.directory.appending(entry.name)
      if !entry.isFile {
        look(at: path)
      } else if path.isCalendarName {
        // The directory entry gives the type, so the file's status isn't read.
        return .listed(CalendarPath(path))
      }
    }
  }

  private mutating func enter(_ directory: FilePath) {
    do throws(ReadingError) {
      let entries = try DirectoryNames.entries(
        path: directory.bytes, name: directory.description)
      if !levels.isEmpty {
        let isFilled = entries.contains { $0.isFile && FilePath($0.name).isCalendarName }
        if isFilled { filled.append(directory) } else { others.append(directory) }
      }
      levels.append(Level(directory: directory, entries: entries))
    } catch {
      if levels.isEmpty { isUnreadable = true }
      waiting = .failed(CalendarPath(directory), error)
    }
  }

  /// Handles a directory entry that may not be a regular file.
  private mutating func look(at path: FilePath) {
    let facts = path.facts()
    guard facts.error == 0 else {
      // A broken link is an error only if it has the name of a calendar.
      let isHarmless = facts.isAbsent || facts.error == ELOOP
      if path.isCalendarName || !isHarmless {
        waiting = .failed(
          CalendarPath(path), FileBytes.failure(path.description, code: facts.error))
      }
      return
    }
    switch facts.kind {
    case .directory:
      // Enter a directory once, even if links lead back to it.
      guard directories.insert(facts.identity).inserted else { return }
      guard levels.count < InputWalk.maximumDepth else {
        waiting = .failed(
          CalendarPath(path),
          .unreadable(
            path.description,
            reason: "it is more than \(InputWalk.maximumDepth - 1) directories deep"))
        return
      }
      enter(path)
    case _ where !path.isCalendarName: break
    case .file:
      waiting = .listed(CalendarPath(path))
      if path.facts(followingLink: false).kind == .link { linked.append(path) }
    case let kind: waiting = .passedOver(CalendarPath(path), kind)
    }
  }
}
