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
