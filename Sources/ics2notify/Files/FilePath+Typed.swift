extension FilePath {
  /// Makes a path of what a person typed, dropped or pasted: file managers give `file:///a%20b.ics`.
  ///
  /// - Parameter argument: A path, or a URL of a file on this machine (RFC 8089).
  init(typed argument: String) {
    self = FilePath.path(ofURL: argument) ?? FilePath(argument: argument)
  }

  /// The path in a URL of a file on this machine; nil for anything else.
  private static func path(ofURL url: String) -> FilePath? {
    guard url.lowercased().hasPrefix("file:/") else { return nil }
    var rest = url.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest.removeFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest.removeFirst(host.count)
    }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var typed = FilePath(argument: String(rest)).bytes[...]
    while let byte = typed.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard typed.count >= 2, let value = UInt8(hexadecimal: typed.prefix(2)), value != 0 else {
        return nil
      }
      typed.removeFirst(2)
      bytes.append(value)
    }
    return FilePath(bytes)
  }

  /// The command that gets a calendar that a path names on another machine; nil for a path.
  ///
  /// The program itself asks no other machine for anything.
  var commandForURL: String? {
    let text = description
    guard let colon = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard ["http", "https", "webcal", "webcals"].contains(scheme) else { return nil }
    // webcal is a name that has programs subscribe, and is asked for by HTTP.
    let url = (scheme == "http" ? "http" : "https") + text[colon.lowerBound...]
    return "curl -fsSL '\(url.replacing("'", with: "%27"))'"
  }
}

extension UInt8 {
  /// The byte that two hexadecimal digits stand for; nil for other characters.
  fileprivate init?(hexadecimal digits: some Sequence<UInt8>) {
    var value: UInt8 = 0
    for digit in digits {
      guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value << 4 | UInt8(number)
    }
    self = value
  }
}
