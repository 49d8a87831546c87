package import Foundation

/// The command `systemd-analyze`, where it is installed.
package struct SystemdAnalyze: Sendable {
  private let program: TestProgram

  /// Finds the command; nil where it is not installed.
  package init?() {
    guard let program = TestProgram.installed("systemd-analyze") else { return nil }
    self.program = program
  }

  /// Whether the machine has it.
  package static var isInstalled: Bool { SystemdAnalyze() != nil }

  /// Runs the command in UTC and the C locale, unless the environment says otherwise.
  package func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    try program.run(
      arguments, environment: TestProgram.plainEnvironment.merging(environment) { $1 })
  }

  /// Has systemd check unit files of a user.
  ///
  /// The units of other programs on the machine are hidden, because systemd reports their faults,
  /// too.
  ///
  /// - Parameter units: The files.
  /// - Throws: Where the command can't be run.
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

  /// An answer of `systemd-analyze calendar`.
  package struct Answer: Equatable, Sendable {
    /// The normal form of an expression.
    package var normal = ""
    /// The next elapses in UTC, such as `2026-01-05T08:00:00Z`.
    package var elapses: [String] = []

    /// Makes an answer.
    package init(normal: String = "", elapses: [String] = []) {
      self.normal = normal
      self.elapses = elapses
    }
  }

  /// Asks for normal forms and elapses.
  ///
  /// - Parameters:
  ///   - expressions: The calendar expressions.
  ///   - base: The instant after which they elapse, in seconds since 1970.
  ///   - count: The most elapses of one.
  ///   - zone: The local zone of the machine.
  /// - Throws: Where the command can't be run.
  /// - Returns: The answers by expression; a refused one has none.
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
        // An empty line ends an answer.
        if line.isEmpty { original = "" }
        continue
      }
      let key = line[..<colon.lowerBound].drop { $0 == " " }
      let value = String(line[colon.upperBound...])
      switch key {
      case "Original form": original = value
      case "Normalized form":
        // The original form is left out where it is the normal one.
        if original.isEmpty { original = value }
        answers[original] = Answer(normal: value)
      // What isn't in UTC has a line of its own with the time in UTC behind it.
      case "Next elapse" where value.hasSuffix(" UTC"), "(in UTC)",
        _ where key.hasPrefix("Iter. #") && value.hasSuffix(" UTC"):
        // `Mon 2026-01-05 08:00:00 UTC`
        let words = value.split(separator: " ").suffix(3)
        answers[original]?.elapses.append(words.prefix(2).joined(separator: "T") + "Z")
      default: break
      }
    }
    return answers
  }
}
