package import Foundation

/// A program that tests run: one of the machine, or one that was built with the tests.
package struct TestProgram: Sendable {
  /// The file of the program.
  package let url: URL

  /// The path of the file.
  package var path: String { url.path }

  /// Creates a program from its file.
  package init(url: URL) {
    self.url = url
  }

  /// The POSIX shell.
  package static let shell = TestProgram(url: URL(filePath: "/bin/sh"))

  /// Finds a program of the machine.
  ///
  /// - Parameter name: Its file name.
  /// - Returns: The program, or nil if it isn't installed.
  package static func installed(_ name: String) -> TestProgram? {
    first(name, in: ["/usr/bin", "/bin"].map { URL(filePath: $0) })
  }

  /// Finds a program of the package, next to the test bundle.
  ///
  /// - Parameter name: The name of its target.
  /// - Returns: The program, or nil if it isn't built.
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

  /// The environment for commands whose output is parsed: the C locale, in UTC.
  package static let plainEnvironment = ["TZ": "UTC", "LC_ALL": "C", "PATH": "/usr/bin:/bin"]

  /// Runs the program and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - input: The text of standard input.
  ///   - environment: All environment variables; nil means those of the tests.
  ///   - directory: The working directory; nil means that of the tests.
  /// - Throws: If the program can't be run.
  /// - Returns: The output and the exit status.
  package func run(
    _ arguments: [String], input: String = "", environment: [String: String]? = nil,
    in directory: URL? = nil
  ) throws -> ProgramOutcome {
    try TestDirectory.lend { files in
      // Files, because a full pipe would block the program.
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
