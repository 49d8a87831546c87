/// The connection of a notification server to a bus: what tells it from every other server, and from
/// itself after a restart.
package struct ServerConnection: Hashable, Codable, Sendable {
  /// The identifier of the bus, which the next session doesn't have.
  package let bus: String
  /// The unique name of the connection on that bus.
  package let name: String

  /// Names a connection.
  package init(bus: String, name: String) {
    self.bus = bus
    self.name = name
  }
}
