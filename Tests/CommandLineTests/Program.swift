import Foundation
import TestPrograms
import Testing

/// The built program, run as a separate process in a temporary directory.
struct Program {
  /// The working directory, which is removed after the test.
  let directory: URL

  /// Creates the directory with files, calls a function with the program, and removes the
  /// directory.
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

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: directory.appending(path: name))
  }

  /// Returns the names in a directory, sorted.
  func names(in name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.appending(path: name).path)
      .sorted()
  }

  /// Returns the directory's path without symbolic links.
  func here() throws -> String { try shell("pwd -P").lines[0] }

  /// Writes a `systemctl` and returns an environment that finds it.
  ///
  /// All timers are active except those that match `pattern`. `cases` are additional lines of `case
  /// $* in`.
  @discardableResult
  func systemctl(_ cases: String = "", besides pattern: String = "none") throws
    -> [String: String]
  {
    try write(
      """
      #!/bin/sh
      case $* in
        *--property=UnitPath*) echo "UnitPath=/etc $PWD/.config/systemd/user" ;;
        *--state=active*) ls .config/systemd/user | grep '\\.timer$' | grep -v '\(pattern)' | sed 's/$/ loaded/' ;;
        \(cases)
      esac
      """, to: "bin/systemctl")
    _ = try shell("chmod +x bin/systemctl")
    return ["PATH": directory.path + "/bin:/usr/bin:/bin"]
  }

  /// Runs the program, by default in UTC, and checks the exit status unless it is nil.
  @discardableResult
  func callAsFunction(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    status: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProgramOutcome {
    try run(
      arguments, input: input, environment: environment, status: status,
      sourceLocation: sourceLocation)
  }

  /// Runs a shell command; `$PROGRAM` is the program.
  @discardableResult
  func shell(
    _ line: String, status: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProgramOutcome {
    try start(.shell, ["-c", line], status: status, sourceLocation: sourceLocation)
  }

  /// Runs the program with an array of arguments.
  @discardableResult
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    status: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProgramOutcome {
    try start(
      try #require(TestProgram.built(), "the program is not built"), arguments, input: input,
      environment: environment, status: status, sourceLocation: sourceLocation)
  }

  private func start(
    _ program: TestProgram, _ arguments: [String], input: String = "",
    environment: [String: String] = [:], status: Int32?, sourceLocation: SourceLocation
  ) throws -> ProgramOutcome {
    // Sound themes of the machine are hidden, because the program warns if one is missing.
    let own = [
      "HOME": directory.path, "PROGRAM": TestProgram.built()?.path ?? "",
      "XDG_DATA_DIRS": directory.appending(path: "share").path,
    ]
    let outcome = try program.run(
      arguments, input: input,
      environment: TestProgram.plainEnvironment.merging(own) { $1 }.merging(environment) { $1 },
      in: directory)
    #expect(outcome.hasExited, "a signal ended \(arguments)", sourceLocation: sourceLocation)
    if let status {
      #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
    }
    return outcome
  }
}

extension ProgramOutcome {
  /// Expects an exit status, an empty standard output, and a reason on standard error.
  func expectRefusal(
    _ status: Int32, saying reason: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, "\(errors)", sourceLocation: sourceLocation)
    #expect(output.isEmpty, sourceLocation: sourceLocation)
    #expect(
      reason.isEmpty || errors.contains(reason), "\(errors)", sourceLocation: sourceLocation)
  }

  /// Returns the JSON object on standard output, and expects status 0.
  func object() throws -> [String: Any] {
    #expect(status == 0, "\(errors)")
    return try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
  }

  /// Returns the JSON objects on the lines of standard output, and expects status 0.
  func objects() throws -> [[String: Any]] {
    #expect(status == 0, "\(errors)")
    return try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Returns the UIDs of the JSON lines on standard output, sorted.
  func uids() throws -> [String] {
    try lines.map {
      let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return try #require(object?["uid"] as? String)
    }.sorted()
  }
}
