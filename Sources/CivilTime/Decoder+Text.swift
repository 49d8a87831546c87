extension Decoder {
  /// Reads a value that stands in a document as a text.
  ///
  /// - Parameters:
  ///   - expected: What the text should be, behind "is not".
  ///   - read: The value of a text; nil where it has none.
  /// - Throws: A `DecodingError` with the path, where there is no text, or it has no value.
  /// - Returns: The value.
  package func value<Value>(_ expected: String, _ read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = read(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text.prefix(longestQuote))\" is not \(expected)")
    }
    return value
  }

  /// The most characters of a text that a message repeats.
  private var longestQuote: Int { 80 }
}

extension Encoder {
  /// Writes a value as a text.
  ///
  /// - Parameter text: The text.
  /// - Throws: What the encoder throws.
  package func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
