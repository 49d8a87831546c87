package import CSystem
import CalendarFiles

/// The reason why the place of an output can't be used.
package enum OutputObstacle: Error {
  case system(Int32)
  /// A link that another user than this one or root has made.
  case link(FilePath, owner: UInt32)
  /// A named pipe of another user, who would read the output or never open it.
  case pipe(FilePath, owner: UInt32)

  /// The reason, to follow the path of the output.
  package var reason: String {
    switch self {
    case .system(let code): SystemError(code: code).reason
    case .link(let link, let owner): "\(link) is a link of user \(owner), and isn't followed"
    case .pipe(let pipe, let owner): "\(pipe) is a pipe of user \(owner), and isn't opened"
    }
  }
}

/// The place of an output: an open directory, and a name in it that isn't a link.
///
/// In a directory that others can write, another user can plant a link, and change it at any time. So
/// each name of the path is looked up in an open directory, and a link is followed only if this user
/// or root has made it. Later changes of the path don't redirect the output.
package struct OutputPlace {
  /// An open file or directory, which is closed with this object.
  private final class OpenFile {
    let descriptor: Int32

    init(_ descriptor: Int32) throws(OutputObstacle) {
      guard descriptor >= 0 else { throw .system(-descriptor) }
      self.descriptor = descriptor
    }

    deinit { _ = closeFile(descriptor) }

    /// A path that leads to the entry without reading its names; `named` on a system without one.
    func path(_ named: FilePath) -> FilePath {
      let path = FilePath(text: "/proc/self/fd/\(descriptor)")
      return path.facts().error == 0 ? path : named
    }
  }

  /// An entry with its path, for systems without a path to an open one.
  private struct Named {
    let entry: OpenFile
    let path: FilePath

    init(root path: FilePath) throws(OutputObstacle) {
      entry = try OpenFile(openEntry(AT_FDCWD, path.terminated, false))
      self.path = path
    }

    init(_ entry: OpenFile, at path: FilePath) {
      self.entry = entry
      self.path = path
    }

    var facts: FileFacts { factsOfDescriptor(entry.descriptor) }

    /// The path of a name in this directory.
    func path(of name: [UInt8]) -> FilePath {
      path.bytes == [UInt8(ascii: ".")] ? FilePath(name) : path.appending(name)
    }
  }

  private var directory: Named
  private var name: [UInt8] = []
  /// The entry with the name; nil if it doesn't exist.
  private var entry: Named?
  /// The properties of the entry, which isn't a link.
  package private(set) var facts: FileFacts

  /// The most links that are followed for one path, as on Linux.
  private static let maximumLinks = 40
  private static let separator = UInt8(ascii: "/")

  /// Looks up a path; its last name need not exist.
  ///
  /// With `mode`, all names are those of directories, and missing ones are made with permissions that
  /// the umask limits.
  package init(_ path: FilePath, making mode: UInt32? = nil) throws(OutputObstacle) {
    guard !path.bytes.isEmpty else { throw .system(ENOENT) }
    directory = try Named(root: FilePath(text: path.isAbsolute ? "/" : "."))
    entry = directory
    facts = directory.facts
    var names = OutputPlace.names(path.bytes)
    var links = 0
    while !names.isEmpty {
      guard let parent = entry else { throw .system(ENOENT) }
      guard facts.kind == .directory else { throw .system(ENOTDIR) }
      (directory, name) = (parent, names.removeFirst())
      guard let found = try look(making: mode) else {
        entry = nil
        facts.error = ENOENT
        continue
      }
      (entry, facts) = (found, found.facts)
      let isTrusted = facts.owner == getuid() || facts.owner == 0
      if facts.kind == .pipe, !isTrusted { throw .pipe(found.path, owner: facts.owner) }
      guard facts.kind == .link else { continue }
      links += 1
      guard links <= OutputPlace.maximumLinks else { throw .system(ELOOP) }
      guard isTrusted else { throw .link(found.path, owner: facts.owner) }
      if isOfProcesses(found.entry.descriptor), let device = try openDevice() {
        (entry, facts) = (device, device.facts)
        continue
      }
      guard let target = SystemText.target(ofOpenLink: found.entry.descriptor) else {
        throw .system(EIO)
      }
      names = OutputPlace.names(target) + names
      let start = FilePath(target).isAbsolute ? try Named(root: FilePath(text: "/")) : parent
      (entry, facts) = (start, start.facts)
    }
  }

  /// Opens the entry with the current name, without following a link; nil if it doesn't exist.
  private func look(making mode: UInt32?) throws(OutputObstacle) -> Named? {
    let text = FilePath(name).terminated
    func opened() -> Int32 { openEntry(directory.entry.descriptor, text, false) }
    var descriptor = opened()
    if descriptor == -ENOENT, let mode {
      let code = makeDirectoryIn(directory.entry.descriptor, text, mode)
      guard code == 0 || code == EEXIST else { throw .system(code) }
      descriptor = opened()
    }
    guard descriptor != -ENOENT else { return nil }
    return Named(try OpenFile(descriptor), at: directory.path(of: name))
  }

  /// Opens the pipe, socket or device of a link in /proc; nil for a file or a directory.
  ///
  /// The target of such a link, for example that of /dev/stdout, isn't a path.
  private func openDevice() throws(OutputObstacle) -> Named? {
    let descriptor = openEntry(directory.entry.descriptor, FilePath(name).terminated, true)
    let device = Named(try OpenFile(descriptor), at: directory.path(of: name))
    return [.file, .directory].contains(device.facts.kind) ? nil : device
  }

  private static func names(_ path: [UInt8]) -> [[UInt8]] {
    path.split(separator: separator).map(Array.init)
  }

  /// The directory of the entry, by a path that no change of names redirects.
  var folder: FilePath { directory.entry.path(directory.path) }

  /// The entry in its directory; only its name can be changed by others.
  package var file: FilePath { folder.appending(name) }

  /// The entry itself, by a path that no change of names redirects; nil if it doesn't exist.
  package var opened: FilePath? { entry.map { $0.entry.path($0.path) } }
}
