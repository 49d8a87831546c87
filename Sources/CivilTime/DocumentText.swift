extension Decoder {
  /// Decodes a value from a string in a document.
  ///
  /// - Parameters:
  ///   - expected: A description of the expected text; it follows "is not" in the error message.
  ///   - read: Converts the text to a value; returns nil if it cannot.
  /// - Throws: A `DecodingError` with the coding path if the value is not a string or cannot be
  ///   converted.
  /// - Returns: The value.
  package func value<Value>(_ expected: String, read: (String) -> Value?) throws -> Value {
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
  package func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}

/// An encoder takes some ten times as long for a value of any other type, even for an optional
/// string.
extension KeyedEncodingContainer {
  /// Encodes a string; null for nil.
  package mutating func encode(_ text: String?, forKey key: Key) throws {
    if let text { try encode(text, forKey: key) } else { try encodeNil(forKey: key) }
  }

  /// Encodes a number; null for nil.
  package mutating func encode(_ number: Int?, forKey key: Key) throws {
    if let number { try encode(number, forKey: key) } else { try encodeNil(forKey: key) }
  }
}
