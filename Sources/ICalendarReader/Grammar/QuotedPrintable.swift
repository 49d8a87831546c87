/// A text in quoted-printable encoding (RFC 2045, 6.7), which vCalendar 1.0 defines and phones
/// still write.
struct QuotedPrintable {
  private let value: ArraySlice<UInt8>
  /// CHARSET, in upper case; nil if it is missing.
  let charset: String?

  /// Takes the value of a line; nil if its parameters don't declare quoted-printable encoding.
  ///
  /// A UID is never decoded, because the scan compares the undecoded bytes.
  init?(_ parts: ContentLineParts) {
    guard let property = parts.property, property.form == .text, property != .uid,
      parts.hasParameters, QuotedPrintable.isNamed(in: parts.head)
    else { return nil }
    value = parts.value
    charset =
      parts.parameters.lazy.compactMap { ParameterValue.text(named: "CHARSET", in: $0) }.first?
      .uppercased()
  }

  /// Whether the parameters declare quoted-printable encoding.
  ///
  /// In vCalendar, the bare name is valid too.
  static func isNamed(in head: ArraySlice<UInt8>) -> Bool {
    ArraySlice(head.map(\.upperCased)).contains(Array("QUOTED-PRINTABLE".utf8))
  }

  /// The decoded text in UTF-8; nil if its character set is unknown.
  ///
  /// Text that is not UTF-8 is read as Windows-1252, a superset of ISO 8859-1 and US-ASCII.
  var decoded: [UInt8]? {
    let bytes = QuotedPrintable.bytes(value)
    let text = bytes[...]
    if text.span.isUTF8 { return bytes }
    switch charset {
    case nil, "UTF-8", "US-ASCII", "ISO-8859-1", "WINDOWS-1252":
      return bytes.flatMap { Array(String(DecodedText.character($0)).utf8) }
    case "ISO-8859-15":
      return bytes.flatMap {
        Array(String(QuotedPrintable.latin9[$0] ?? DecodedText.character($0)).utf8)
      }
    default: return nil
    }
  }

  /// The decoded bytes of a value.
  ///
  /// An equals sign without a code is the remainder of a soft line break and is dropped. Two digits
  /// in mixed case are not a code: `=Be` is the remainder of `=`, a fold and `Berlin`.
  private static func bytes(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      let isMixed =
        digits.contains(where: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
        && digits.contains(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
      if !isMixed, let decoded = digits.hexadecimal {
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      }
    }
    return bytes
  }

  /// The characters of ISO 8859-15 that differ from ISO 8859-1.
  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "\u{20AC}", 0xA6: "\u{160}", 0xA8: "\u{161}", 0xB4: "\u{17D}", 0xB8: "\u{17E}",
    0xBC: "\u{152}", 0xBD: "\u{153}", 0xBE: "\u{178}",
  ]
}

extension ArraySlice<UInt8> {
  /// The byte that two hexadecimal digits represent; nil for anything else.
  var hexadecimal: UInt8? {
    guard count == 2, allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return UInt8(String(decoding: self, as: UTF8.self), radix: 16)
  }
}
