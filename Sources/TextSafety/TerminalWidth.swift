extension Character {
  /// The columns that a terminal gives it: 2 for what East Asian Width calls wide and for emoji, 0
  /// for a mark that stands alone, else 1 (UAX #11; UTS #51).
  package var terminalWidth: Int {
    // Most are these, for which there is nothing more to ask.
    if let ascii = asciiValue { return ascii == 0 ? 0 : 1 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    // A variation selector makes an emoji of a character of text, as in "❤️" and "1️⃣".
    if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
    // Letters of India that are one character take a column each.
    return scalars.reduce(0) { $0 + $1.terminalWidth }
  }
}

extension Unicode.Scalar {
  /// What is wide and no emoji, with what is unassigned among it (Unicode 16, EastAsianWidth.txt).
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x3029,
    0x302E...0x303E, 0x3041...0x3096, 0x309B...0x3247, 0x3250...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1D300...0x1D376, 0x1F1E6...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F260...0x1F265, 0x20000...0x3FFFD,
  ]

  fileprivate var terminalWidth: Int {
    if properties.isEmojiPresentation { return 2 }
    // Vowels and finals of Hangul stand in the block of their initial.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    // The soft hyphen is shown.
    if value == 0xAD { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return Unicode.Scalar.wideRanges.contains { $0.contains(value) } ? 2 : 1
    }
  }
}

extension StringProtocol {
  /// The columns that a terminal gives a line.
  package var terminalWidth: Int {
    // Most texts are of characters that take one column each.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.terminalWidth }
  }

  /// The line in at most so many columns: cut between characters, with an ellipsis at its end.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - longestCutWord: The start of a word that is cut is left out, too, if it has at most this
  ///     many columns.
  /// - Returns: The line, without blanks before the ellipsis.
  package func shortened(toColumns columns: Int, droppingCutWord longestCutWord: Int = 0) -> String
  {
    guard terminalWidth > columns else { return String(self) }
    guard columns > 0 else { return "" }
    var free = columns - 1
    var kept = prefix { character in
      free -= character.terminalWidth
      return free >= 0
    }
    if self[kept.endIndex] != " ", let blank = kept.lastIndex(of: " "),
      kept[blank...].dropFirst().terminalWidth <= longestCutWord
    {
      kept = kept[..<blank]
    }
    return kept.reversed().drop { $0 == " " }.reversed() + "…"
  }

  /// Lines in which words stay whole, each in so many columns unless one word takes more.
  ///
  /// All but the first line begin with two blanks; line feeds stand between them.
  package func wrapped(toColumns columns: Int) -> String {
    var text = ""
    var used = 0
    for word in split(separator: " ") {
      let width = word.terminalWidth
      if used > 0, used + 1 + width > columns {
        text += "\n  "
        used = 2
      } else if used > 0 {
        text += " "
        used += 1
      }
      text += word
      used += width
    }
    return text
  }
}
