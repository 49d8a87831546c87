import Foundation
import Testing

/// A desktop of its own around a ``RealManager``: a session bus, a screen, a notification server.
///
/// The harness stands in `Harness/session.sh`, which tells what a script finds there.
struct DesktopSession {
  /// Why there can be none on this machine; nil where there can.
  static let obstacle = RealManager.obstacleToDesktop

  /// Why mako cannot run; nil if it can.
  static let obstacleToMako = RealManager.obstacleToMako

  /// What a run of a script left behind.
  struct Record {
    /// All notifications that a server was asked to show, the earliest first.
    let shown: [ShownNotification]
    /// The links that were opened.
    let opened: [RealManager.Call]
    /// What the script said.
    let text: String

    /// The notifications with a title.
    func titled(_ title: String) -> [ShownNotification] { shown.filter { $0.title == title } }

    /// The notifications that begin with times in UTC: `12:00:00 Title; body`.
    var lines: [String] {
      shown.map {
        "\(clock($0.at)) \($0.title)"
          + ($0.body.isEmpty ? "" : "; " + $0.body.replacing("\n", with: " / "))
      }
    }

    private func clock(_ instant: Double) -> String {
      let seconds = Int(instant) % 86_400
      return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
        .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
  }

  /// The manager in the middle.
  let manager: RealManager

  /// Makes a directory with files, calls a function, and cleans up.
  static func with<Value>(
    _ files: [String: String], _ body: (DesktopSession) throws -> Value
  ) throws -> Value {
    try RealManager.with(files) { try body(DesktopSession(manager: $0)) }
  }

  /// Runs a script in a session, and gives what was shown.
  ///
  /// In the script `$PROGRAM` is the program, and the directory with the calendars is the current.
  func run(zone: String = "UTC", at instant: String, _ script: String) throws -> Record {
    let text = try manager.runDesktop(zone: zone, at: instant, script)
    let recording = try Data(contentsOf: manager.work.appending(path: "recording"))
    return Record(
      shown: try ShownNotification.all(in: recording), opened: try manager.calls(in: "opened"),
      text: text)
  }
}
