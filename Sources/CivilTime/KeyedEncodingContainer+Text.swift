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
