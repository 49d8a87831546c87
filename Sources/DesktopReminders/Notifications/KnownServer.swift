/// What is known of a notification server beyond what it says about itself.
package struct KnownServer: Hashable, Sendable {
  /// The name that it returns of GetServerInformation.
  let name: String
  /// Whether it shows the action of a click as a button.
  package let showsDefaultAction: Bool

  /// A server of which nothing is known.
  private static let other = KnownServer(name: "", showsDefaultAction: false)

  private static let all = [
    KnownServer(name: "Xfce Notify Daemon", showsDefaultAction: true),
    KnownServer(name: "lxqt-notificationd", showsDefaultAction: true),
  ]

  /// What is known of the server with a name.
  package static func named(_ name: String) -> KnownServer {
    all.first { $0.name == name } ?? other
  }

  /// What a user should know of it, as lines.
  package func sentences(_ capabilities: ServerCapabilities, isStaying: Bool) -> [String] { [] }
}
