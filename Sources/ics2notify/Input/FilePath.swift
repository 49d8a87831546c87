import ArgumentParser
import CFiles
import ICalendarReader
import SystemdTimers
import TextSafety

/// A file's path: the bytes that the system has, and a text for people.
///
/// A name on Linux is any bytes but `/` and NUL; a `String` holds only UTF-8, so it can't be the
/// path itself.
struct FilePath: Hashable, ExpressibleByArgument, CustomStringConvertible {
  /// The bytes, without the NUL at the end.
  let bytes: [UInt8]

  /// Makes a path of bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes a path of an argument, in which characters stand for raw bytes (see ``RawByte``).
  init(argument: String) {
    bytes = RawByte.bytes(argument)
  }

  /// The path as an argument.
  var argument: String { RawByte.text(bytes) }

  /// The path as it is shown: a byte that is no UTF-8 is written `\xE9`.
  var description: String { RawByte.visible(argument) }

  /// The path as the C library takes it.
  var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Whether the path stands for standard input or output.
  var isHyphen: Bool { bytes == [UInt8(ascii: "-")] }

  private static let separator = UInt8(ascii: "/")

  /// Whether the path ends with `/`, and so names a directory.
  var endsWithSeparator: Bool { bytes.last == FilePath.separator }

  /// Whether the path begins at the root.
  var isAbsolute: Bool { bytes.first == FilePath.separator }

  /// What stands behind the last `/`.
  var name: [UInt8] {
    Array(bytes[(bytes.lastIndex(of: FilePath.separator).map { $0 + 1 } ?? 0)...])
  }

  /// The directory in which the name stands; `.` for a path without one.
  var directory: FilePath {
    let parent = bytes.dropLast(name.count)
    guard !parent.isEmpty else { return FilePath([UInt8(ascii: ".")]) }
    // The last `/` is kept where it is the root, and where it makes no difference.
    return FilePath(parent.count > 1 ? Array(parent.dropLast()) : Array(parent))
  }

  /// The path that means the same wherever the program is started.
  var absolute: FilePath {
    isAbsolute ? self : SystemText.currentDirectory.map { FilePath($0).appending(bytes) } ?? self
  }

  /// A name in this directory.
  func appending(_ name: [UInt8]) -> FilePath {
    FilePath(bytes + (endsWithSeparator ? [] : [FilePath.separator]) + name)
  }

  /// The most links that lead to one file; Linux follows no more either.
  private static let maximumLinks = 40

  /// The path, and what the links at its end lead to, one after another.
  var linkSteps: [FilePath] {
    var steps = [self]
    while steps.count <= FilePath.maximumLinks, let last = steps.last,
      let target = SystemText.target(ofLink: last.bytes)
    {
      let next = FilePath(target)
      steps.append(next.isAbsolute ? next : last.directory.appending(target))
    }
    return steps
  }

  /// What the path leads to.
  func facts(followingLink: Bool = true) -> FileFacts { factsOfPath(terminated, followingLink) }

  /// Whether the name is one that is read in a directory: `*.ics`, and not hidden.
  var isCalendarName: Bool {
    name.first != UInt8(ascii: ".")
      && String(decoding: name.suffix(4), as: UTF8.self).lowercased() == ".ics"
  }
}

extension FileFacts {
  /// What kinds of things a name stands for.
  enum Kind {
    case file, directory, link, pipe, socket, device
  }

  /// What the name stands for.
  var kind: Kind {
    switch mode & 0o170000 {
    case 0o100000: .file
    case 0o040000: .directory
    case 0o120000: .link
    case 0o010000: .pipe
    case 0o140000: .socket
    default: .device
    }
  }

  /// The permissions.
  var permissions: UInt32 { mode & 0o777 }

  /// What tells a file from all others.
  var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  /// Whether nothing has changed since a file or directory was looked at.
  func isSame(as other: FileFacts) -> Bool {
    error == 0 && other.error == 0 && identity == other.identity
      && changeSeconds == other.changeSeconds && changeNanoseconds == other.changeNanoseconds
  }

  /// Whether nothing has the name.
  var isAbsent: Bool { error == ENOENT || error == ENOTDIR }
}

/// What tells a file from all others, whatever paths lead to it.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}
