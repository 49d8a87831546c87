/// Positions of fires among those of their group, each a bit: of a year of every minute, 64 kB.
struct FirePositions {
  private var words: [UInt64] = []

  /// Adds a position.
  mutating func insert(_ position: Int) {
    let word = position / UInt64.bitWidth
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(position % UInt64.bitWidth)
  }

  /// Adds the positions of others.
  mutating func formUnion(_ other: FirePositions) {
    if other.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: other.words.count - words.count))
    }
    for (index, word) in other.words.enumerated() { words[index] |= word }
  }

  /// Whether a position is there.
  func contains(_ position: Int) -> Bool {
    let word = position / UInt64.bitWidth
    return word < words.count && words[word] & 1 << UInt64(position % UInt64.bitWidth) != 0
  }

  /// The last position that others don't have; nil where they have all.
  func last(notIn other: FirePositions) -> Int? {
    for index in words.indices.reversed() {
      let left = words[index] & ~(index < other.words.count ? other.words[index] : 0)
      if left != 0 { return index * UInt64.bitWidth + (63 - left.leadingZeroBitCount) }
    }
    return nil
  }
}
