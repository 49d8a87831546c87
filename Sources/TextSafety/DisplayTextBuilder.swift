/// A text for display that grows by the scalars of another until it is longer than it may be.
struct DisplayTextBuilder {
  /// The most line feeds in a row: a blank line parts two paragraphs.
  private static let maximumLineFeeds = 2

  /// What is shown so far, in UTF-8; it ends in no white space.
  private var bytes: [UInt8] = []
  /// Whether line ends become line feeds and blanks stay as many as they are.
  private let keepsLines: Bool
  /// The bytes after which the rest does not matter.
  private let enoughBytes: Int

  /// The line ends and, after them, the blanks that come if something to be seen comes.
  private var lineFeeds = 0
  private var blanks: [UInt8] = []

  /// Starts an empty text.
  ///
  /// - Parameters:
  ///   - keepsLines: Whether there may be more lines than one.
  ///   - maximumBytes: The bytes that can be shown.
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
      lineFeeds += 1
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
    if lineFeeds > 0 || !blanks.isEmpty {
      if !bytes.isEmpty {
        bytes += repeatElement(
          UInt8(ascii: "\n"), count: min(lineFeeds, DisplayTextBuilder.maximumLineFeeds))
        bytes += blanks
      }
      lineFeeds = 0
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
