internal import CSystem
package import ICalendarReader

/// Lists directories; names are in the bytes of the file system, which may not be UTF-8.
package enum DirectoryNames {
  /// Lists the names in a directory.
  ///
  /// - Returns: The names in byte order, without `.` and `..`.
  package static func read(path: [UInt8], name: String) throws(ReadingError) -> [[UInt8]] {
    try entries(path: path, name: name).map(\.name)
  }

  /// A name in a directory, with the type that the directory stores.
  package struct Entry: Sendable {
    /// The name in the bytes of the file system.
    package let name: [UInt8]
    /// Whether it is known to be an ordinary file; otherwise the type must be looked up.
    package let isFile: Bool
  }

  /// Lists the names in a directory with their types.
  ///
  /// - Returns: The entries in byte order of their names, without `.` and `..`.
  package static func entries(path: [UInt8], name: String) throws(ReadingError) -> [Entry] {
    var code: Int32 = 0
    guard let directory = unsafe openDirectory(path.terminated, &code) else {
      throw FileBytes.failure(name, code: code)
    }
    defer { unsafe closedir(directory) }
    var entries: [Entry] = []
    var isFile = false
    // The loop ends with the directory, which lists each name once.
    while let entry = unsafe nextName(directory, &isFile, &code) {
      let name = unsafe SystemText.bytes(of: entry)
      if name != dot, name != dotDot { entries.append(Entry(name: name, isFile: isFile)) }
    }
    guard code == 0 else { throw .unreadable(name, reason: FileBytes.reason(code)) }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private static let dot = [UInt8(ascii: ".")]
  private static let dotDot = [UInt8(ascii: "."), UInt8(ascii: ".")]
}

/// System strings in bytes, which may not be UTF-8.
package enum SystemText {
  /// The largest length of a path in bytes, the limit of Linux system calls.
  package static let longestPath = 4_096

  /// The arguments of the program, without its name.
  package static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
    }
  }

  static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeBufferPointer(start: string, count: strlen(string)).map {
      UInt8(bitPattern: $0)
    }
  }

  /// The current directory; nil if it was removed.
  package static var currentDirectory: [UInt8]? {
    unsafe path { buffer in
      unsafe getcwd(buffer.baseAddress, buffer.count) == nil
        ? nil : buffer.firstIndex(of: 0)
    }
  }

  /// The target that a symbolic link contains; nil if the path is not a link.
  package static func target(ofLink path: [UInt8]) -> [UInt8]? {
    unsafe SystemText.path { buffer in
      let count =
        unsafe buffer.baseAddress.map {
          unsafe readlink(path.terminated, $0, buffer.count)
        } ?? -1
      return count >= 0 && count < longestPath ? count : nil
    }
  }

  /// The target that an open symbolic link contains; nil if it can't be read.
  package static func target(ofOpenLink descriptor: Int32) -> [UInt8]? {
    unsafe SystemText.path { buffer in
      let count =
        unsafe buffer.baseAddress.map {
          unsafe readlinkat(descriptor, "", $0, buffer.count)
        } ?? -1
      return count >= 0 && count < longestPath ? count : nil
    }
  }

  private static func path(
    _ fill: (UnsafeMutableBufferPointer<CChar>) -> Int?
  ) -> [UInt8]? {
    var length: Int?
    let bytes = unsafe [CChar](unsafeUninitializedCapacity: longestPath) { buffer, count in
      length = unsafe fill(buffer)
      count = length ?? 0
    }
    return length.map { bytes.prefix($0).map { UInt8(bitPattern: $0) } }
  }
}
