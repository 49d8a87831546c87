extension TimeOfDay: Codable {
  /// Reads a time of day from its text: `09:00` or `09:00:30`.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where it is no time of day.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a time of day such as 09:00") { text in
      // An hour of one digit is what people type, and no document has.
      text.utf8.prefix(2).allSatisfy(\.isDigit) ? TimeOfDay(text) : nil
    }
  }

  /// Writes the time as people do: `09:00`, and `09:00:05` where there are seconds.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
