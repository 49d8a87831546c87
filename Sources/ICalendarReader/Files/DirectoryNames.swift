internal import CSystem

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
    var code: Int32 = 0
    guard let directory = unsafe openDirectory(path.terminated, &code) else {
      throw FileBytes.failure(name, code: code)
    }
    defer { unsafe closedir(directory) }
    var names: [[UInt8]] = []
    // Ends with the directory: a name comes once.
    while let entry = unsafe nextName(directory, &code) {
      let name = unsafe SystemText.bytes(of: entry)
      if name != dot, name != dotDot { names.append(name) }
    }
    guard code == 0 else { throw .unreadable(name, reason: FileBytes.reason(code)) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static let dot = [UInt8(ascii: ".")]
  private static let dotDot = [UInt8(ascii: "."), UInt8(ascii: ".")]
}
