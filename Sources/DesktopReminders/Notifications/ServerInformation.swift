import TextSafety

/// Which notification server there is (Desktop Notifications Specification, GetServerInformation).
package struct ServerInformation: Hashable, Sendable {
  /// What the server is called.
  package let name: String
  /// Who makes it.
  package let vendor: String
  /// Its version.
  package let version: String

  /// The longest of the texts, in bytes; what is longer is cut.
  private static let longestText = 100

  /// Makes information of the texts that the server returned, without control characters.
  ///
  /// - Parameter texts: The name, the vendor, the version, and the version of the specification;
  ///   a missing text is empty.
  package init(_ texts: [String]) {
    let lines = texts.map { DisplayText.line($0, maximumBytes: ServerInformation.longestText) }
    (name, vendor, version) = (
      lines.first ?? "", lines.count > 1 ? lines[1] : "", lines.count > 2 ? lines[2] : ""
    )
  }
}

extension ServerInformation: CustomStringConvertible {
  /// The server with its version, as far as it tells them: `dunst 1.9.0 (2022-06-27)`.
  package var description: String {
    [name, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
