/// Where a text is found of which a scan has not kept all.
struct ScanOrigin: Sendable {
  /// A part of the text that was looked through by itself.
  struct Part: Sendable {
    /// Where its first line begins.
    let start: Int
    /// The number of that line, from 1.
    let line: Int
  }

  /// The text.
  let text: any TextSource
  /// By what the scan has decided which components don't matter.
  let options: ReadingOptions
  /// Its parts, in order.
  var parts: [Part] = []

  /// The content line that begins at a physical line, unfolded.
  ///
  /// - Parameters:
  ///   - number: The physical line, from 1.
  ///   - limit: The most bytes that are wanted.
  /// - Returns: Nil beyond the end, or where the text is not any more what it was.
  func text(ofLine number: Int, limit: Int) -> String? {
    guard let part = parts.last(where: { $0.line <= number }) else { return nil }
    var size = LandmarkSearch.partSize
    // A part is as long as its last line.
    while true {
      size *= 2
      let end = min(text.count, part.start + size)
      let found: (start: Int, text: String)?? = text.withBytes(in: part.start..<end) {
        $0.text(ofLine: number - part.line + 1, limit: limit)
      }
      guard let found else { return nil }
      // Folded after each byte, a line has three for one.
      if end == text.count || found.map({ $0.start + 4 * limit < size }) ?? false {
        return found?.text
      }
    }
  }

  /// A piece of the text that was read again: components that share a UID stand beside each other.
  struct Window {
    /// Where it begins in the text.
    private(set) var start = 0
    /// Its bytes.
    private(set) var bytes: [UInt8] = []

    /// How many bytes are read at once, if a component has no more.
    private static let size = 1 << 16

    /// Whether a range has been read.
    func holds(_ range: Range<Int>) -> Bool {
      range.lowerBound >= start && range.upperBound <= start + bytes.count
    }

    /// Reads a range unless it has been read; says whether it could.
    mutating func move(to range: Range<Int>, in text: any TextSource) -> Bool {
      if holds(range) { return true }
      let end = min(text.count, max(range.upperBound, range.lowerBound + Window.size))
      start = range.lowerBound
      bytes = []
      return text.withBytes(in: start..<end) { bytes.append(contentsOf: $0) } != nil
    }
  }
}
