/// The web links in a text or in HTML, as written, in order.
///
/// A link ends where a reader sees it end: before white space, quotes, angle brackets, a closing
/// bracket that it hasn't opened, anything but ASCII, and punctuation of the sentence around it. Each
/// byte of the text is looked at once or twice.
struct WebLinkScan: Sequence, IteratorProtocol {
  /// The most bytes of what is taken for one link, several wrapped in each other included.
  static let maximumBytes = 8_192

  private let bytes: [UInt8]
  private var position = 0

  /// Starts at the beginning of a text.
  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The next link, with `&amp;` undone; nil at the end.
  mutating func next() -> String? {
    while let colon = nextColon() {
      let scheme = [Array("https".utf8), Array("http".utf8)].first { scheme in
        bytes[position..<colon].suffix(scheme.count).map { $0 | 0x20 } == scheme
      }
      position = colon + 1
      guard let scheme else { continue }
      let start = colon - scheme.count
      let end = end(from: colon)
      position = end
      guard end - start <= WebLinkScan.maximumBytes else { continue }
      return WebLinkScan.withoutEntities(bytes[start..<end])
    }
    return nil
  }

  /// Whether a text has a link at all: most have none, and need no copy.
  static func hasLink(_ text: String) -> Bool {
    var (last, lastButOne): (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "/"), last == UInt8(ascii: "/"), lastButOne == UInt8(ascii: ":") {
        return true
      }
      (last, lastButOne) = (byte, last)
    }
    return false
  }

  /// Where the next `://` begins.
  private func nextColon() -> Int? {
    bytes[position...].indices.first { bytes[$0] == 0x3A && bytes[$0...].starts(with: "://".utf8) }
  }

  /// Where the link ends whose scheme ends at a place.
  private func end(from colon: Int) -> Int {
    var open: [UInt8: Int] = [:]
    var end = colon
    scan: while end < bytes.count {
      switch bytes[end] {
      case 0x00...0x20, 0x7F...: break scan
      case let byte where WebLinkScan.isEnd(byte): break scan
      case UInt8(ascii: "("), UInt8(ascii: "["): open[bytes[end], default: 0] += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        let opening = UInt8(ascii: bytes[end] == UInt8(ascii: ")") ? "(" : "[")
        guard let count = open[opening], count > 0 else { break scan }
        open[opening] = count - 1
      case UInt8(ascii: "&") where isEntityOfEnd(at: end): break scan
      default: break
      }
      end += 1
    }
    while ".,;:!?".utf8.contains(bytes[end - 1]), end > colon + 1 { end -= 1 }
    return end
  }

  /// What no link has, in text or as the value of an attribute.
  private static func isEnd(_ byte: UInt8) -> Bool { "\"'<>\\^`{|}".utf8.contains(byte) }

  /// Whether an entity stands at a place for something that ends a link.
  private func isEntityOfEnd(at place: Int) -> Bool {
    ["&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&#34;", "&#39;"].contains {
      bytes[place...].starts(with: $0.utf8)
    }
  }

  private static func withoutEntities(_ link: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var index = link.startIndex
    while index < link.endIndex {
      text.append(link[index])
      let isEntity = link[index...].starts(with: "&amp;".utf8)
      index += isEntity ? "&amp;".utf8.count : 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
