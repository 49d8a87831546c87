import TextSafety

/// Which notification server there is (Desktop Notifications Specification, GetServerInformation).
package struct ServerInformation: Hashable, Sendable {
  /// What the server is called.
  package let name: String
  /// Its version.
  package let version: String

  /// The longest of the texts, in bytes; what is longer is cut.
  private static let longestText = 100

  /// Makes information of what the server returned, as lines that do nothing to a terminal.
  package init(name: String, version: String) {
    self.name = DisplayText.line(name, maximumBytes: ServerInformation.longestText)
    self.version = DisplayText.line(version, maximumBytes: ServerInformation.longestText)
  }
}

extension ServerInformation: CustomStringConvertible {
  /// The server with its version, as far as it tells them: `dunst 1.9.0 (2022-06-27)`.
  package var description: String {
    [name, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
