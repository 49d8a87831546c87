import ArgumentParser
import CSystem
import CalendarFiles
import ICalendarReader
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  var argument: String { RawByte.text(bytes) }

  /// The path as it is shown: a byte that is no UTF-8 is written `\xE9`.
  var description: String { RawByte.visible(argument) }

  var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Whether the path stands for standard input or output.
  var isHyphen: Bool { bytes == [UInt8(ascii: "-")] }

  private static let separator = UInt8(ascii: "/")

  /// Whether the path ends with `/`, and so names a directory.
  var endsWithSeparator: Bool { bytes.last == FilePath.separator }

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
    guard !isAbsolute, let current = SystemText.currentDirectory else { return self }
    let names = bytes.split(separator: FilePath.separator).filter { $0 != [UInt8(ascii: ".")] }
    return names.reduce(FilePath(current)) { $0.appending(Array($1)) }
  }

  /// The names in the absolute path, after `.` and `..` were resolved without a look at links.
  var names: [[UInt8]] {
    absolute.bytes.split(separator: FilePath.separator).reduce(into: []) { names, name in
      if name.elementsEqual("..".utf8) {
        _ = names.popLast()
      } else if !name.elementsEqual(".".utf8) {
        names.append(Array(name))
      }
    }
  }

  /// Whether the path is below one of others, which are ``real``.
  func isBelow(_ others: Set<String>) -> Bool {
    var parent = real[...]
    while let end = parent.utf8.lastIndex(of: FilePath.separator), parent != "/" {
      parent = end == parent.startIndex ? "/" : parent[..<end]
      if others.contains(String(parent)) { return true }
    }
    return false
  }

  /// The absolute path without links, as far as it exists.
  var real: String {
    URL(fileURLWithPath: String(decoding: absolute.bytes, as: UTF8.self))
      .resolvingSymlinksInPath().path
  }

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
  func make() throws(Failure) {
    do throws(SystemError) {
      try makeDirectories(mode: 0o777)
    } catch {
      throw Failure(.cannotCreate, "\(self): can't be made: \(error.reason)")
    }
  }

  /// The same, with permissions as far as the user's mask allows.
  func makeDirectories(mode: UInt32) throws(SystemError) {
    var code = makeDirectory(terminated, mode)
    if code == ENOENT, directory != self {
      try directory.makeDirectories(mode: mode)
      code = makeDirectory(terminated, mode)
    }
    if code == EEXIST { code = facts().kind == .directory ? 0 : ENOTDIR }
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Puts a file in place in one step, written at first as `temporary`, a path in the same directory
  /// that only the caller uses.
  func replace(
    with bytes: [UInt8], by temporary: FilePath, mode: UInt32, isFlushed: Bool = true
  ) throws(SystemError) {
    // Remove the file of a run that was ended.
    _ = removeFile(temporary.terminated)
    // Fails if anything has the name, so no link is followed.
    let descriptor = createFile(temporary.terminated, mode)
    guard descriptor >= 0 else { throw SystemError(code: -descriptor) }
    var code = writeAll(descriptor, bytes, bytes.count)
    if code == 0, isFlushed { code = flushFile(descriptor) }
    let closing = closeFile(descriptor)
    if code == 0 { code = closing }
    if code == 0 { code = renameFile(temporary.terminated, terminated) }
    guard code == 0 else {
      _ = removeFile(temporary.terminated)
      throw SystemError(code: code)
    }
  }

  func facts(followingLink: Bool = true) -> FileFacts { factsOfPath(terminated, followingLink) }

  /// The largest file that is read besides calendars, in bytes: of texts, plans, units and zones;
  /// and of another program's answer.
  static let maximumSize = 16 << 20

  /// Reads a file that is no calendar; `waits` allows for a pipe or a device, however long that takes.
  func contents(
    waits: Bool = false, limit: Int = FilePath.maximumSize
  ) throws(ReadingError) -> [UInt8] {
    try FileBytes.read(path: bytes, name: description, waits: waits, limit: limit)
  }

  /// Reads a file that an option names; `-` can be standard input.
  func optionContents(orStandardInput isInput: Bool = false) throws(Failure) -> [UInt8] {
    do throws(ReadingError) {
      return isInput && isHyphen
        ? try FileBytes.readStandardInput(name: description, limit: FilePath.maximumSize)
        : try contents(waits: true)
    } catch {
      guard case .tooLarge = error else { throw Failure(.noInput, "\(error)") }
      throw Failure(.noUsableInput, "\(self): is larger than \(FilePath.maximumSize >> 20) MiB")
    }
  }

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

extension FilePath {
  /// Makes a path of an argument that a person typed: a path, or a URL of a file on this machine
  /// (RFC 8089), as file managers give it: `file:///a%20b.ics`.
  init(typed argument: String) {
    self = FilePath.path(ofURL: argument) ?? FilePath(argument: argument)
  }

  /// The path in a URL of a file on this machine; nil for anything else.
  private static func path(ofURL url: String) -> FilePath? {
    guard url.lowercased().hasPrefix("file:/") else { return nil }
    var rest = url.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest.removeFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest.removeFirst(host.count)
    }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var typed = FilePath(argument: String(rest)).bytes[...]
    while let byte = typed.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: typed.prefix(2), as: UTF8.self)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      typed.removeFirst(2)
      bytes.append(value)
    }
    return FilePath(bytes)
  }

  /// The command that gets a calendar that a path names on another machine; nil for a path.
  ///
  /// The program itself asks no other machine for anything.
  var commandForURL: String? {
    let text = description
    guard let colon = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard ["http", "https", "webcal", "webcals"].contains(scheme) else { return nil }
    // webcal is a name that has programs subscribe, and is asked for by HTTP.
    let url = (scheme == "http" ? "http" : "https") + text[colon.lowerBound...]
    return "curl -fsSL '\(url.replacing("'", with: "%27"))'"
  }
}

extension FileFacts {
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

/// A number of the system's for what went wrong.
struct SystemError: Error {
  let code: Int32

  var reason: String { FileBytes.reason(code) }
}
