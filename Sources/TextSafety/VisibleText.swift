/// A text in which every character can be seen and none has power over a unit file or a display.
///
/// Only such texts come into units. What is replaced is replaced by something visible, so that
/// nobody is shown less than the calendar says.
package struct VisibleText: Hashable, Sendable {
  /// The text; line feeds and tabs are the only control characters left.
  package let string: String

  /// Makes a text visible.
  ///
  /// Every kind of line break becomes a line feed. Other control characters become their pictures
  /// (`␀`); characters that turn the direction of what follows, and code points that are no
  /// characters, become U+FFFD: systemd refuses a line with U+FFFE as not being UTF-8.
  package init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if !(isAfterReturn && scalar == "\n") { scalars.append(VisibleText.replacement(of: scalar)) }
      isAfterReturn = scalar == "\r"
    }
    string = String(scalars)
  }

  /// Whether a character stands for itself, in a unit file and to the eye.
  package static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    replacement(of: scalar) == scalar
  }

  private static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09, 0x0A: scalar
    case 0x0D, 0x85, 0x2028, 0x2029: "\n"
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{FFFD}"
    default: scalar.turnsDirection || scalar.isNoncharacter ? "\u{FFFD}" : scalar
    }
  }

  /// The text on one line: line feeds and tabs become spaces.
  package var onOneLine: VisibleText {
    var text = String.UnicodeScalarView()
    for scalar in string.unicodeScalars {
      text.append(scalar == "\n" || scalar == "\t" ? " " : scalar)
    }
    return VisibleText(String(text))
  }

  /// The text with each scalar escaped, cut so that the result is no longer than a bound.
  ///
  /// - Parameters:
  ///   - maximumBytes: The bound in bytes of UTF-8, with the ellipsis that ends a cut text.
  ///   - escape: What stands for a scalar; nil for itself. It is never cut.
  /// - Returns: The escaped text.
  package func capped(
    to maximumBytes: Int, escaping escape: (Unicode.Scalar) -> String? = { _ in nil }
  ) -> String {
    func escaped(_ scalars: Substring.UnicodeScalarView) -> String {
      scalars.reduce(into: "") { $0 += escape($1) ?? String($1) }
    }
    let whole = escaped(string.unicodeScalars[...])
    guard whole.utf8.count > maximumBytes else { return whole }
    let ellipsis = "…"
    let end = string.endFitting(maximumBytes - ellipsis.utf8.count) {
      escape($0)?.utf8.count ?? UTF8.width($0)
    }
    return escaped(string.unicodeScalars[..<end]) + ellipsis
  }
}

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

/// Text from a calendar on a terminal: characters, never commands to it.
package enum TerminalText {
  /// A text in one line, with nothing in it that a terminal would act upon.
  package static func oneLine(_ text: String) -> String {
    // Most texts are of characters that stand for themselves.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return String(
      VisibleText(RawByte.visible(text)).string.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

extension UnsignedInteger {
  /// The number in at least so many hexadecimal digits, `a` to `f` in lower case, without a prefix.
  package func hexadecimal(digits count: Int) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}
