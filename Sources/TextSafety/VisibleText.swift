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
  ///
  /// - Parameter text: Any text.
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
