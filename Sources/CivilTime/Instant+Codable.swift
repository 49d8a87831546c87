extension Instant: Codable {
  /// Reads an instant from its text in ISO 8601.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where it is no instant.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("an instant such as 2028-01-03T08:00:00Z", Instant.init(iso8601:))
  }

  /// Writes the instant in UTC: `2028-01-03T08:00:00Z`.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
