import ReminderCompiler

/// JSON that stands within a page: nothing in it ends the element that it is in.
struct PageData {
  /// The JSON in UTF-8.
  let bytes: [UInt8]

  /// Encodes a value.
  ///
  /// - Parameter value: The value.
  /// - Throws: What the encoder throws, which no page makes it do.
  init(_ value: some Encodable) throws {
    // Outside texts JSON has none of these, and within them an escape means the same. A slash after
    // the first would end the element, an exclamation mark turn what follows into a comment.
    bytes = try value.lineBytes().flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "<"): Array(#"\u003c"#.utf8)
      case UInt8(ascii: ">"): Array(#"\u003e"#.utf8)
      case UInt8(ascii: "&"): Array(#"\u0026"#.utf8)
      default: [byte]
      }
    }
  }
}
