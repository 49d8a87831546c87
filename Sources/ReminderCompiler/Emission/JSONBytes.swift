import CivilTime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the values of lines of JSON as bytes.
///
/// A listing has a million of them, whose shape is known: putting it together costs a tenth of what
/// an encoder takes that doesn't know it.
struct JSONBytes {
  /// What has been written.
  var bytes: [UInt8] = []
  /// Texts as JSON strings: a series has thousands of fires and one title.
  private var encoded: [String: (text: String, json: String)] = [:]
  private let encoder = JSONEncoder()

  /// The most texts that are remembered: with their length some megabytes.
  private static let maximumTexts = 8_192
  /// The longest text that is remembered, in bytes.
  private static let longestRemembered = 256

  /// Makes a writer that has written nothing yet.
  init() {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Writes what stands between values as it is.
  mutating func literal(_ text: String) { bytes += text.utf8 }

  /// Writes a number; null for none.
  mutating func append(_ number: Int?) {
    if let number, (0...9).contains(number) {
      bytes.append(0x30 + UInt8(number))
    } else {
      bytes += (number.map { "\($0)" } ?? "null").utf8
    }
  }

  /// Writes a text as a string; null for none.
  mutating func append(_ text: String?) {
    guard let text else {
      literal("null")
      return
    }
    guard JSONText.isPlain(text) else {
      bytes += json(text).utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an instant as a string; null for none.
  mutating func append(_ instant: Instant?) {
    guard let instant else {
      literal("null")
      return
    }
    bytes.append(UInt8(ascii: "\""))
    instant.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func json(_ text: String) -> String {
    // Texts of other bytes that Unicode takes for the same are found under one key.
    if let known = encoded[text], known.text.utf8.elementsEqual(text.utf8) { return known.json }
    // A string of valid Unicode always encodes; the empty one stands for what can't happen.
    let json =
      (try? encoder.encode(text)).map {
        String(decoding: JSONText.visible($0), as: UTF8.self)
      } ?? "\"\""
    // Long texts are those of templates, and another one each time.
    if text.utf8.count <= JSONBytes.longestRemembered {
      if encoded.count >= JSONBytes.maximumTexts { encoded.removeAll(keepingCapacity: true) }
      encoded[text] = (text, json)
    }
    return json
  }
}
