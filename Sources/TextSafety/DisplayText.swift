/// Text from a calendar as it stands in a notification: it says what it says and does nothing else.
///
/// Here, other than in ``VisibleText``, nothing stands for what is removed: the reader wants the
/// text, and a control character in a title is dirt.
package enum DisplayText {
  /// A text in one line, for titles.
  ///
  /// Line ends and runs of white space become one blank. The rest is as in ``lines(_:maximumBytes:)``.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumBytes: The most bytes of UTF-8, with the ellipsis that ends a cut text.
  /// - Returns: The line, without white space at its ends.
  package static func line(_ text: String, maximumBytes: Int) -> String {
    shown(text, keepsLines: false, maximumBytes: maximumBytes)
  }

  /// A text in lines, for bodies.
  ///
  /// Every kind of line end becomes a line feed; of more than two in a row two are left. Control
  /// characters, what turns the direction of text and what is no character are removed. A text that
  /// is too long is cut between characters, so never inside an emoji; only a letter under a heap of
  /// marks loses some of them.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumBytes: The most bytes of UTF-8, with the ellipsis that ends a cut text.
  /// - Returns: The lines, without white space at the ends of the text and at the end of each line.
  package static func lines(_ text: String, maximumBytes: Int) -> String {
    shown(text, keepsLines: true, maximumBytes: maximumBytes)
  }

  /// Whether a scalar may stand in a notification, wherever it stands.
  ///
  /// The line feed may, but not the other control characters; nor tags, which only a flag has.
  package static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: true
    case 0x2028, 0x2029: false
    // The byte order mark and the anchors of interlinear notes.
    case 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE0000...0xE007F: false
    default: !scalar.isControl && !scalar.turnsDirection && !scalar.isNoncharacter
    }
  }

  private static func shown(_ text: String, keepsLines: Bool, maximumBytes: Int) -> String {
    if text.utf8.count <= maximumBytes, isPlain(text) { return text }
    var builder = DisplayTextBuilder(keepsLines: keepsLines, maximumBytes: maximumBytes)
    builder.append(text.unicodeScalars)
    let whole = builder.text
    guard whole.utf8.count > maximumBytes else { return whole }
    let ellipsis = "…"
    guard maximumBytes >= ellipsis.utf8.count else { return "" }
    var start = whole[..<whole.endFitting(maximumBytes - ellipsis.utf8.count)]
    // A blank or a joiner would stand there for what comes no more.
    while let last = start.unicodeScalars.last, last.properties.isWhitespace || last == "\u{200D}" {
      start.unicodeScalars.removeLast()
    }
    return start + ellipsis
  }

  /// Whether a text is of printable ASCII, with one blank at a time and none at the ends: most are.
  private static func isPlain(_ text: String) -> Bool {
    var isAfterBlank = true
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte), byte != 0x20 || !isAfterBlank else { return false }
      isAfterBlank = byte == 0x20
    }
    return !isAfterBlank || text.isEmpty
  }
}
