#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

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
    guard let directory = unsafe opendir(path.terminated) else {
      throw FileBytes.failure(name, code: errno)
    }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    // Ends with the directory: a name comes once.
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      if name != dot, name != dotDot { names.append(name) }
    }
    // The end and an error look the same but for the number.
    guard errno == 0 else { throw .unreadable(name, reason: FileBytes.reason(errno)) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static let dot = [UInt8(ascii: ".")]
  private static let dotDot = [UInt8(ascii: "."), UInt8(ascii: ".")]
}
