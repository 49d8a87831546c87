/// Text from a calendar, made safe for a notification.
///
/// Unlike ``VisibleText``, it drops characters that are not safe without replacing them. The reader
/// needs the text, and control characters in a title are noise.
package enum DisplayText {
  /// Returns a text in one line, for titles.
  ///
  /// Line ends and runs of white space become one blank. For all else, see
  /// ``lines(_:maximumBytes:)``.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumBytes: The largest size in bytes of UTF-8, with the ellipsis of a cut text.
  /// - Returns: The line, without white space at its ends.
  package static func line(_ text: String, maximumBytes: Int) -> String {
    shown(text, keepsLines: false, maximumBytes: maximumBytes)
  }

  /// Returns a text in lines, for bodies.
  ///
  /// All line ends become line feeds, at most two in a row. Control characters, characters that
  /// change the text direction and noncharacters are dropped. A text that is too long is cut
  /// between characters, so never inside an emoji. Only a letter with very many combining marks can
  /// lose some of them.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - maximumBytes: The largest size in bytes of UTF-8, with the ellipsis of a cut text.
  /// - Returns: The lines, without white space at the ends of the text and of each line.
  package static func lines(_ text: String, maximumBytes: Int) -> String {
    shown(text, keepsLines: true, maximumBytes: maximumBytes)
  }

  /// The black flag, which tags turn into the flag of a region such as Scotland (UTS #51, annex C).
  static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

  /// Whether a notification can contain a scalar in any position.
  ///
  /// This includes the line feed, but not the other control characters. It does not include tags,
  /// which only follow a flag.
  package static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: true
    case 0x2028, 0x2029: false
    // The byte order mark and the interlinear annotation characters.
    case 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE0000...0xE007F: false
    default: !scalar.isControl && !scalar.turnsDirection && !scalar.isNoncharacter
    }
  }

  private static func shown(_ text: String, keepsLines: Bool, maximumBytes: Int) -> String {
    var builder = DisplayTextBuilder(keepsLines: keepsLines, maximumBytes: maximumBytes)
    builder.append(text.unicodeScalars)
    let whole = builder.text
    guard whole.utf8.count > maximumBytes else { return whole }
    let ellipsis = "…"
    guard maximumBytes >= ellipsis.utf8.count else { return "" }
    var start = whole[..<whole.endFitting(maximumBytes - ellipsis.utf8.count)]
    // Drop white space and joiners before the ellipsis.
    while let last = start.unicodeScalars.last, last.properties.isWhitespace || last == "\u{200D}" {
      start.unicodeScalars.removeLast()
    }
    return start + ellipsis
  }
}

/// Builds a text for display from scalars, until it exceeds its largest size.
struct DisplayTextBuilder {
  /// The text so far in UTF-8, without trailing white space.
  private var bytes: [UInt8] = []
  /// Whether line ends become line feeds and runs of blanks are kept.
  private let keepsLines: Bool
  /// The size after which the rest of the text has no effect.
  private let enoughBytes: Int

  /// The pending line ends and the blanks after them, which only a visible scalar appends.
  private var lineFeeds: [UInt8] = []
  private var blanks: [UInt8] = []

  init(keepsLines: Bool, maximumBytes: Int) {
    self.keepsLines = keepsLines
    // With this much more, the character across the limit is known to have many combining marks.
    let slack = String.maximumWholeCharacterBytes + 1
    enoughBytes = maximumBytes > Int.max - slack ? Int.max : maximumBytes + slack
  }

  /// The text so far, without trailing white space.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the visible parts of scalars, until the text is long enough.
  mutating func append(_ scalars: String.UnicodeScalarView) {
    var index = scalars.startIndex
    var isAfterReturn = false
    while index < scalars.endIndex, bytes.count <= enoughBytes {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if (0x21...0x7E).contains(scalar.value) {
        // Most scalars are of this kind and need no other checks.
        appendVisible(scalar)
      } else if scalar.endsLine {
        if !(isAfterReturn && scalar == "\n") { endLine() }
      } else if scalar == " " || scalar == "\t" {
        appendBlank(" ")
      } else if !scalar.isControl, scalar.properties.isWhitespace {
        appendBlank(scalar)
      } else if DisplayText.isShown(scalar) {
        appendVisible(scalar)
        if scalar == DisplayText.blackFlag { index = appendFlagTags(scalars, from: index) }
      }
      isAfterReturn = scalar == "\r"
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      bytes += String(scalar).utf8
    }
  }

  private mutating func endLine() {
    blanks.removeAll(keepingCapacity: true)
    if !keepsLines {
      blanks.append(UInt8(ascii: " "))
    } else if lineFeeds.count < 2 {
      // One blank line separates paragraphs; drop the others.
      lineFeeds.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func appendBlank(_ blank: Unicode.Scalar) {
    if !keepsLines {
      endLine()
    } else if blanks.count <= enoughBytes {
      blanks += String(blank).utf8
    }
  }

  private mutating func appendVisible(_ scalar: Unicode.Scalar) {
    if !lineFeeds.isEmpty || !blanks.isEmpty {
      if !bytes.isEmpty {
        bytes += lineFeeds
        bytes += blanks
      }
      lineFeeds.removeAll(keepingCapacity: true)
      blanks.removeAll(keepingCapacity: true)
    }
    append(scalar)
  }
}

extension DisplayTextBuilder {
  /// The number of tags in such a flag: two letters for the country, one to four for the region.
  private static let flagTagCounts = 3...6
  private static let lastTag: Unicode.Scalar = "\u{E007F}"

  /// Appends the tags after a black flag if they form a flag.
  ///
  /// All other tags are dropped: they are invisible letters that can hide text for a machine.
  ///
  /// - Returns: The index after the flag, or `start` if the tags do not form a flag.
  private mutating func appendFlagTags(
    _ scalars: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index {
    let tags = scalars[start...].prefix(DisplayTextBuilder.flagTagCounts.upperBound + 1).prefix {
      // Digits and lower-case letters.
      (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
    }
    guard DisplayTextBuilder.flagTagCounts.contains(tags.count), tags.endIndex < scalars.endIndex,
      scalars[tags.endIndex] == DisplayTextBuilder.lastTag
    else { return start }
    for tag in tags { append(tag) }
    append(DisplayTextBuilder.lastTag)
    return scalars.index(after: tags.endIndex)
  }
}

extension String {
  /// The largest size of a character that is never split, in bytes.
  ///
  /// The longest emoji has 35 bytes: a kiss between two people with skin tones. Longer characters
  /// are letters with combining marks, of which they can have any number.
  static let maximumWholeCharacterBytes = 64

  /// The end of the longest prefix of characters that fits into a number of bytes.
  ///
  /// A character with very many combining marks keeps as many as fit. The prefix does not end in a
  /// scalar that joins to the next one: a zero-width joiner or a tag of a flag.
  func endFitting(_ maximumBytes: Int, size: (Unicode.Scalar) -> Int = UTF8.width) -> Index {
    var free = maximumBytes
    var character = startIndex
    while character < endIndex {
      let next = index(after: character)
      var end = character
      while end < next {
        free -= size(unicodeScalars[end])
        if free < 0 { return cut(from: character, to: end, before: next) }
        end = unicodeScalars.index(after: end)
      }
      character = next
    }
    return endIndex
  }

  /// The end of the part of a character that is kept if the whole does not fit.
  private func cut(from start: Index, to fitting: Index, before next: Index) -> Index {
    if utf8.distance(from: start, to: next) <= String.maximumWholeCharacterBytes { return start }
    var end = fitting
    while end > start {
      let last = unicodeScalars.index(before: end)
      guard unicodeScalars[last].joinsToNext else { break }
      end = last
    }
    return end
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a zero-width joiner or a tag other than the last of a flag.
  fileprivate var joinsToNext: Bool { value == 0x200D || (0xE0020...0xE007E).contains(value) }
}

extension Unicode.Scalar {
  /// Whether the scalar changes the direction of the text: an embedding, override or isolate.
  ///
  /// The direction marks of Arabic and Hebrew text (U+061C, U+200E, U+200F) do not.
  var turnsDirection: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// Whether the code point is a noncharacter (Unicode, 23.7).
  var isNoncharacter: Bool { (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE }

  /// Whether the scalar is a control character: C0, DEL or C1.
  var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }

  /// Whether the scalar is any kind of line end (Unicode, 5.8).
  var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
