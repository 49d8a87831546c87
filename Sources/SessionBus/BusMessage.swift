/// A method of an object of a service on the bus.
package struct BusMethod: Sendable {
  /// The service's name on the bus, unique or well-known.
  package let destination: String
  /// The path of the object.
  package let path: String
  /// The interface.
  package let interface: String
  /// The method's name.
  package let member: String

  /// Names a method.
  package init(_ destination: String, _ path: String, _ interface: String, _ member: String) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
  }

  /// A method of the bus itself.
  package static func ofBus(_ member: String) -> BusMethod {
    BusMethod("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
  }
}

/// A signal that arrived.
package struct BusSignal: Sendable {
  /// The unique name of the connection that sent it; the bus sets it, so it can't be forged.
  package let sender: String
  /// The interface.
  package let interface: String
  /// The signal's name.
  package let member: String
  /// The arguments, up to the first of a type that ``BusValue`` lacks.
  package let arguments: [BusValue]
}
