import DesktopReminders

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The desktop's notification server, asked by systemd's `busctl`.
struct NotificationServer {
  /// What it can do.
  let capabilities: ServerCapabilities
  /// Its name on the bus, which no other one has as long as the bus lasts; nil where there is none.
  let name: String?
  /// Which one it is; nil where it doesn't say.
  let information: ServerInformation?

  private static let address = [
    "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
    "org.freedesktop.Notifications",
  ]

  /// Asks the server; one that doesn't answer can do nothing.
  init() {
    let capabilities = NotificationServer.call(
      NotificationServer.address + ["GetCapabilities"])
    self.capabilities =
      capabilities.flatMap { try? ServerCapabilities(json: $0) } ?? ServerCapabilities()
    information =
      capabilities == nil
      ? nil
      : NotificationServer.call(NotificationServer.address + ["GetServerInformation"])
        .flatMap { try? ServerInformation(json: $0) }
    name =
      capabilities == nil
      ? nil
      : NotificationServer.call([
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
        "s", NotificationServer.address[0],
      ]).flatMap(NotificationServer.owner)
  }

  /// The name in an answer: `{"type":"s","data":[":1.42"]}`.
  private static func owner(_ answer: [UInt8]) -> String? {
    struct Answer: Decodable {
      let data: [String]
    }
    let names = try? JSONDecoder().decode(Answer.self, from: Data(answer)).data
    return names?.first { $0.hasPrefix(":") }
  }

  private static func call(_ words: [String]) -> [UInt8]? {
    let answer = InstalledProgram(named: "busctl")?.answer(
      ["--user", "--json=short", "--timeout=5", "call"] + words)
    guard let answer, answer.status == 0 else { return nil }
    return Array(answer.text.utf8)
  }
}
