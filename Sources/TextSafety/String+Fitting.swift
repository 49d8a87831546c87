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
  ///
  /// - Parameters:
  ///   - maximumBytes: The most bytes.
  ///   - size: The bytes that are counted for a scalar.
  /// - Returns: The index after the last scalar that is kept.
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
