extension Decoder {
  /// Decodes a value from a string in a document.
  ///
  /// - Parameters:
  ///   - expected: A description of the expected text; it follows "is not" in the error message.
  ///   - read: Converts the text to a value; returns nil if it cannot.
  /// - Throws: A `DecodingError` with the coding path if the value is not a string or cannot be
  ///   converted.
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

  /// The largest number of characters of a text that an error message quotes.
  private var longestQuote: Int { 80 }
}

extension Encoder {
  /// Encodes a string as a single value.
  ///
  /// - Parameter text: The string.
  /// - Throws: Any error of the encoder.
  package func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}

// Foundation creates a container for each value that encodes itself, which takes longer than
// encoding its text. A plan with many omitted items has tens of thousands of instants and null
// texts. Overload resolution prefers the methods below to the generic ones; the output is the same.

extension KeyedEncodingContainer {
  /// Encodes an instant in UTC: `2028-01-03T08:00:00Z`.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - key: The key of the instant.
  /// - Throws: Any error of the encoder.
  package mutating func encode(_ instant: Instant, forKey key: Key) throws {
    try encode(instant.description, forKey: key)
  }

  /// Encodes a string or `null`.
  ///
  /// - Parameters:
  ///   - text: The string; nil for `null`.
  ///   - key: The key of the string.
  /// - Throws: Any error of the encoder.
  package mutating func encode(_ text: String?, forKey key: Key) throws {
    if let text { try encode(text, forKey: key) } else { try encodeNil(forKey: key) }
  }

  /// Encodes a number or `null`.
  ///
  /// - Parameters:
  ///   - number: The number; nil for `null`.
  ///   - key: The key of the number.
  /// - Throws: Any error of the encoder.
  package mutating func encode(_ number: Int?, forKey key: Key) throws {
    if let number { try encode(number, forKey: key) } else { try encodeNil(forKey: key) }
  }
}
