package import CivilTime
import TextSafety

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// JSON output that is safe to show on a terminal.
enum JSONText {
  /// Escapes the characters in JSON that control a terminal or hide text from a reader.
  ///
  /// The encoder escapes only control characters below U+0020. Outside of strings, JSON is ASCII.
  /// So each of these characters is in a string, where an escape has the same meaning.
  static func visible(_ json: Data) -> Data {
    // Most JSON lacks these characters: U+007F is one byte, and the others start with one of three
    // bytes. Copying into an array and searching that takes a fifth of the time of searching
    // `Data`.
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

  /// Appends a text as a JSON string, with the same bytes as Foundation's encoder and
  /// ``visible(_:)``.
  ///
  /// The encoder takes ten times as long for a title.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes += text.utf8
    if !(start..<bytes.count).allSatisfy({ isPlain(bytes[$0]) }) {
      bytes.removeSubrange(start...)
      for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns whether a byte needs no escape in any context.
  ///
  /// The bytes that can start a non-ASCII scalar with an escape are excluded.
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

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u\(scalar.value.hexadecimal(digits: 4))"
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // DELETE and the C1 control characters.
    case 0x7F...0x9F: true
    // Directional marks, embeddings, overrides and isolates.
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    // Line separators, which must not be in a line of JSON Lines.
    case 0x2028, 0x2029: true
    default: false
    }
  }
}

/// Writes members of JSON objects with a known shape.
///
/// A listing has up to a million lines, and an encoder takes ten times as long.
extension [UInt8] {
  package mutating func beginObject() { append(UInt8(ascii: "{")) }

  package mutating func endObject() { append(UInt8(ascii: "}")) }

  /// Writes the key of a member, after a comma if it is not the first one.
  package mutating func key(_ key: String) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\""))
    // Keys are short, so this takes less time than to append them as collections.
    for byte in key.utf8 { append(byte) }
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  /// Writes a number; null for nil.
  package mutating func member(_ key: String, _ number: Int?) {
    self.key(key)
    if let number, (0...9).contains(number) {
      append(0x30 + UInt8(number))
    } else {
      self += (number.map { "\($0)" } ?? "null").utf8
    }
  }

  /// Writes a text; null for nil.
  package mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    if let text { JSONText.append(text, to: &self) } else { self += "null".utf8 }
  }

  /// Writes an instant; null for nil.
  package mutating func member(_ key: String, _ instant: Instant?) {
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
  /// Returns the value as a JSON document, indented, with sorted keys and a final line end.
  ///
  /// Equal values give equal bytes, and people can read and compare the documents.
  package func documentBytes() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = JSONText.visible(try encoder.encode(self))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Returns the value as JSON on one line, with sorted keys and no line end.
  package func lineBytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(JSONText.visible(try encoder.encode(self)))
  }
}
