package import Foundation

/// A program that tests run: one of the machine's, or one that was built with them.
package struct TestProgram: Sendable {
  /// Where it is.
  package let url: URL

  /// Its path.
  package var path: String { url.path }

  /// Names a program by its path.
  package init(url: URL) {
    self.url = url
  }

  /// The shell that every machine has.
  package static let shell = TestProgram(url: URL(filePath: "/bin/sh"))

  /// A program of the machine's.
  ///
  /// - Parameter name: Its file name.
  /// - Returns: Nil where it is not installed.
  package static func installed(_ name: String) -> TestProgram? {
    first(name, in: ["/usr/bin", "/bin"].map { URL(filePath: $0) })
  }

  /// A program of the package's, which stands beside the test bundle.
  ///
  /// - Parameter name: The name of its target.
  /// - Returns: Nil where it is not built.
  package static func built(_ name: String = "ics2notify") -> TestProgram? {
    let directories =
      [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
      .compactMap { $0 } + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return first(name, in: directories)
  }

  private static func first(_ name: String, in directories: [URL]) -> TestProgram? {
    directories.map { $0.appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      .map { TestProgram(url: $0) }
  }

  /// The environment of commands whose words are read: the C locale, in UTC.
  package static let plainEnvironment = ["TZ": "UTC", "LC_ALL": "C", "PATH": "/usr/bin:/bin"]

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: What it is called with.
  ///   - input: What it reads on standard input.
  ///   - environment: All variables that it sees; nil for those of the tests.
  ///   - directory: Where it runs; nil for where the tests do.
  /// - Throws: Where it can't be run.
  /// - Returns: What it left behind.
  package func run(
    _ arguments: [String], input: String = "", environment: [String: String]? = nil,
    in directory: URL? = nil
  ) throws -> ProgramOutcome {
    try TestDirectory.lend { files in
      // Files rather than pipes, which could fill up and block.
      let urls = ["input", "output", "errors"].map { files.appending(path: $0) }
      for (url, text) in zip(urls, [input, "", ""]) { try Data(text.utf8).write(to: url) }
      let process = Process()
      process.executableURL = url
      process.arguments = arguments
      process.environment = environment
      process.currentDirectoryURL = directory
      process.standardInput = try FileHandle(forReadingFrom: urls[0])
      process.standardOutput = try FileHandle(forWritingTo: urls[1])
      process.standardError = try FileHandle(forWritingTo: urls[2])
      try process.run()
      process.waitUntilExit()
      return ProgramOutcome(
        output: try Data(contentsOf: urls[1]),
        errors: String(decoding: try Data(contentsOf: urls[2]), as: UTF8.self),
        status: process.terminationStatus, hasExited: process.terminationReason == .exit)
    }
  }
}
