import TextSafety

/// Which notification server there is (Desktop Notifications Specification, GetServerInformation).
package struct ServerInformation: Hashable, Sendable {
  /// What the server is called.
  package let name: String
  /// Who makes it.
  package let vendor: String
  /// Its version.
  package let version: String
  /// The version of the specification that it follows.
  package let specificationVersion: String

  /// The longest of the texts, in bytes; what is longer is cut.
  private static let longestText = 100

  /// Reads what busctl prints of the server's answer.
  ///
  /// - Parameter json: What was printed; any bytes. Texts become lines that do nothing to a
  ///   terminal.
  /// - Throws: Why it is no answer.
  package init(json: [UInt8]) throws(NotificationServerFault) {
    let texts = try ServerAnswer.read([String].self, "ssss", from: json)
    guard texts.count == 4 else { throw .type(expected: "ssss") }
    let lines = texts.map {
      DisplayText.line($0, maximumBytes: ServerInformation.longestText)
    }
    (name, vendor, version, specificationVersion) = (lines[0], lines[1], lines[2], lines[3])
  }
}

extension ServerInformation: CustomStringConvertible {
  /// The server with its version, as far as it tells them: `dunst 1.9.0 (2022-06-27)`.
  package var description: String {
    [name, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
