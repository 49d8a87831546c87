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

/// A text for display that grows by the scalars of another until it is longer than it may be.
struct DisplayTextBuilder {
  /// What is shown so far, in UTF-8; it ends in no white space.
  private var bytes: [UInt8] = []
  /// Whether line ends become line feeds and blanks stay as many as they are.
  private let keepsLines: Bool
  /// The bytes after which the rest does not matter.
  private let enoughBytes: Int

  /// The line ends and, after them, the blanks that come if something to be seen comes.
  private var lineFeeds: [UInt8] = []
  private var blanks: [UInt8] = []

  /// Starts an empty text, of one line or of several, of which so many bytes can be shown.
  init(keepsLines: Bool, maximumBytes: Int) {
    self.keepsLines = keepsLines
    // So many more that the character that reaches across the bound is known for a heap of marks.
    let slack = String.maximumWholeCharacterBytes + 1
    enoughBytes = maximumBytes > Int.max - slack ? Int.max : maximumBytes + slack
  }

  /// What is shown so far; it ends in no white space.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends what is shown of some scalars, as far as it matters.
  mutating func append(_ scalars: String.UnicodeScalarView) {
    var index = scalars.startIndex
    var isAfterReturn = false
    while index < scalars.endIndex, bytes.count <= enoughBytes {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if (0x21...0x7E).contains(scalar.value) {
        // Most are these, for which there is nothing more to ask.
        appendVisible(scalar)
      } else if scalar.endsLine {
        if !(isAfterReturn && scalar == "\n") { endLine() }
      } else if scalar == " " || scalar == "\t" {
        appendBlank(" ")
      } else if !scalar.isControl, scalar.properties.isWhitespace {
        appendBlank(scalar)
      } else if DisplayText.isShown(scalar) {
        appendVisible(scalar)
        if scalar == DisplayTextBuilder.blackFlag { index = appendFlagTags(scalars, from: index) }
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
    if keepsLines {
      // A blank line parts two paragraphs, and more of them do no more.
      if lineFeeds.count < 2 { lineFeeds.append(UInt8(ascii: "\n")) }
      blanks = []
    } else {
      blanks = [UInt8(ascii: " ")]
    }
  }

  private mutating func appendBlank(_ blank: Unicode.Scalar) {
    if !keepsLines {
      blanks = [UInt8(ascii: " ")]
    } else if blanks.count <= enoughBytes {
      blanks += String(blank).utf8
    }
  }

  private mutating func appendVisible(_ scalar: Unicode.Scalar) {
    if !lineFeeds.isEmpty || !blanks.isEmpty {
      if !bytes.isEmpty { bytes += lineFeeds + blanks }
      lineFeeds.removeAll(keepingCapacity: true)
      blanks.removeAll(keepingCapacity: true)
    }
    append(scalar)
  }
}

extension DisplayTextBuilder {
  /// The flag that tags make the one of a country's part, such as Scotland (UTS #51, annex C).
  private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"
  /// How many tags such a flag has: a country's two letters and the part's one to four signs.
  private static let flagTagCounts = 3...6
  /// The tag that ends the flag.
  private static let lastTag: Unicode.Scalar = "\u{E007F}"

  /// Appends the tags that follow a black flag, if they make a flag of it.
  ///
  /// All others are invisible letters, in which a text can say something else to a machine.
  ///
  /// - Returns: The index after the flag, or the given one where it is just a black flag.
  private mutating func appendFlagTags(
    _ scalars: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index {
    let tags = scalars[start...].prefix(DisplayTextBuilder.flagTagCounts.upperBound + 1).prefix {
      // Digits and small letters.
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
  /// The most bytes of a character that is kept or left out as a whole.
  ///
  /// The longest emoji has 35, a kiss between two people of given skin. What is longer is a letter
  /// under a heap of marks, which may be of any length.
  static let maximumWholeCharacterBytes = 64

  /// The end of the characters from the start that fit into a number of bytes.
  ///
  /// A character with a heap of marks keeps as many of them as fit. What is left of it does not end
  /// in something that joins to what is cut off: a zero-width joiner, or the tags of a flag.
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

  /// Where a character is cut of which not all fits.
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
  /// Whether the scalar is a zero-width joiner, or a tag that is not the last one of a flag.
  fileprivate var joinsToNext: Bool { value == 0x200D || (0xE0020...0xE007E).contains(value) }
}

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
