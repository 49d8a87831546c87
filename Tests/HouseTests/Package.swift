import Foundation
import Testing

/// The package of these tests.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The sorted paths below a folder with a suffix, relative to the root.
  static func paths(endingIn suffix: String, below folder: String) throws -> [String] {
    let paths = FileManager.default.subpaths(atPath: root.appending(path: folder).path)
    return try #require(paths).filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The lines of a file, including empty ones.
  static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
