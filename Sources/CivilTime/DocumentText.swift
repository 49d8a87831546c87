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

// A value that writes itself gets a container of its own, which takes a library longer than the text
// in it: a plan that leaves much out has tens of thousands of instants and absent texts. What stands
// here is chosen before what the library has for any value, and writes the same.

extension KeyedEncodingContainer {
  /// Writes an instant in UTC: `2028-01-03T08:00:00Z`.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - key: Its key.
  /// - Throws: What the encoder throws.
  package mutating func encode(_ instant: Instant, forKey key: Key) throws {
    try encode(instant.description, forKey: key)
  }

  /// Writes a text, or `null`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - key: Its key.
  /// - Throws: What the encoder throws.
  package mutating func encode(_ text: String?, forKey key: Key) throws {
    if let text { try encode(text, forKey: key) } else { try encodeNil(forKey: key) }
  }

  /// Writes a number, or `null`.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - key: Its key.
  /// - Throws: What the encoder throws.
  package mutating func encode(_ number: Int?, forKey key: Key) throws {
    if let number { try encode(number, forKey: key) } else { try encodeNil(forKey: key) }
  }
}
