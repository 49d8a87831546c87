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
    guard let index = parts.lastIndex(where: { $0.line <= number }) else { return nil }
    let end = index + 1 < parts.count ? parts[index + 1].start : text.count
    return text.withBytes(in: parts[index].start..<end) {
      $0.text(ofLine: number - parts[index].line + 1, limit: limit)
    }.flatMap { $0 }
  }
}
