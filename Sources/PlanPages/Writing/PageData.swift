import TextSafety

/// Writes JSON that stands within a page: nothing in it ends the element that it is in, or is a
/// line end to a script.
struct PageData {
  /// What has been written.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Makes a writer that has written nothing yet.
  init() {}

  /// Writes an object.
  mutating func object(_ members: (inout PageData) -> Void) {
    bytes += "{".utf8
    needsComma = false
    members(&self)
    bytes += "}".utf8
  }

  /// Writes a member that is a text.
  mutating func member(_ key: StaticString, _ text: String) {
    begin(key)
    append(text)
  }

  /// Writes a member that is a number.
  mutating func member(_ key: StaticString, _ number: Int) {
    begin(key)
    bytes += "\(number)".utf8
  }

  /// Writes a member that is a list of texts.
  mutating func member(_ key: StaticString, _ texts: [String]) {
    begin(key)
    list(texts) { $0.append($1) }
  }

  /// Writes a member that is a list of numbers.
  mutating func member(_ key: StaticString, _ numbers: [Int]) {
    begin(key)
    list(numbers) { $0.bytes += "\($1)".utf8 }
  }

  private mutating func begin(_ key: StaticString) {
    if needsComma { bytes += ",".utf8 }
    needsComma = true
    bytes += "\"\(key)\":".utf8
  }

  private mutating func list<Value>(_ values: [Value], _ write: (inout PageData, Value) -> Void) {
    bytes += "[".utf8
    for (place, value) in values.enumerated() {
      if place > 0 { bytes += ",".utf8 }
      write(&self, value)
    }
    bytes += "]".utf8
  }

  private mutating func append(_ text: String) {
    bytes += "\"".utf8
    for scalar in VisibleText(text).string.unicodeScalars {
      switch scalar {
      // A slash after it would end the element, an exclamation mark turn what follows into a comment.
      case "<", ">", "&", "\"", "\\", "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default: bytes += scalar.utf8
      }
    }
    bytes += "\"".utf8
  }
}
