import Foundation
import Testing

/// The package that the tests stand in.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths below a folder whose names end so, from the root and in their order.
  static func paths(endingIn suffix: String, below folder: String) throws -> [String] {
    let paths = FileManager.default.subpaths(atPath: root.appending(path: folder).path)
    return try #require(paths).filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// The lines of a file, the empty ones too.
  static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
