import ArgumentParser
import CSystem
import CalendarFiles
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

  /// Makes a path of a text that is the system's own, byte for byte.
  init(text: String) {
    bytes = Array(text.utf8)
  }

  /// Makes a path of an argument, in which characters stand for raw bytes
  /// (see ``TextSafety/RawByte``).
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

  /// Makes the directory that the path names, and those in which it stands.
  ///
  /// - Throws: Why it can't be made.
  func make() throws(Failure) {
    var code = makeDirectory(terminated)
    if code == ENOENT, directory != self {
      try directory.make()
      code = makeDirectory(terminated)
    }
    guard code == 0 || code == EEXIST else {
      throw Failure(
        .cannotCreate, "\(self): can't be made: \(SystemError(code: code).reason)")
    }
  }

  /// What the path leads to.
  func facts(followingLink: Bool = true) -> FileFacts { factsOfPath(terminated, followingLink) }

  /// Whether the path leads to a pipe, a device or the like, which gives its bytes to one who reads.
  var isReadOnce: Bool {
    let facts = facts()
    return facts.error == 0 && facts.kind != .file && facts.kind != .directory
  }

  /// Whether the name is one that is read in a directory: `*.ics` or `*.ics.gz`, and not hidden.
  var isCalendarName: Bool { calendarSuffix != nil }

  /// How the name ends, where it is one that is read in a directory.
  var calendarSuffix: String? {
    let start = bytes.lastIndex(of: FilePath.separator).map { $0 + 1 } ?? 0
    guard start < bytes.count, bytes[start] != UInt8(ascii: ".") else { return nil }
    return [".ics", ".ics.gz"].first { suffix in
      bytes[start...].suffix(suffix.utf8.count).elementsEqual(suffix.utf8) { letter, wanted in
        letter == wanted || letter == wanted & 0xDF && wanted >= UInt8(ascii: "a")
      }
    }
  }
}
