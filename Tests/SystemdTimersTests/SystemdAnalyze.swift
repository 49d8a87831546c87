import Foundation

/// The command `systemd-analyze`, where it is installed.
enum SystemdAnalyze {
  static let path = "/usr/bin/systemd-analyze"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Runs the command in UTC and the C locale.
  static func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (output: String, errors: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ["TZ": "UTC", "LC_ALL": "C", "PATH": "/usr/bin:/bin"].merging(environment)
    { $1 }
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    // Files rather than pipes, which could fill up and block.
    let files = ["output", "errors"].map { directory.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    return (texts[0], texts[1], process.terminationStatus)
  }

  /// An answer of `systemd-analyze calendar`.
  struct Answer: Equatable {
    var normal = ""
    var elapses: [String] = []
  }

  /// Asks for normal forms and elapses; a refused expression has no answer.
  static func calendar(_ texts: [String], after base: Int, count: Int) throws -> [String: Answer] {
    let result = try run(
      ["calendar", "--base-time=@\(base)", "--iterations=\(count)", "--"] + texts)
    var answers: [String: Answer] = [:]
    var original = ""
    for line in result.output.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let colon = line.range(of: ": ") else {
        // An empty line ends an answer.
        if line.isEmpty { original = "" }
        continue
      }
      let key = line[..<colon.lowerBound].trimmingCharacters(in: .whitespaces)
      let value = String(line[colon.upperBound...])
      switch key {
      case "Original form": original = value
      case "Normalized form":
        // The original form is left out where it is the normal one.
        if original.isEmpty { original = value }
        answers[original] = Answer(normal: value)
      case "Next elapse" where value == "never": break
      case "Next elapse",
        _ where key.hasPrefix("Iter. #"):
        let words = value.split(separator: " ")
        answers[original]?.elapses.append("\(words[1])T\(words[2])Z")
      default: break
      }
    }
    return answers
  }
}
