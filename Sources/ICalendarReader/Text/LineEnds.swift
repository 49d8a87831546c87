/// How the lines of a text end, as far as its first carriage return tells.
enum LineEnds {
  /// There is no carriage return.
  case unknown
  /// The first one stands before a line feed, as most files show with their first line.
  case paired
  /// The first one stands alone, so that it may end a line, as on an old Macintosh.
  case lone

  /// Looks for the first carriage return.
  init(of text: Span<UInt8>) {
    var end = text.firstIndex(of: 0x0D, in: 0..<text.count)
    guard end < text.count else {
      self = .unknown
      return
    }
    while end < text.count, text[end] == 0x0D { end += 1 }
    self = end < text.count && text[end] == 0x0A ? .paired : .lone
  }
}
