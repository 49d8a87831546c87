package import Foundation

/// Temporary directories for tests.
package enum TestDirectory {
  /// Creates a directory, passes it to a function, and removes it.
  ///
  /// - Parameters:
  ///   - parent: The parent directory.
  ///   - body: The function.
  /// - Throws: The error of `body`, or of the creation.
  /// - Returns: The result of `body`.
  package static func lend<Value>(
    in parent: URL = FileManager.default.temporaryDirectory, _ body: (URL) throws -> Value
  ) throws -> Value {
    let directory = parent.appending(path: "ics2notify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
  }
}
