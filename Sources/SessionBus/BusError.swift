/// Why a call over the bus failed.
package struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The D-Bus error name that the other side returned, or that libsystemd has for a number of the
  /// system.
  package let name: String
  /// The message for a person; untrusted if another program wrote it.
  package let message: String

  /// Makes an error.
  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// The text for a log: the message, or the name if the message is empty.
  package var description: String { message.isEmpty ? name : message }
}
