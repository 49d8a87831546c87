import CSystem
import CalendarFiles
import ICalendarReader

/// The files that the paths of a command line stand for.
struct InputFiles {
  /// What is found at or below a path.
  enum Item {
    case standardInput
    /// A file that the user named, or a pipe or a device, which may make the program wait.
    case named(FilePath, FileFacts.Kind)
    /// A file in a directory.
    case listed(FilePath)
    /// Something in a directory that is called like a calendar and is no file: a pipe, which may
    /// have nobody who writes to it, a socket or a device.
    case passedOver(FilePath, FileFacts.Kind)
    /// Something that can't be read.
    case failed(ReadingError)
    /// A directory with nothing to read below it.
    case emptyDirectory(FilePath)
  }

  /// What there is, in the order of reading.
  private(set) var items: [Item] = []
  /// What tells the directories that were looked into from others.
  private(set) var directories: Set<FileIdentity> = []

  /// The most directories below one another that are entered.
  ///
  /// A calendar collection has two or three.
  static let maximumDepth = 16

  /// Finds what is at a path: itself, or the .ics files below a directory, sorted by name.
  init(_ path: FilePath) {
    guard !path.isHyphen else {
      items = [.standardInput]
      return
    }
    let facts = path.facts()
    guard facts.error == 0 else {
      items = [.failed(FileBytes.failure(path.description, code: facts.error))]
      return
    }
    guard facts.kind == .directory else {
      items = [.named(path, facts.kind)]
      return
    }
    directories = [facts.identity]
    enter(path, depth: 0)
    let isEmpty = items.allSatisfy { if case .passedOver = $0 { true } else { false } }
    if isEmpty { items.append(.emptyDirectory(path)) }
  }

  /// Takes up what a directory holds.
  private mutating func enter(_ directory: FilePath, depth: Int) {
    do throws(ReadingError) {
      let entries = try DirectoryNames.entries(
        path: directory.bytes, name: directory.description)
      for entry in entries where entry.name.first != UInt8(ascii: ".") {
        let path = directory.appending(entry.name)
        if !entry.isFile {
          add(path, depth: depth + 1)
        } else if path.isCalendarName {
          // What the directory knows is not asked of the file: there can be a hundred thousand.
          items.append(.listed(path))
        }
      }
    } catch {
      items.append(.failed(error))
    }
  }

  /// Takes up a name in a directory.
  private mutating func add(_ path: FilePath, depth: Int) {
    let facts = path.facts()
    guard facts.error == 0 else {
      // A link that leads nowhere is no directory that could hold calendars.
      let isHarmless = facts.isAbsent || facts.error == ELOOP
      if path.isCalendarName || !isHarmless {
        items.append(.failed(FileBytes.failure(path.description, code: facts.error)))
      }
      return
    }
    switch facts.kind {
    case .directory:
      // One that a link leads back to is read once.
      guard directories.insert(facts.identity).inserted else { return }
      guard depth < InputFiles.maximumDepth else {
        items.append(
          .failed(
            .unreadable(
              path.description,
              reason: "it lies more than \(InputFiles.maximumDepth - 1) directories deep")))
        return
      }
      enter(path, depth: depth)
    case _ where !path.isCalendarName: break
    case .file: items.append(.listed(path))
    case let kind: items.append(.passedOver(path, kind))
    }
  }
}
