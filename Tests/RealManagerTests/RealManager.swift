import Foundation
import TestPrograms
import Testing

/// A separate systemd user manager, whose clock jumps from timer to timer.
///
/// The harness is `Harness/manager.sh`, which documents the environment of scripts.
struct RealManager {
  /// A call of notify-send.
  struct Call: Equatable {
    /// The time of the call, in seconds since 1970.
    let at: Double
    /// The arguments, byte for byte.
    let arguments: [[UInt8]]

    /// The due time, in seconds since 1970.
    var dueAt: Double { RealManager.due(shownAt: at) }

    /// The texts of the notification: the arguments after `--`.
    var texts: [String] {
      let words = arguments.map { String(decoding: $0, as: UTF8.self) }
      return Array(words.drop { $0 != "--" }.dropFirst())
    }
  }

  /// Returns the due time of a reminder that was shown at an instant.
  ///
  /// Reminders of the tests are due at multiples of 20 seconds, because a loaded machine takes some
  /// seconds to start a program.
  static func due(shownAt instant: Double) -> Double { (instant / 20).rounded(.down) * 20 }

  private static let harness = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Harness/manager.sh")

  /// The reason why managers can't run on this machine, or nil.
  static let obstacle = obstacle(to: "probe")

  /// The reason why desktops can't run on this machine, or nil.
  static let obstacleToDesktop = obstacle(to: "probe-session")

  /// The reason why mako can't run, or nil.
  static let obstacleToMako = obstacle(to: "probe-session", "sway", "mako", "makoctl")

  private static func obstacle(to mode: String...) -> Comment? {
    guard let result = try? run(mode) else { return "sh can't be run" }
    return result.status == 0 ? nil : "\(result.text.trimmingCharacters(in: .newlines))"
  }

  /// The directory with the calendars, which is removed after the test.
  let directory: URL

  /// Creates a directory with files, calls a function, and removes the directory.
  static func with<Value>(
    _ files: [String: String], _ body: (RealManager) throws -> Value
  ) throws -> Value {
    // Short, and without characters that a shell would need quotes for.
    let directory = URL(filePath: "/tmp/ics2notify-manager-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (name, text) in files {
      try Data(text.utf8).write(to: directory.appending(path: name))
    }
    return try body(RealManager(directory: directory))
  }

  /// Runs the program in the directory, and returns its standard output.
  func compile(_ arguments: String...) throws -> String {
    let program = try #require(TestProgram.built(), "the program is not built")
    let result = try program.run(arguments, in: directory)
    #expect(result.status == 0, "\(arguments)")
    return result.text
  }

  /// Runs a script beside a manager, and returns all calls of notify-send and the script's output.
  ///
  /// `$PROGRAM` is the program. The working directory has the calendars.
  func run(
    zone: String, at instant: String, _ script: String
  ) throws -> (calls: [Call], text: String) {
    let text = try run("run", zone, instant, script)
    return (try calls(in: "calls"), text)
  }

  /// Returns the recorded calls of a replaced command, by time.
  func calls(in folder: String) throws -> [Call] {
    let calls = work.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: calls.path)
    let found = try names.map { name in
      let words = try Data(contentsOf: calls.appending(path: name))
        .split(separator: 0, omittingEmptySubsequences: false).dropLast()
      let time = try #require(words.first.flatMap { Double(String(decoding: $0, as: UTF8.self)) })
      return Call(at: time / 1e9, arguments: words.dropFirst().map { Array($0) })
    }
    return found.sorted { $0.at < $1.at }
  }

  /// Runs a script beside a manager with a desktop, and returns its output.
  ///
  /// `session.sh` documents the environment of the script.
  func runDesktop(zone: String, at instant: String, _ script: String) throws -> String {
    try run("session", zone, instant, script)
  }

  /// The directory for everything that a run writes; it is emptied before the next run.
  var work: URL { directory.appending(path: "work") }

  /// Runs a script in an empty directory `work`.
  private func run(
    _ mode: String, _ zone: String, _ instant: String, _ script: String
  ) throws -> String {
    try? FileManager.default.removeItem(at: work)
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    let program = try #require(TestProgram.built(), "the program is not built")
    let file = directory.appending(path: "script.sh")
    try Data("PROGRAM='\(program.path)'\ncd '\(directory.path)'\n\(script)".utf8).write(to: file)
    let result = try RealManager.run([mode, work.path, zone, instant, file.path])
    #expect(result.status == 0, "\(result.text)")
    // This message appears only on a loaded machine, where systemd takes seconds to answer.
    return result.text.replacing(/ics2notify: waiting for systemctl .*\n/, with: "")
  }

  /// Runs the harness, and returns standard output and standard error as one text.
  private static func run(_ arguments: [String]) throws -> ProgramOutcome {
    try TestProgram.shell.run(["-c", "exec sh \"$@\" 2>&1", "sh", harness.path] + arguments)
  }
}
