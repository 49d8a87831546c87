/// What a scan keeps of a text that it reads part by part.
///
/// Of each part comes what ``ScannedPart`` has left of it. A VTIMEZONE can go through several parts, so
/// that it is taken away here, at its end.
struct KeptText {
  /// What has been kept so far.
  private(set) var bytes: [UInt8] = []
  /// How many bytes of the part that is being taken up have been.
  private var taken = 0
  /// How far behind its place in the part's text a byte stands in the whole text.
  private var shift = 0
  /// Where the VTIMEZONE that began last stands.
  private var zone = (kept: 0, start: 0)

  /// Makes room for a whole text of a number of bytes: that costs nothing before it is used, and
  /// growing would copy what is there.
  init(of count: Int) { bytes.reserveCapacity(count) }

  /// Begins a part.
  ///
  /// - Parameter start: Where its first line begins in the whole text.
  mutating func begin(at start: Int) {
    taken = 0
    shift = start
  }

  /// How many bytes that are kept stand before the places of the part's text.
  var countBefore: Int { bytes.count - taken }

  /// Takes up the part's text up to a place.
  mutating func take(_ text: Span<UInt8>, upTo end: Int) {
    bytes.append(contentsOf: text.extracting(taken..<end))
    taken = end
  }

  /// Takes up that bytes of the whole text are missing in the part's.
  mutating func skip(_ count: Int) { shift += count }

  /// Takes up that a VTIMEZONE begins at a place of the part's text.
  mutating func beginZone(at place: Int) { zone = (countBefore + place, shift + place) }

  /// Takes the VTIMEZONE that ends at a place of the part's text out of what is kept.
  ///
  /// - Returns: Where it stands in the whole text.
  mutating func passOverZone(_ text: Span<UInt8>, endingAt end: Int) -> Range<Int> {
    take(text, upTo: end)
    bytes.removeSubrange(zone.kept...)
    return zone.start..<shift + end
  }
}
