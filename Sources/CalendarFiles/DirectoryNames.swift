internal import CSystem
package import ICalendarReader

/// The names in a directory as the system has them, UTF-8 or not.
package enum DirectoryNames {
  /// Lists a directory.
  ///
  /// - Parameters:
  ///   - path: The path as the system has it.
  ///   - name: The name under which it is reported.
  /// - Throws: Why it can't be listed.
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
  /// - Parameters:
  ///   - path: The path as the system has it.
  ///   - name: The name under which it is reported.
  /// - Throws: Why it can't be listed.
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
