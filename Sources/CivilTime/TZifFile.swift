/// A compiled time zone of the IANA database (RFC 9636).
///
/// Reads versions 1 to 4. Malformed bytes return nil; they never trap.
package struct TZifFile {
  /// Seconds east of UTC before the first transition.
  private let initialOffset: Int
  /// The transitions, ascending.
  private let changes: [(instant: Int, offset: Int)]
  /// The rule after the last transition; nil if its offset stays.
  private let rule: PosixTimeZone?

  /// Reads the bytes of a file.
  ///
  /// Returns nil for malformed bytes and for files that count leap seconds.
  package init?(_ bytes: [UInt8]) {
    var reader = Reader(rest: bytes[...])
    guard var header = Header(&reader) else { return nil }
    var width = 4
    if header.version >= UInt8(ascii: "2") {
      // The first block is only for readers of version 1.
      guard reader.skip(header.size(width: 4)), let second = Header(&reader) else { return nil }
      header = second
      width = 8
    }
    guard header.leapSecondCount == 0, let block = Block(header, width: width, from: &reader) else {
      return nil
    }
    initialOffset = block.initialOffset
    changes = block.changes
    guard width == 8 else {
      rule = nil
      return
    }
    guard let footer = reader.footer() else { return nil }
    rule = PosixTimeZone(footer)
    guard rule != nil || footer.isEmpty else { return nil }
  }

  /// Makes a zone whose transitions cover a range of instants.
  ///
  /// - Parameters:
  ///   - identifier: The zone's IANA identifier.
  ///   - range: The instants that the table covers. The offset at its start also holds before it.
  /// - Returns: The zone, marked as known to other systems.
  package func zone(named identifier: String, in range: Range<Instant>) -> Zone {
    let start = range.lowerBound.secondsSince1970
    let past = changes.prefix { $0.instant <= start }
    let initial = past.last?.offset ?? initialOffset
    var offset = initial
    var transitions: [Zone.Transition] = []
    func add(_ instant: Int, offset next: Int) {
      guard instant < range.upperBound.secondsSince1970 else { return }
      transitions.append(
        Zone.Transition(
          instant: Instant(secondsSince1970: instant), offsetBefore: offset, offsetAfter: next))
      offset = next
    }
    for change in changes.dropFirst(past.count) { add(change.instant, offset: change.offset) }
    if let rule {
      let last = max(start, changes.last?.instant ?? start)
      // A change of the rule can be up to a week outside its year.
      let firstYear = CivilDateTime(secondsSince1970: last).date.year - 1
      let lastYear = range.upperBound.civilInUTC.date.year
      for change in rule.changes(in: firstYear...max(firstYear, lastYear))
      where change.instant.secondsSince1970 > last {
        add(change.instant.secondsSince1970, offset: change.offsetAfter)
      }
    }
    return Zone(
      identifier: identifier, isIANA: true, initialOffset: initial, transitions: transitions)
  }
}

extension TZifFile {
  /// The header of a data block (RFC 9636, 3.1).
  private struct Header {
    let version: UInt8
    let universalFlagCount: Int
    let standardFlagCount: Int
    let leapSecondCount: Int
    let transitionCount: Int
    let typeCount: Int
    let nameSize: Int

    init?(_ reader: inout Reader) {
      guard reader.take(4).elementsEqual("TZif".utf8), let version = reader.take(16).first else {
        return nil
      }
      self.version = version
      var counts: [Int] = []
      for _ in 0..<6 {
        guard let count = reader.integer(4), count >= 0 else { return nil }
        counts.append(count)
      }
      universalFlagCount = counts[0]
      standardFlagCount = counts[1]
      leapSecondCount = counts[2]
      transitionCount = counts[3]
      typeCount = counts[4]
      nameSize = counts[5]
    }

    /// The size in bytes of the block that follows the header, if each time has `width` bytes.
    func size(width: Int) -> Int {
      transitionCount * (width + 1) + typeCount * 6 + nameSize + leapSecondCount * (width + 4)
        + standardFlagCount + universalFlagCount
    }
  }

  /// The transitions of a data block and their offsets (RFC 9636, 3.2).
  ///
  /// The rest is skipped.
  private struct Block {
    var initialOffset = 0
    var changes: [(instant: Int, offset: Int)] = []

    init?(_ header: Header, width: Int, from reader: inout Reader) {
      guard reader.rest.count >= header.size(width: width), header.typeCount > 0 else { return nil }
      var times = Reader(rest: reader.take(header.transitionCount * width))
      let types = reader.take(header.transitionCount)
      var descriptions = Reader(rest: reader.take(header.typeCount * 6))
      var offsets: [Int] = []
      while let offset = descriptions.integer(4), descriptions.skip(2) {
        // Offsets are less than 26 hours (RFC 9636, 3.2).
        guard abs(offset) < 93_600 else { return nil }
        offsets.append(offset)
      }
      for type in types {
        guard let time = times.integer(width), Int(type) < offsets.count,
          changes.last.map({ $0.instant < time }) ?? true
        else { return nil }
        changes.append((time, offsets[Int(type)]))
      }
      // The first type holds before the first transition (RFC 9636, 3.2).
      initialOffset = offsets[0]
      guard
        reader.skip(
          header.nameSize + header.leapSecondCount * (width + 4) + header.standardFlagCount
            + header.universalFlagCount)
      else { return nil }
    }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// Takes `count` bytes, or fewer at the end of the file.
    mutating func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    /// Skips `count` bytes; false if there are fewer.
    mutating func skip(_ count: Int) -> Bool {
      guard rest.count >= count else { return false }
      rest = rest.dropFirst(count)
      return true
    }

    /// Takes a big-endian signed number of 4 or 8 bytes; nil at the end of the file.
    mutating func integer(_ width: Int) -> Int? {
      let bytes = take(width)
      guard bytes.count == width else { return nil }
      let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return width == 4
        ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(truncatingIfNeeded: bits))
    }

    /// Takes the footer: a rule between two line feeds (RFC 9636, 3.3).
    mutating func footer() -> String? {
      guard take(1).first == 0x0A, let end = rest.firstIndex(of: 0x0A) else { return nil }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
  }
}
