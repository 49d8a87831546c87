/// A text of visible characters that is safe in a unit file and on a display.
///
/// Units contain only such texts. Unsafe characters are replaced by visible ones, so that the
/// reader sees everything that the calendar contains.
package struct VisibleText: Hashable, Sendable {
  /// The text.
  ///
  /// Line feeds and tabs are its only control characters.
  package let string: String

  /// Makes a text visible.
  ///
  /// All line ends become line feeds. Other control characters become their pictures (`␀`).
  /// Characters that change the text direction, and noncharacters, become U+FFFD: systemd rejects a
  /// line with U+FFFE because it is not UTF-8.
  package init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if !(isAfterReturn && scalar == "\n") { scalars.append(VisibleText.replacement(of: scalar)) }
      isAfterReturn = scalar == "\r"
    }
    string = String(scalars)
  }

  /// Whether a character is unchanged in a visible text.
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

  /// The markup of a character that markup reserves; nil for other characters.
  package static func markup(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: nil
    }
  }

  /// Returns the text with each scalar escaped, cut to a size.
  ///
  /// - Parameters:
  ///   - maximumBytes: The largest size in bytes of UTF-8, with the ellipsis of a cut text.
  ///   - escape: Returns the replacement of a scalar, which is never cut; nil to keep the scalar.
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

/// A representation of arbitrary bytes as text, because Linux file names need not be UTF-8.
///
/// A byte that is not UTF-8 becomes one of 128 private-use characters, U+10FE80 to U+10FEFF. If a
/// name contains one of these characters, each byte of it is represented in the same way. So every
/// sequence of bytes has a unique text, and a name in UTF-8 usually stays the same.
package enum RawByte {
  /// The difference between the character and its byte.
  private static let base: UInt32 = 0x10_FE00

  /// The byte that a character represents; nil for ordinary characters.
  package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// The character that represents a byte; nil for an ASCII byte.
  package static func scalar(for byte: UInt8) -> Unicode.Scalar? {
    byte < 0x80 ? nil : Unicode.Scalar(base + UInt32(byte))
  }

  /// Converts bytes to text.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    var start = 0
    while start < bytes.count {
      var rest = bytes[start...].makeIterator()
      var parser = UTF8.ForwardParser()
      if case .valid(let encoded) = parser.parseScalar(from: &rest),
        case let scalar = UTF8.decode(encoded), byte(scalar) == nil
      {
        scalars.append(scalar)
        start += encoded.count
        continue
      }
      // The bytes of an incomplete character are never ASCII.
      if let raw = RawByte.scalar(for: bytes[start]) { scalars.append(raw) }
      start += 1
    }
    return String(scalars)
  }

  /// Converts a text back to its bytes.
  package static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Returns the text for readers: `\xE9` for each byte that is not UTF-8.
  package static func visible(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }),
      text.unicodeScalars.contains(where: { byte($0) != nil })
    else { return text }
    return text.unicodeScalars.map { scalar in
      byte(scalar).map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }
}

/// Text from a calendar, made safe for a terminal.
package enum TerminalText {
  /// Returns a text in one line, without control sequences.
  package static func oneLine(_ text: String) -> String {
    // Most texts are printable ASCII and stay the same.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return String(
      VisibleText(RawByte.visible(text)).string.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

extension UnsignedInteger {
  /// The number in lower-case hexadecimal, without a prefix, with leading zeros up to `count`
  /// digits.
  package func hexadecimal(digits count: Int) -> String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}
