package import CSystem
import CalendarFiles
package import ICalendarReader
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The path of a file, as bytes.
///
/// A file name on Linux can contain any bytes except `/` and NUL. A `String` can't represent all of
/// them.
package struct FilePath: Hashable, CustomStringConvertible {
  /// The path without the terminating NUL.
  package let bytes: [UInt8]

  /// Makes a path of bytes without a terminating NUL.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes a path of the UTF-8 bytes of a text.
  package init(text: String) {
    bytes = Array(text.utf8)
  }

  /// Makes a path of an argument, in which some characters represent raw bytes (see `RawByte`).
  package init(argument: String) {
    bytes = RawByte.bytes(argument)
  }

  /// The path as an argument, in which some characters represent raw bytes (see `RawByte`).
  package var argument: String { RawByte.text(bytes) }

  /// The path for display; a byte that isn't valid UTF-8 is written as `\xE9`.
  ///
  /// An address, which a user can give by mistake, is written without its secret parts.
  package var description: String {
    isAddress ? CalendarAddress.shown(argument) : RawByte.visible(argument)
  }

  /// Whether this is the address of a calendar, valid or not, which never leads to a file.
  package var isAddress: Bool {
    guard let first = bytes.first, "hwHW".utf8.contains(first) else { return false }
    return CalendarAddress.isAddress(String(decoding: bytes.prefix(10), as: UTF8.self))
  }

  /// The path with a terminating NUL, for the system.
  package var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Whether the path means standard input or output.
  package var isHyphen: Bool { bytes == [UInt8(ascii: "-")] }

  private static let separator = UInt8(ascii: "/")

  /// Whether the path ends with `/`, as the path of a directory does.
  package var endsWithSeparator: Bool { bytes.last == FilePath.separator }

  /// Whether the path begins with `/`.
  package var isAbsolute: Bool { bytes.first == FilePath.separator }

  /// The part after the last `/`.
  package var name: [UInt8] {
    Array(bytes[(bytes.lastIndex(of: FilePath.separator).map { $0 + 1 } ?? 0)...])
  }

  /// The path without its name; `.` for a name alone.
  package var directory: FilePath {
    let parent = bytes.dropLast(name.count)
    guard !parent.isEmpty else { return FilePath([UInt8(ascii: ".")]) }
    // Keep the last `/` if it is the root.
    return FilePath(parent.count > 1 ? Array(parent.dropLast()) : Array(parent))
  }

  /// The path from the root, which does not depend on the working directory.
  package var absolute: FilePath {
    guard !isAbsolute, let current = SystemText.currentDirectory else { return self }
    let names = bytes.split(separator: FilePath.separator).filter { $0 != [UInt8(ascii: ".")] }
    return names.reduce(FilePath(current)) { $0.appending(Array($1)) }
  }

  /// The names in the absolute path, with `.` and `..` resolved; links are not read.
  package var names: [[UInt8]] {
    absolute.bytes.split(separator: FilePath.separator).reduce(into: []) { names, name in
      if name.elementsEqual("..".utf8) {
        _ = names.popLast()
      } else if !name.elementsEqual(".".utf8) {
        names.append(Array(name))
      }
    }
  }

  /// Whether the path is below one of several ``real`` paths.
  package func isBelow(_ others: Set<String>) -> Bool {
    var parent = real[...]
    while let end = parent.utf8.lastIndex(of: FilePath.separator), parent != "/" {
      parent = end == parent.startIndex ? "/" : parent[..<end]
      if others.contains(String(parent)) { return true }
    }
    return false
  }

  /// The absolute path with links resolved, as far as the path exists.
  package var real: String {
    URL(fileURLWithPath: String(decoding: absolute.bytes, as: UTF8.self))
      .resolvingSymlinksInPath().path
  }

  /// Returns the path of a name in this directory.
  package func appending(_ name: [UInt8]) -> FilePath {
    FilePath(bytes + (endsWithSeparator ? [] : [FilePath.separator]) + name)
  }

  /// The most links that are followed for one path, as on Linux.
  private static let maximumLinks = 40

  /// The path, and the target of each link in the chain that starts at it.
  package var linkSteps: [FilePath] {
    var steps = [self]
    while steps.count <= FilePath.maximumLinks, let last = steps.last,
      let target = SystemText.target(ofLink: last.bytes)
    {
      let next = FilePath(target)
      steps.append(next.isAbsolute ? next : last.directory.appending(target))
    }
    return steps
  }

  /// Makes the directory and its missing parents, accessible only to this user if `isPrivate`.
  @discardableResult
  package func make(isPrivate: Bool = false) throws(Failure) -> OutputPlace {
    do throws(OutputObstacle) {
      return try makeDirectories(mode: isPrivate ? 0o700 : 0o777)
    } catch {
      throw Failure(.cannotCreate, "\(self): can't be made: \(error.reason)")
    }
  }

  /// Makes the directory and its missing parents, with permissions that the umask limits.
  @discardableResult
  package func makeDirectories(mode: UInt32) throws(OutputObstacle) -> OutputPlace {
    let place = try OutputPlace(self, making: mode)
    guard place.facts.kind == .directory else { throw .system(ENOTDIR) }
    return place
  }

  /// Replaces the file in one step, through a temporary file in the same directory.
  ///
  /// Only the caller may use the path `temporary`.
  package func replace(
    with bytes: [UInt8], by temporary: FilePath, mode: UInt32, isFlushed: Bool = true
  ) throws(SystemError) {
    // Remove the file of an interrupted run.
    _ = removeFile(temporary.terminated)
    // This fails if the name exists, so a link is never followed.
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

  /// The properties of the file; `error` says why there are none.
  package func facts(followingLink: Bool = true) -> FileFacts {
    guard !isAddress else {
      var facts = FileFacts()
      facts.error = ENOENT
      return facts
    }
    return factsOfPath(terminated, followingLink)
  }

  /// The largest file other than a calendar, and the largest output of another program, in bytes.
  package static let maximumSize = 16 << 20

  /// Reads a file other than a calendar; `waits` allows a pipe or a device, which can block.
  package func contents(
    waits: Bool = false, limit: Int = FilePath.maximumSize
  ) throws(ReadingError) -> [UInt8] {
    try FileBytes.read(path: bytes, name: description, waits: waits, limit: limit)
  }

  /// Reads a file that an option names; `-` is standard input if `isInput`.
  package func optionContents(orStandardInput isInput: Bool = false) throws(Failure) -> [UInt8] {
    do throws(ReadingError) {
      return isInput && isHyphen
        ? try FileBytes.readStandardInput(name: description, limit: FilePath.maximumSize)
        : try contents(waits: true)
    } catch {
      guard case .tooLarge = error else { throw Failure(.noInput, "\(error)") }
      throw Failure(.noUsableInput, "\(self): is larger than \(FilePath.maximumSize >> 20) MiB")
    }
  }

  /// Whether the path leads to a pipe or a device, whose bytes can be read only once.
  package var isReadOnce: Bool {
    let facts = facts()
    return facts.error == 0 && facts.kind != .file && facts.kind != .directory
  }
}

extension FilePath {
  /// Makes a path of an argument that is a path or a `file:` URL (RFC 8089).
  ///
  /// File managers use such URLs: `file:///a%20b.ics`.
  package init(typed argument: String) {
    self = FilePath.path(ofURL: argument) ?? FilePath(argument: argument)
  }

  /// The path in a `file:` URL of this machine; nil for other text.
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
}

extension FileFacts {
  /// The permissions of the user, the group and others.
  package var permissions: UInt32 { mode & 0o777 }

  /// The device and the inode.
  package var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  /// Whether a file or a directory is unchanged.
  package func isSame(as other: FileFacts) -> Bool {
    error == 0 && other.error == 0 && identity == other.identity
      && changeSeconds == other.changeSeconds && changeNanoseconds == other.changeNanoseconds
  }

  /// Whether only this user, root and the owner of its directory can have made a file.
  ///
  /// In a directory that others can write to, one of them could plant a file.
  package func isTrusted(in directory: FileFacts) -> Bool {
    owner == getuid() || owner == 0 || owner == directory.owner
      || directory.permissions & 0o022 == 0
  }

  /// Whether the path leads nowhere.
  package var isAbsent: Bool { error == ENOENT || error == ENOTDIR }
}

/// The device and the inode, which identify a file whatever its path.
package struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}

/// An error number of the system (errno).
package struct SystemError: Error {
  let code: Int32

  /// Makes an error of a number that isn't 0.
  package init(code: Int32) {
    self.code = code
  }

  /// The text of the error, such as `Permission denied`.
  package var reason: String { FileBytes.reason(code) }
}
