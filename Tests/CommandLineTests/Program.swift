import Foundation
import TestPrograms
import Testing

/// The built program, run as a process of its own in a directory of its own.
struct Program {
  /// The directory that the program runs in; gone when the test is.
  let directory: URL

  /// Makes a directory with files, calls a function with the program there, and cleans up.
  static func run<Value>(
    _ files: [String: String] = [:], _ body: (Program) throws -> Value
  ) throws -> Value {
    try TestDirectory.lend { directory in
      let program = Program(directory: directory)
      for (name, text) in files { try program.write(text, to: name) }
      return try body(program)
    }
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
  ) throws -> ProgramOutcome {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs a shell line in which `$PROGRAM` is the program.
  func shell(_ line: String) throws -> ProgramOutcome {
    try start(.shell, ["-c", line], input: "", environment: [:])
  }

  /// Runs the program with arguments.
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    try start(
      try #require(TestProgram.built(), "the program is not built"), arguments, input: input,
      environment: environment)
  }

  private func start(
    _ program: TestProgram, _ arguments: [String], input: String, environment: [String: String]
  ) throws -> ProgramOutcome {
    let own = ["HOME": directory.path, "PROGRAM": TestProgram.built()?.path ?? ""]
    let outcome = try program.run(
      arguments, input: input,
      environment: TestProgram.plainEnvironment.merging(own) { $1 }.merging(environment) { $1 },
      in: directory)
    #expect(outcome.hasExited, "a signal ended \(arguments)")
    return outcome
  }
}

extension ProgramOutcome {
  /// The UIDs of the lines on standard output, which are JSON, sorted.
  func uids() throws -> [String] {
    try lines.map {
      let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return try #require(object?["uid"] as? String)
    }.sorted()
  }
}
