/// The web links in a text or in HTML, as written, in order.
///
/// A link ends where a reader sees it end: before white space, quotes, angle brackets, a closing
/// bracket that it hasn't opened, anything but ASCII, and punctuation of the sentence around it. Each
/// byte of the text is looked at once or twice.
struct WebLinkScan: Sequence, IteratorProtocol {
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

/// The host of a web link, with the port where one is given.
struct WebHost {
  /// The host and port as they stand in a link, in lower case.
  let text: String

  /// The most bytes of a host's name, and of each part between its dots (RFC 1035, 2.3.4).
  private static let maximumBytes = 253
  private static let maximumLabelBytes = 63

  /// Makes a host of what stands between `//` and the path; nil where a browser would look
  /// elsewhere than a reader does, or fail.
  ///
  /// That is so with credentials and a number for an address (`https://2130706433/`). An IPv6
  /// address is no host of anyone's meeting.
  init?(_ authority: ArraySlice<UInt8>) {
    let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    let name = authority[..<colon]
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard name.count <= WebHost.maximumBytes, labels.allSatisfy(WebHost.isLabel),
      let last = labels.last,
      !WebHost.isNumber(last) || WebHost.isAddress(labels),
      colon == authority.endIndex || WebHost.isPort(authority[authority.index(after: colon)...])
    else { return nil }
    text = String(decoding: authority, as: UTF8.self).lowercased()
  }

  /// Whether a byte can stand in a host's name.
  static func isPart(_ byte: UInt8) -> Bool { isPartOfLabel(byte) || byte == UInt8(ascii: ".") }

  private static func isPartOfLabel(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    (1...maximumLabelBytes).contains(label.count) && label.allSatisfy(isPartOfLabel)
  }

  /// Whether a browser takes a host with this last part for an address (WHATWG URL, 3.5).
  private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
    label.allSatisfy(\.isDigit) || label.starts(with: "0x".utf8) || label.starts(with: "0X".utf8)
  }

  /// Whether parts are the four of an IPv4 address, as everybody reads them.
  private static func isAddress(_ labels: [ArraySlice<UInt8>]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { label in
        guard let number = UInt8(String(decoding: label, as: UTF8.self)) else { return false }
        // A zero before it makes it octal to some.
        return String(number).utf8.elementsEqual(label)
      }
  }

  private static func isPort(_ port: ArraySlice<UInt8>) -> Bool {
    port.allSatisfy(\.isDigit) && (UInt16(String(decoding: port, as: UTF8.self)) ?? 0) > 0
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes end with some in lower case, letters of ASCII taken for the same in either.
  func endsIgnoringCase(with end: [UInt8]) -> Bool {
    count >= end.count && zip(reversed(), end.reversed()).allSatisfy { $0 | 0x20 == $1 }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

/// Percent-encoding (RFC 3986, 2.1).
enum LinkEncoding {
  /// Signs of ASCII that no link has: where they stand, some other text was meant.
  private static let refused = Set("\"<>\\^`{|}".utf8)
  /// Signs that a link has with a meaning of their own, and not after its host.
  private static let encodedSigns = Set("[]".utf8)

  /// What stands after a link's scheme or host, as it may stand in a link; nil where it may not.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Returns: ASCII in which each `%` begins a byte's number, and that is no control character's.
  static func encoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.allSatisfy({ $0 < 0x80 }) || !hidesText(bytes) else { return nil }
    var encoded: [UInt8] = []
    var hasFragment = false
    for (index, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case 0x00...0x20, 0x7F: return nil
      case _ where refused.contains(byte): return nil
      case UInt8(ascii: "%"):
        guard let value = escapedByte(in: bytes, at: index) else {
          // A percent sign that stands for itself.
          encoded += escape(byte)
          continue
        }
        if value < 0x20 || value == 0x7F { return nil }
        encoded.append(byte)
      case UInt8(ascii: "#"):
        // Only the first begins a fragment.
        encoded += hasFragment ? escape(byte) : [byte]
        hasFragment = true
      case _ where byte >= 0x80 || encodedSigns.contains(byte):
        encoded += escape(byte)
      default: encoded.append(byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text with each byte in place of its number; nil for what is no UTF-8.
  static func decoded(_ bytes: some Sequence<UInt8>) -> String? {
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let byte = escapedByte(in: bytes[...], at: index) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    // What is no UTF-8 is decoded to other bytes.
    let text = String(decoding: decoded, as: UTF8.self)
    return text.utf8.elementsEqual(decoded) ? text : nil
  }

  /// The byte whose number stands at a place, after a percent sign; nil where there is none.
  private static func escapedByte(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    let digits = bytes[(index + 1)...].prefix(2)
    // Swift's numbers may have a sign before their digits.
    guard digits.count == 2, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    Array((byte < 0x10 ? "%0" : "%").utf8) + Array(String(byte, radix: 16, uppercase: true).utf8)
  }

  /// Whether characters outside of ASCII turn the text around or can't be seen.
  private static func hidesText(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { scalar in
      switch scalar.value {
      // Control characters, and the marks, embeddings, overrides and isolates of direction.
      case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      case 0xFEFF, 0xFFF9...0xFFFB: true
      default: scalar.properties.isWhitespace || scalar.properties.isNoncharacterCodePoint
      }
    }
  }
}
