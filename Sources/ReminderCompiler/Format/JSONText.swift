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
  ///
  /// - Parameter json: Valid JSON in UTF-8.
  /// - Returns: JSON of the same value.
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
        result.append(contentsOf: "\\u\(scalar.value.hexadecimal(digits: 4))".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return Data(String(result).utf8)
  }

  /// Whether a text stands in JSON as it is, between quotes: visible ASCII without a quote or a
  /// backslash.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
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
