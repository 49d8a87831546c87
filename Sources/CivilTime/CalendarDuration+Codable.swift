extension CalendarDuration: Codable {
  /// Reads a duration from its text in RFC 5545 or ISO 8601.
  ///
  /// - Parameter decoder: What has the text.
  /// - Throws: A `DecodingError` where it is no duration.
  public init(from decoder: any Decoder) throws {
    self = try decoder.value("a duration such as P7D") { CalendarDuration($0) }
  }

  /// Writes the duration as RFC 5545 and ISO 8601 do: `P7D`.
  ///
  /// - Parameter encoder: What takes the text.
  /// - Throws: An `EncodingError` where no text says it: its parts have different signs.
  public func encode(to encoder: any Encoder) throws {
    guard CalendarDuration(description) == self else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "no text says a duration whose parts have different signs"))
    }
    try encoder.encode(text: description)
  }
}
