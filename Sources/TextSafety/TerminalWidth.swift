extension Character {
  /// The number of columns of the character in a terminal (UAX #11; UTS #51).
  ///
  /// It is 2 for emoji and wide East Asian characters, 0 for a mark on its own, and 1 otherwise.
  package var terminalWidth: Int {
    // Most characters are ASCII.
    if let ascii = asciiValue { return ascii == 0 ? 0 : 1 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    // A variation selector turns a text character into an emoji, as in "❤️" and "1️⃣".
    if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
    // In a cluster of Indic letters, each letter has its own column.
    return scalars.reduce(0) { $0 + $1.terminalWidth }
  }
}

extension Unicode.Scalar {
  /// The wide characters that are not emoji, with unassigned ones (Unicode 16, EastAsianWidth.txt).
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x3029,
    0x302E...0x303E, 0x3041...0x3096, 0x309B...0x3247, 0x3250...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1D300...0x1D376, 0x1F1E6...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F260...0x1F265, 0x20000...0x3FFFD,
  ]

  fileprivate var terminalWidth: Int {
    if properties.isEmojiPresentation { return 2 }
    // Vowels and final consonants of Hangul are combined with the initial consonant.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    // Terminals show the soft hyphen.
    if value == 0xAD { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return Unicode.Scalar.wideRanges.contains { $0.contains(value) } ? 2 : 1
    }
  }
}

extension StringProtocol {
  /// The number of columns of a line in a terminal.
  package var terminalWidth: Int {
    // Most texts are ASCII, with one column for each character.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.terminalWidth }
  }

  /// Shortens a line to a number of columns; it is cut between characters and ends in an ellipsis.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - longestCutWord: The start of a word before the cut is also dropped if it has at most this
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

  /// Wraps a text at blanks into lines of a number of columns; a longer word has its own line.
  ///
  /// The lines are separated by line feeds; all except the first begin with two blanks.
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
