import CivilTime

/// Finds the web links in plain text or HTML, as written, in order.
///
/// A link ends where a human reader would see its end: before white space, quotes, angle brackets,
/// an unmatched closing bracket, non-ASCII characters and the punctuation of the surrounding
/// sentence. Each byte of the text is examined once or twice.
struct WebLinkScan: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Returns the next link, with `&amp;` decoded; nil at the end.
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

  private func nextColon() -> Int? {
    bytes[position...].indices.first { bytes[$0] == 0x3A && bytes[$0...].starts(with: "://".utf8) }
  }

  /// The end of the link whose scheme ends at `colon`.
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

  /// Whether a byte never occurs in a link in plain text or in an HTML attribute.
  private static func isEnd(_ byte: UInt8) -> Bool { "\"'<>\\^`{|}".utf8.contains(byte) }

  /// Whether an HTML entity at an index represents a character that ends a link.
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

/// The host of a web link, with an optional port.
struct WebHost {
  let text: String

  /// The maximum length of a host's name and of each label, in bytes (RFC 1035, 2.3.4).
  private static let maximumBytes = 253
  private static let maximumLabelBytes = 63

  /// Makes a host from the part between `//` and the path; nil if a browser would open another host
  /// than a human reader expects, or fail.
  ///
  /// This rejects credentials and numbers that represent an address (`https://2130706433/`). IPv6
  /// addresses are rejected too, because meetings don't use them.
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

  static func isPart(_ byte: UInt8) -> Bool { isPartOfLabel(byte) || byte == UInt8(ascii: ".") }

  private static func isPartOfLabel(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    (1...maximumLabelBytes).contains(label.count) && label.allSatisfy(isPartOfLabel)
  }

  /// Whether a browser treats a host with this last label as an address (WHATWG URL, 3.5).
  private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
    label.allSatisfy(\.isDigit) || label.starts(with: "0x".utf8) || label.starts(with: "0X".utf8)
  }

  private static func isAddress(_ labels: [ArraySlice<UInt8>]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { label in
        guard let number = UInt8(String(decoding: label, as: UTF8.self)) else { return false }
        // Some programs read a number with a leading zero as octal.
        return String(number).utf8.elementsEqual(label)
      }
  }

  private static func isPort(_ port: ArraySlice<UInt8>) -> Bool {
    port.allSatisfy(\.isDigit) && (UInt16(String(decoding: port, as: UTF8.self)) ?? 0) > 0
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes end with the given lower-case bytes, ignoring the case of ASCII letters.
  func endsIgnoringCase(with end: [UInt8]) -> Bool {
    count >= end.count && zip(reversed(), end.reversed()).allSatisfy { $0 | 0x20 == $1 }
  }
}

/// Percent-encoding (RFC 3986, 2.1).
enum LinkEncoding {
  /// ASCII characters that are not valid in links.
  ///
  /// They mean that the text is not a link.
  private static let refused = Set("\"<>\\^`{|}".utf8)
  /// Reserved characters that are not allowed after a link's host and must be encoded.
  private static let encodedSigns = Set("[]".utf8)

  /// Encodes the part of a link after its scheme or host; nil if it is not allowed in a link.
  ///
  /// - Parameter bytes: The part, in UTF-8.
  /// - Returns: ASCII text in which each `%` begins an encoded byte that is not a control
  ///   character.
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
          // A literal percent sign.
          encoded += escape(byte)
          continue
        }
        if value < 0x20 || value == 0x7F { return nil }
        encoded.append(byte)
      case UInt8(ascii: "#"):
        // Only the first `#` begins a fragment.
        encoded += hasFragment ? escape(byte) : [byte]
        hasFragment = true
      case _ where byte >= 0x80 || encodedSigns.contains(byte):
        encoded += escape(byte)
      default: encoded.append(byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Decodes percent-encoded bytes; nil if the result is not UTF-8.
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
    // Invalid UTF-8 is replaced, so the bytes differ.
    let text = String(decoding: decoded, as: UTF8.self)
    return text.utf8.elementsEqual(decoded) ? text : nil
  }

  /// The percent-encoded byte at an index; nil if there isn't one.
  private static func escapedByte(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    let digits = bytes[(index + 1)...].prefix(2)
    // Swift's integer parsing would accept a sign.
    guard digits.count == 2, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    Array((byte < 0x10 ? "%0" : "%").utf8) + Array(String(byte, radix: 16, uppercase: true).utf8)
  }

  /// Whether the text contains characters that are invisible or change the direction of text.
  private static func hidesText(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { scalar in
      switch scalar.value {
      // Control characters, and directional marks, embeddings, overrides and isolates.
      case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      case 0xFEFF, 0xFFF9...0xFFFB: true
      default: scalar.properties.isWhitespace || scalar.properties.isNoncharacterCodePoint
      }
    }
  }
}
