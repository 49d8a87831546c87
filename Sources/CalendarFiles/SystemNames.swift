internal import CSystem
package import ICalendarReader

/// The names in a directory as the system has them, UTF-8 or not.
package enum DirectoryNames {
  /// Lists a directory.
  ///
  /// - Returns: The names without `.` and `..`, in the order of their bytes.
  package static func read(path: [UInt8], name: String) throws(ReadingError) -> [[UInt8]] {
    try entries(path: path, name: name).map(\.name)
  }

  /// A name, and what the directory says of it.
  package struct Entry: Sendable {
    /// The name as the system has it.
    package let name: [UInt8]
    /// Whether it is known to be a file's; what is not known has to be looked at.
    package let isFile: Bool
  }

  /// Lists a directory with what it says of its names.
  ///
  /// - Returns: The entries without `.` and `..`, in the order of the bytes of their names.
  package static func entries(path: [UInt8], name: String) throws(ReadingError) -> [Entry] {
    var code: Int32 = 0
    guard let directory = unsafe openDirectory(path.terminated, &code) else {
      throw FileBytes.failure(name, code: code)
    }
    defer { unsafe closedir(directory) }
    var entries: [Entry] = []
    var isFile = false
    // Ends with the directory: a name comes once.
    while let entry = unsafe nextName(directory, &isFile, &code) {
      let name = unsafe SystemText.bytes(of: entry)
      if name != dot, name != dotDot { entries.append(Entry(name: name, isFile: isFile)) }
    }
    guard code == 0 else { throw .unreadable(name, reason: FileBytes.reason(code)) }
    return entries.sorted { $0.name.precedes($1.name) }
  }

  private static let dot = [UInt8(ascii: ".")]
  private static let dotDot = [UInt8(ascii: "."), UInt8(ascii: ".")]
}

extension [UInt8] {
  /// Whether the bytes come before others, as a dictionary orders them.
  fileprivate func precedes(_ other: [UInt8]) -> Bool {
    let shared = Swift.min(count, other.count)
    let order = unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { others in
        guard let left = own.baseAddress, let right = others.baseAddress else { return Int32(0) }
        return unsafe memcmp(left, right, shared)
      }
    }
    return order == 0 ? count < other.count : order < 0
  }
}

/// What the system says in bytes that may be no UTF-8.
package enum SystemText {
  /// The longest path that is looked at, in bytes: no call of Linux takes or gives a longer one.
  package static let longestPath = 4_096

  /// The arguments of the program, without its name.
  package static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { unsafe bytes(of: $0) }
    }
  }

  /// The bytes of a string of the C library's, without the NUL at its end.
  static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeBufferPointer(start: string, count: strlen(string)).map {
      UInt8(bitPattern: $0)
    }
  }

  /// The directory in which the program runs; nil where it is gone.
  package static var currentDirectory: [UInt8]? {
    unsafe path { buffer in
      unsafe getcwd(buffer.baseAddress, buffer.count) == nil
        ? nil : buffer.firstIndex(of: 0)
    }
  }

  /// What a link leads to, as it stands in the link; nil for what is no link.
  package static func target(ofLink path: [UInt8]) -> [UInt8]? {
    unsafe SystemText.path { buffer in
      let count =
        unsafe buffer.baseAddress.map {
          unsafe readlink(path.terminated, $0, buffer.count)
        } ?? -1
      return count >= 0 && count < longestPath ? count : nil
    }
  }

  /// The path that a call fills in.
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
