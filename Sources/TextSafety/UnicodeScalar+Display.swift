extension Unicode.Scalar {
  /// Whether the scalar turns the direction of the text after it: an embedding, override or isolate.
  ///
  /// The mere marks of Arabic and Hebrew text (U+061C, U+200E, U+200F) turn nothing around.
  var turnsDirection: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// Whether the code point is set aside for ever and no character (Unicode, 23.7).
  var isNoncharacter: Bool { (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE }

  /// Whether the scalar is a control character: C0, DEL or C1.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether the scalar ends a line, in whatever way (Unicode, 5.8).
  var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
