/// Bytes that are no UTF-8, kept in text: a file's name on Linux is any bytes.
///
/// Such a byte becomes one of 128 characters for private use, U+10FE80 to U+10FEFF, and these
/// characters, where a name has them, become their own bytes in the same way. So every sequence of
/// bytes has a text of its own, which is the plain one for plain names.
package enum RawByte {
  /// What is added to a byte.
  private static let base: UInt32 = 0x10_FE00

  /// The byte that a character stands for; nil for a character that stands for itself.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// The character that stands for a byte; nil for one that is ASCII.
  package static func scalar(for byte: UInt8) -> Unicode.Scalar? {
    byte < 0x80 ? nil : Unicode.Scalar(base + UInt32(byte))
  }

  /// The text of some bytes.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    var start = 0
    while start < bytes.count {
      if let scalar = scalar(in: bytes, at: start), byte(scalar) == nil {
        scalars.append(scalar)
        start += UTF8.width(scalar)
        continue
      }
      // Of a character that is cut the first byte is no ASCII either.
      if let raw = RawByte.scalar(for: bytes[start]) { scalars.append(raw) }
      start += 1
    }
    return String(scalars)
  }

  /// The bytes of a text.
  package static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The text with `\xE9` for each byte that is no UTF-8, for people.
  package static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }),
      text.unicodeScalars.contains(where: { byte($0) != nil })
    else { return text }
    return text.unicodeScalars.map { scalar in
      byte(scalar).map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  /// The character that begins at a byte; nil where none does.
  private static func scalar(in bytes: [UInt8], at start: Int) -> Unicode.Scalar? {
    let length =
      switch bytes[start] {
      case 0x00...0x7F: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, start + length <= bytes.count else { return nil }
    let encoded = bytes[start..<start + length]
    // What is no UTF-8 is decoded to other bytes.
    let text = String(decoding: encoded, as: UTF8.self)
    return text.utf8.elementsEqual(encoded) ? text.unicodeScalars.first : nil
  }
}
