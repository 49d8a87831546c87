extension TimeOfDay: Codable {
  /// Reads a time of day from its text: `09:00` or `09:00:30`.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where it is no time of day.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a time of day such as 09:00") { TimeOfDay($0) }
  }

  /// Writes the time as people do: `09:00`, and `09:00:05` where there are seconds.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
