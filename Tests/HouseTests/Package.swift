import Foundation
import Testing

/// The package that the tests stand in, and the program that was built of it.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The program beside the test bundle.
  static var program: URL? {
    let directories =
      [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
      .compactMap { $0 } + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return directories.map { $0.appending(path: "ics2notify") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Runs a command at the root of the package.
  static func run(_ executable: URL, _ arguments: [String]) throws -> (Data, status: Int32) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = root
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (try Data(contentsOf: file), process.terminationStatus)
  }
}
