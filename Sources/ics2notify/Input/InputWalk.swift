import CSystem
import CalendarFiles
import ICalendarReader

/// What is found at or below a path, one after another: itself, or the .ics files below a directory,
/// sorted by name.
///
/// Of a tree no more is kept than the names in the directories on the way to the next file: there
/// can be a million files.
struct InputWalk {
  /// What is found.
  enum Item {
    case standardInput
    /// A file that the user named, or a pipe or a device, which may make the program wait.
    case named(FilePath, FileFacts.Kind)
    /// A file in a directory.
    case listed(FilePath)
    /// Something in a directory that is called like a calendar and is no file: a pipe, which may
    /// have nobody who writes to it, a socket or a device.
    case passedOver(FilePath, FileFacts.Kind)
    /// Something that can't be read, and why.
    case failed(FilePath, ReadingError)
    /// A directory with nothing to read below it.
    case emptyDirectory(FilePath)
  }

  /// A directory that is being looked through.
  private struct Level {
    let directory: FilePath
    let entries: [DirectoryNames.Entry]
    var next = 0
  }

  /// What tells the directories that were looked into from others.
  private(set) var directories: Set<FileIdentity> = []
  /// The directories below the path, those first that hold calendars, and what links to files in
  /// them lead to.
  var watched: [FilePath] { filled + linked + others }
  /// Whether the path itself can't be looked at or listed.
  private(set) var isUnreadable = false
  private var filled: [FilePath] = []
  private var linked: [FilePath] = []
  private var others: [FilePath] = []
  /// What comes next, before what the directories have.
  private var waiting: Item?
  private var levels: [Level] = []
  /// The directory that is named, until something is found in it.
  private var empty: FilePath?

  /// The most directories below one another that are entered.
  ///
  /// A calendar collection has two or three.
  static let maximumDepth = 16

  init(_ path: FilePath) {
    guard !path.isHyphen else {
      waiting = .standardInput
      return
    }
    begin(path)
  }

  /// Begins at a path that stands in a list, where `-` is a file's name, and nothing is read that
  /// may make the program wait: a list is made of what somebody else has put there.
  init(listed path: FilePath) {
    begin(path.isHyphen ? FilePath(text: "./-") : path)
    if case .named(let path, let kind) = waiting, kind != .file {
      waiting = .passedOver(path, kind)
    }
  }

  private mutating func begin(_ path: FilePath) {
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
    enter(path)
  }

  /// The next of what there is; nil at the end.
  mutating func next() -> Item? {
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
        // What the directory knows is not asked of the file.
        return .listed(path)
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
      waiting = .failed(directory, error)
    }
  }

  /// Takes up a name in a directory that isn't known to be a file's.
  private mutating func look(at path: FilePath) {
    let facts = path.facts()
    guard facts.error == 0 else {
      // A link that leads nowhere is no directory that could hold calendars.
      let isHarmless = facts.isAbsent || facts.error == ELOOP
      if path.isCalendarName || !isHarmless {
        waiting = .failed(path, FileBytes.failure(path.description, code: facts.error))
      }
      return
    }
    switch facts.kind {
    case .directory:
      // One that a link leads back to is read once.
      guard directories.insert(facts.identity).inserted else { return }
      guard levels.count < InputWalk.maximumDepth else {
        waiting = .failed(
          path,
          .unreadable(
            path.description,
            reason: "it is more than \(InputWalk.maximumDepth - 1) directories deep"))
        return
      }
      enter(path)
    case _ where !path.isCalendarName: break
    case .file:
      waiting = .listed(path)
      if path.facts(followingLink: false).kind == .link { linked.append(path) }
    case let kind: waiting = .passedOver(path, kind)
    }
  }
}
