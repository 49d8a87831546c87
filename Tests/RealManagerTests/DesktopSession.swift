import Foundation
import Testing

/// A desktop around a ``RealManager``: a session bus, a screen, and a notification server.
///
/// The harness is `Harness/session.sh`, which documents the environment of scripts.
struct DesktopSession {
  /// The reason why sessions can't run on this machine, or nil.
  static let obstacle = RealManager.obstacleToDesktop

  /// The reason why mako can't run, or nil.
  static let obstacleToMako = RealManager.obstacleToMako

  /// The results of a script.
  struct Record {
    /// All notifications that programs sent, the earliest first.
    let shown: [ShownNotification]
    /// The links that were opened.
    let opened: [RealManager.Call]
    /// The script's output.
    let text: String

    /// Returns the notifications with a title.
    func titled(_ title: String) -> [ShownNotification] { shown.filter { $0.title == title } }

    /// The notifications as lines with times in UTC: `12:00:00 Title; body`.
    var lines: [String] {
      shown.map {
        "\(clock(RealManager.due(shownAt: $0.at))) \($0.title)"
          + ($0.body.isEmpty ? "" : "; " + $0.body.replacing("\n", with: " / "))
      }
    }

    private func clock(_ instant: Double) -> String {
      let seconds = Int(instant) % 86_400
      return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
        .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
  }

  /// The session's manager.
  let manager: RealManager

  /// Creates a directory with files, calls a function, and removes the directory.
  static func with<Value>(
    _ files: [String: String], _ body: (DesktopSession) throws -> Value
  ) throws -> Value {
    try RealManager.with(files) { try body(DesktopSession(manager: $0)) }
  }

  /// Runs a script in a session, and returns its results.
  ///
  /// `$PROGRAM` is the program. The working directory has the calendars.
  func run(zone: String = "UTC", at instant: String, _ script: String) throws -> Record {
    let text = try manager.runDesktop(zone: zone, at: instant, script)
    let recording = try Data(contentsOf: manager.work.appending(path: "recording"))
    return Record(
      shown: try ShownNotification.all(in: recording), opened: try manager.calls(in: "opened"),
      text: text)
  }
}

/// A call of a notification server's `Notify`, as recorded on the bus.
struct ShownNotification {
  /// The time of the call, in seconds since 1970.
  let at: Double
  /// The server's number of the notification; nil if no server answered.
  var id: Int?
  /// The unique name of the server that answered.
  var server: String?
  /// The number of the notification to replace, or 0.
  let replaced: Int
  /// The unique name of the caller.
  let caller: String
  let program, icon, title, body: String
  /// The labels of the buttons by their keys.
  let actions: [String: String]
  /// The keys of the buttons in order.
  let keys: [String]
  /// The hints as texts.
  let hints: [String: String]
  /// The timeout in milliseconds; -1 for the server's choice, 0 for none.
  let timeout: Int
  /// The keys of the pressed buttons, and the times in seconds since 1970.
  var presses: [(key: String, at: Double)] = []
  /// Whether the notification was closed, for any reason.
  var isClosed = false
  /// The keys of the pressed buttons.
  var pressed: [String] { presses.map(\.key) }

  private struct Fault: Error { let line: String }

  /// Reads the output of `busctl monitor --json=short`, one message a line.
  ///
  /// Signals from other connections than the notification's server are ignored.
  static func all(in recording: Data) throws -> [ShownNotification] {
    var found: [ShownNotification] = []
    /// Positions in `found` by caller and cookie, and by server and number.
    var called: [String: Int] = [:]
    var named: [String: Int] = [:]
    for line in recording.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      guard let message = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let payload = message["payload"] as? [String: Any],
        let data = payload["data"] as? [Any]
      else { throw Fault(line: text) }
      let sender = "\(message["sender"] ?? "")"
      switch (message["type"] as? String, message["member"] as? String) {
      case ("method_call", "Notify"):
        guard let notification = ShownNotification(message, data) else { throw Fault(line: text) }
        called["\(sender) \(message["cookie"] ?? "")"] = found.count
        found.append(notification)
      case ("method_return", _):
        let key = "\(message["destination"] ?? "") \(message["reply_cookie"] ?? "")"
        guard let position = called.removeValue(forKey: key), let id = data.first as? Int
        else { continue }
        found[position].id = id
        found[position].server = sender
        named["\(sender) \(id)"] = position
      case ("signal", "ActionInvoked"):
        guard let id = data.first as? Int, let key = data.last as? String,
          let time = message["timestamp-realtime"] as? Double
        else { continue }
        if let position = named["\(sender) \(id)"] {
          found[position].presses.append((key, time / 1e6))
        }
      case ("signal", "NotificationClosed"):
        guard let id = data.first as? Int else { continue }
        if let position = named["\(sender) \(id)"] { found[position].isClosed = true }
      default: continue
      }
    }
    return found
  }

  private init?(_ message: [String: Any], _ data: [Any]) {
    guard data.count == 8, let time = message["timestamp-realtime"] as? Double,
      let program = data[0] as? String, let replaced = data[1] as? Int,
      let icon = data[2] as? String, let title = data[3] as? String,
      let body = data[4] as? String, let actions = data[5] as? [String],
      let hints = data[6] as? [String: [String: Any]], let timeout = data[7] as? Int
    else { return nil }
    at = time / 1e6
    self.replaced = replaced
    caller = "\(message["sender"] ?? "")"
    self.program = program
    self.icon = icon
    self.title = title
    self.body = body
    keys = stride(from: 0, to: actions.count, by: 2).map { actions[$0] }
    self.actions = Dictionary(
      stride(from: 0, to: actions.count - 1, by: 2).map { (actions[$0], actions[$0 + 1]) },
      uniquingKeysWith: { first, _ in first })
    self.hints = hints.mapValues { "\($0["data"] ?? "")" }
    self.timeout = timeout
  }
}
