import Foundation
import Testing

/// The files of the repository.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The paths below a folder whose names end so, from the root.
  static func files(endingIn suffix: String, below folder: String) throws -> [String] {
    let paths = FileManager.default.subpaths(atPath: root.appending(path: folder).path)
    return try #require(paths).filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
