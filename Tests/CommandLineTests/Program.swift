import Foundation
import Testing

/// The built program, run as a process of its own in a directory of its own.
struct Program {
  /// What a run left behind.
  struct Result {
    let output: Data
    let errors: String
    let status: Int32

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
    /// The lines of standard output.
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// The directory that the program runs in; gone when the test is.
  let directory: URL

  /// The program beside the test bundle.
  static var executable: URL? {
    let candidates =
      [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
      .compactMap { $0 } + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    return candidates.map { $0.appending(path: "ics2notify") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }

  /// Makes a directory with files, calls a function with the program there, and cleans up.
  static func run<Value>(
    _ files: [String: String] = [:], _ body: (Program) throws -> Value
  ) throws -> Value {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "ics2notify-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let program = Program(directory: directory)
    for (name, text) in files { try program.write(text, to: name) }
    return try body(program)
  }

  func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  func write(_ data: Data, to name: String) throws {
    let url = directory.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: directory.appending(path: name), encoding: .utf8)
  }

  /// Runs the program with arguments, in UTC unless the environment says otherwise.
  func callAsFunction(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs a shell line in which `$PROGRAM` is the program.
  func shell(_ line: String) throws -> Result {
    try start(URL(filePath: "/bin/sh"), ["-c", line], input: "", environment: [:])
  }

  /// Runs the program with arguments.
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try start(
      try #require(Program.executable, "the program is not built"), arguments, input: input,
      environment: environment)
  }

  private func start(
    _ executable: URL, _ arguments: [String], input: String, environment: [String: String]
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = [
      "TZ": "UTC", "LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": directory.path,
      "PROGRAM": Program.executable?.path ?? "",
    ].merging(environment) { $1 }
    // Files rather than pipes, which could fill up and block.
    let names = [".input", ".output", ".errors"].map { $0 + UUID().uuidString }
    for name in names { try write(name.hasPrefix(".input") ? input : "", to: name) }
    let urls = names.map { directory.appending(path: $0) }
    process.standardInput = try FileHandle(forReadingFrom: urls[0])
    process.standardOutput = try FileHandle(forWritingTo: urls[1])
    process.standardError = try FileHandle(forWritingTo: urls[2])
    try process.run()
    process.waitUntilExit()
    defer { for url in urls { try? FileManager.default.removeItem(at: url) } }
    #expect(process.terminationReason == .exit, "a signal ended \(arguments)")
    return Result(
      output: try Data(contentsOf: urls[1]),
      errors: String(decoding: try Data(contentsOf: urls[2]), as: UTF8.self),
      status: process.terminationStatus)
  }
}

extension Program.Result {
  /// The UIDs of the lines on standard output, which are JSON, sorted.
  func uids() throws -> [String] {
    try lines.map {
      let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return try #require(object?["uid"] as? String)
    }.sorted()
  }
}
