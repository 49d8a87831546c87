/// The program's version.
enum Version {
  /// The number, by Semantic Versioning.
  static let number = "0.1.0"
}
