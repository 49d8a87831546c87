package import Foundation

/// A directory that is gone when a test is.
package enum TestDirectory {
  /// Makes a directory, lends it, and removes it.
  ///
  /// - Parameters:
  ///   - parent: The directory in which it stands.
  ///   - body: What is done there.
  /// - Throws: What the body throws, or why there is no directory.
  /// - Returns: What the body does.
  package static func lend<Value>(
    in parent: URL = FileManager.default.temporaryDirectory, _ body: (URL) throws -> Value
  ) throws -> Value {
    let directory = parent.appending(path: "ics2notify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
  }
}
