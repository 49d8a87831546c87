import CalendarFixtures
import CivilTime
import Foundation
import Testing
import TimerCompiler

/// The elapses of calendar expressions as systemd itself computes them.
enum SystemdClock {
  static let path = "/usr/bin/systemd-analyze"

  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The instants at which any of the expressions elapses after one instant and before another.
  ///
  /// `zone` is the local zone of the machine, and `count` the most elapses of one expression.
  static func elapses(
    _ expressions: [String], after start: Instant, before end: Instant, zone: String,
    count: Int
  ) throws -> [Instant] {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments =
      ["calendar", "--base-time=@\(start.secondsSince1970)", "--iterations=\(count)", "--"]
      + expressions
    process.environment = ["TZ": zone, "LC_ALL": "C", "PATH": "/usr/bin:/bin"]
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "systemd refuses one of \(expressions)")
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n")
    // What isn't in UTC has a line of its own with the time in UTC behind it.
    var elapses: Set<Instant> = []
    for line in lines {
      guard line.hasSuffix(" UTC"), !line.contains(" form: ") else { continue }
      // `… Mon 2026-01-05 08:00:00 UTC`
      let words = line.split(separator: " ").suffix(3).map(String.init)
      let instant = try TestCalendars.instant("\(words[0])T\(words[1])Z")
      if instant > start && instant < end { elapses.insert(instant) }
    }
    return elapses.sorted()
  }
}
