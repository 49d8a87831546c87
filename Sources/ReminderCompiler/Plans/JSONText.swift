import CivilTime
import TextSafety

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON in which every character can be shown on a terminal.
enum JSONText {
  /// Bytes of JSON with escapes for the characters that a terminal or a reader's eye obeys.
  ///
  /// The encoder escapes control characters below U+0020 only. Outside of strings JSON has nothing
  /// but ASCII, so that each of these characters is in a string, where an escape means the same.
  static func visible(_ json: Data) -> Data {
    // Most JSON has none of them: U+007F is one byte, the others begin with one of three.
    // An array is looked through in a fifth of the time, copied as it is.
    let bytes = [UInt8](json)
    guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) else {
      return json
    }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if isEscaped(scalar) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return Data(String(result).utf8)
  }

  /// Appends a text as a string, byte for byte as Foundation's encoder writes it and as
  /// ``visible(_:)`` escapes that.
  ///
  /// The encoder takes ten times as long for a title.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(isPlain) {
      bytes += text.utf8
    } else {
      for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte stands in a string as it is, whatever stands beside it.
  ///
  /// Beyond ASCII those don't with which a scalar that is escaped can begin.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x1F, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: false
    default: true
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
    case "\u{8}": bytes += "\\b".utf8
    case "\u{C}": bytes += "\\f".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    case _ where scalar.value < 0x20 || isEscaped(scalar): bytes += escape(scalar).utf8
    default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
    }
  }

  /// The number of a scalar of the basic plane.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u\(scalar.value.hexadecimal(digits: 4))"
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // DELETE and the second set of controls.
    case 0x7F...0x9F: true
    // Marks, embeddings, overrides and isolates of writing from right to left.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Line ends, which no line of JSON lines may have in it.
    case 0x2028, 0x2029: true
    default: false
    }
  }
}

/// Members of JSON objects whose shape is known: a listing has a million lines, for which an encoder
/// takes ten times as long.
extension [UInt8] {
  mutating func beginObject() { append(UInt8(ascii: "{")) }

  mutating func endObject() { append(UInt8(ascii: "}")) }

  /// Writes the key of a member, and the comma behind the member before it.
  mutating func key(_ key: String) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\""))
    self += key.utf8
    self += "\":".utf8
  }

  /// Writes a number; null for none.
  mutating func member(_ key: String, _ number: Int?) {
    self.key(key)
    if let number, (0...9).contains(number) {
      append(0x30 + UInt8(number))
    } else {
      self += (number.map { "\($0)" } ?? "null").utf8
    }
  }

  /// Writes a text; null for none.
  mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    if let text { JSONText.append(text, to: &self) } else { self += "null".utf8 }
  }

  /// Writes an instant; null for none.
  mutating func member(_ key: String, _ instant: Instant?) {
    self.key(key)
    guard let instant else {
      self += "null".utf8
      return
    }
    append(UInt8(ascii: "\""))
    instant.append(to: &self)
    append(UInt8(ascii: "\""))
  }
}

extension Encodable {
  /// The value as a document: keys sorted, indented, with a line end behind the last one, so that
  /// the same value gives the same bytes, and a person can read and compare them.
  func documentBytes() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = JSONText.visible(try encoder.encode(self))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The value within a line: the same without blanks and a line end.
  package func lineBytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(JSONText.visible(try encoder.encode(self)))
  }
}
