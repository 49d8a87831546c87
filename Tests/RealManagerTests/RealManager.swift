import Foundation
import TestPrograms
import Testing

/// A systemd manager of its own, with a clock that is walked from timer to timer.
///
/// The harness stands in `Harness/manager.sh`, which tells what a script finds there.
struct RealManager {
  /// A call of notify-send.
  struct Call: Equatable {
    /// When, in seconds since 1970.
    let at: Double
    /// The arguments, byte for byte.
    let arguments: [[UInt8]]

    /// When it was due, in seconds since 1970.
    var dueAt: Double { RealManager.due(shownAt: at) }

    /// The text that is shown: what follows `--`.
    var texts: [String] {
      let words = arguments.map { String(decoding: $0, as: UTF8.self) }
      return Array(words.drop { $0 != "--" }.dropFirst())
    }
  }

  /// When a reminder was due that was shown at an instant.
  ///
  /// Reminders of the tests are due at multiples of 20 seconds: a loaded machine needs some of them
  /// to start a program, in which the clock goes on.
  static func due(shownAt instant: Double) -> Double { (instant / 20).rounded(.down) * 20 }

  private static let harness = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Harness/manager.sh")

  /// Why there can be none on this machine; nil where there can.
  static let obstacle = obstacle(to: "probe")

  /// Why there can be none with a desktop; nil where there can.
  static let obstacleToDesktop = obstacle(to: "probe-session")

  /// Why mako cannot run; nil if it can.
  static let obstacleToMako = obstacle(to: "probe-session", "sway", "mako", "makoctl")

  private static func obstacle(to mode: String...) -> Comment? {
    guard let result = try? run(mode) else { return "sh can't be run" }
    return result.status == 0 ? nil : "\(result.text.trimmingCharacters(in: .newlines))"
  }

  /// The directory with the calendars; gone when the test is.
  let directory: URL

  /// Makes a directory with files, calls a function, and cleans up.
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

  /// Runs the program in the directory, and gives what it says on standard output.
  func compile(_ arguments: String...) throws -> String {
    let program = try #require(TestProgram.built(), "the program is not built")
    let result = try program.run(arguments, in: directory)
    #expect(result.status == 0, "\(arguments)")
    return result.text
  }

  /// Runs a script beside a manager, and gives all calls of notify-send, and what the script says.
  ///
  /// In the script `$PROGRAM` is the program, and the directory with the calendars is the current.
  func run(
    zone: String, at instant: String, _ script: String
  ) throws -> (calls: [Call], text: String) {
    let text = try run("run", zone, instant, script)
    return (try calls(in: "calls"), text)
  }

  /// What a stand-in in the place of a command was called with, as it stands in a folder.
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

  /// Runs a script beside a manager with a desktop, and gives what the script says; `session.sh`
  /// tells what it finds there.
  func runDesktop(zone: String, at instant: String, _ script: String) throws -> String {
    try run("session", zone, instant, script)
  }

  /// Where a run leaves everything that is written; empty before the next.
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
    // Only on a loaded machine, where systemd takes seconds to answer.
    return result.text.replacing(/ics2notify: waiting for systemctl .*\n/, with: "")
  }

  /// Runs the harness; what it says of either kind is one text.
  private static func run(_ arguments: [String]) throws -> ProgramOutcome {
    try TestProgram.shell.run(["-c", "exec sh \"$@\" 2>&1", "sh", harness.path] + arguments)
  }
}

/// Calendars of the tests, in the syntax of RFC 5545.
enum CalendarText {
  /// An event whose alarm is due at its start.
  ///
  /// - Parameters:
  ///   - title: Its title.
  ///   - start: What follows `DTSTART`: `:20260105T120000Z`.
  ///   - uid: Its UID; nil for the title.
  ///   - lines: Further lines.
  ///   - alarm: The lines of the alarm besides its action.
  /// - Returns: The lines of the component.
  static func event(
    _ title: String, _ start: String, uid: String? = nil, _ lines: String?...,
    alarm: String = "TRIGGER:PT0S"
  ) -> String {
    """
    BEGIN:VEVENT
    UID:\(uid ?? title)
    DTSTAMP:20260101T000000Z
    DTSTART\(start)
    SUMMARY:\(title)
    \(lines.compactMap { $0.map { "\($0)\n" } }.joined())BEGIN:VALARM
    ACTION:DISPLAY
    \(alarm)
    END:VALARM
    END:VEVENT

    """
  }

  /// A calendar with components.
  static func calendar(_ components: [String]) -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example.org//tests//EN\n" + components.joined()
      + "END:VCALENDAR\n"
  }
}
