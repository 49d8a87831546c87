package import Foundation

/// The command `systemd-analyze`, if it is installed.
package struct SystemdAnalyze: Sendable {
  private let program: TestProgram

  /// Finds the command; nil if it isn't installed.
  package init?() {
    guard let program = TestProgram.installed("systemd-analyze") else { return nil }
    self.program = program
  }

  /// Whether the command is installed.
  package static var isInstalled: Bool { SystemdAnalyze() != nil }

  /// Runs the command in UTC and the C locale, unless the environment overrides them.
  package func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    try program.run(
      arguments, environment: TestProgram.plainEnvironment.merging(environment) { $1 })
  }

  /// Checks user unit files with `systemd-analyze verify`.
  ///
  /// The units of other programs on the machine are hidden, because systemd reports their errors
  /// too.
  ///
  /// - Parameter units: The files.
  /// - Throws: If the command can't be run.
  /// - Returns: The messages of systemd; empty if the units are correct.
  package func verify(_ units: [URL]) throws -> ProgramOutcome {
    try TestDirectory.lend { standard in
      for name in ["basic", "default", "graphical-session", "paths", "shutdown", "timers"] {
        try Data("[Unit]\nDescription=\(name)\n".utf8)
          .write(to: standard.appending(path: "\(name).target"))
      }
      let path = standard.path
      return try run(
        ["--user", "verify"] + units.map(\.path),
        environment: ["HOME": path, "SYSTEMD_UNIT_PATH": path, "XDG_RUNTIME_DIR": path])
    }
  }

  /// The output of `systemd-analyze calendar` for an expression.
  package struct Answer: Equatable, Sendable {
    /// The normal form of the expression.
    package var normal = ""
    /// The next elapses in UTC, such as `2026-01-05T08:00:00Z`.
    package var elapses: [String] = []

    /// Creates an answer.
    package init(normal: String = "", elapses: [String] = []) {
      self.normal = normal
      self.elapses = elapses
    }
  }

  /// Computes the normal forms and the next elapses of expressions.
  ///
  /// - Parameters:
  ///   - expressions: The calendar expressions.
  ///   - base: The instant after which they elapse, in seconds since 1970.
  ///   - count: The most elapses of one expression.
  ///   - zone: The local zone of the machine.
  /// - Throws: If the command can't be run.
  /// - Returns: The answers by expression; rejected expressions are missing.
  package func calendar(
    _ expressions: [String], after base: Int, count: Int, zone: String = "UTC"
  ) throws -> [String: Answer] {
    let outcome = try run(
      ["calendar", "--base-time=@\(base)", "--iterations=\(count)", "--"] + expressions,
      environment: ["TZ": zone])
    var answers: [String: Answer] = [:]
    var original = ""
    for line in outcome.text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let colon = line.firstRange(of: ": ") else {
        // An empty line ends the output for an expression.
        if line.isEmpty { original = "" }
        continue
      }
      let key = line[..<colon.lowerBound].drop { $0 == " " }
      let value = String(line[colon.upperBound...])
      switch key {
      case "Original form": original = value
      case "Normalized form":
        // The original form is omitted if it is equal to the normal one.
        if original.isEmpty { original = value }
        answers[original] = Answer(normal: value)
      // A time that isn't in UTC is followed by a line with the time in UTC. The second elapse is
      // `Iter. #2` in systemd 252 and `Iteration #2` in 257.
      case "Next elapse" where value.hasSuffix(" UTC"), "(in UTC)",
        _ where key.starts(with: /Iter(\.|ation) #/) && value.hasSuffix(" UTC"):
        // `Mon 2026-01-05 08:00:00 UTC`
        let words = value.split(separator: " ").suffix(3)
        answers[original]?.elapses.append(words.prefix(2).joined(separator: "T") + "Z")
      default: break
      }
    }
    return answers
  }
}
