/// Percent-encoding (RFC 3986, 2.1).
enum LinkEncoding {
  /// Signs of ASCII that no link has: where they stand, some other text was meant.
  private static let refused = Set("\"<>\\^`{|}".utf8)
  /// Signs that a link has with a meaning of their own, and not after its host.
  private static let encodedSigns = Set("[]".utf8)

  /// What stands after a link's scheme or host, as it may stand in a link; nil where it may not.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Returns: ASCII in which each `%` begins a byte's number, and that is no control character's.
  static func encoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.allSatisfy({ $0 < 0x80 }) || !hidesText(bytes) else { return nil }
    var encoded: [UInt8] = []
    var hasFragment = false
    for (index, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case 0x00...0x20, 0x7F: return nil
      case _ where refused.contains(byte): return nil
      case UInt8(ascii: "%"):
        guard let value = escapedByte(in: bytes, at: index) else {
          // A percent sign that stands for itself.
          encoded += escape(byte)
          continue
        }
        if value < 0x20 || value == 0x7F { return nil }
        encoded.append(byte)
      case UInt8(ascii: "#"):
        // Only the first begins a fragment.
        encoded += hasFragment ? escape(byte) : [byte]
        hasFragment = true
      case _ where byte >= 0x80 || encodedSigns.contains(byte):
        encoded += escape(byte)
      default: encoded.append(byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text with each byte in place of its number; nil for what is no UTF-8.
  static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let byte = escapedByte(in: bytes[...], at: index) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    // What is no UTF-8 is decoded to other bytes.
    let text = String(decoding: decoded, as: UTF8.self)
    return text.utf8.elementsEqual(decoded) ? text : nil
  }

  /// The byte whose number stands at a place, after a percent sign; nil where there is none.
  private static func escapedByte(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    let digits = bytes[(index + 1)...].prefix(2)
    // Swift's numbers may have a sign before their digits.
    guard digits.count == 2, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    Array((byte < 0x10 ? "%0" : "%").utf8) + Array(String(byte, radix: 16, uppercase: true).utf8)
  }

  /// Whether characters outside of ASCII turn the text around or can't be seen.
  private static func hidesText(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { scalar in
      switch scalar.value {
      // Control characters, and the marks, embeddings, overrides and isolates of direction.
      case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      case 0xFEFF, 0xFFF9...0xFFFB: true
      default: scalar.properties.isWhitespace || scalar.properties.isNoncharacterCodePoint
      }
    }
  }
}
