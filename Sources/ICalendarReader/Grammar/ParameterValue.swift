/// A parameter's value as it stands (RFC 5545, 3.2).
enum ParameterValue {
  /// The text that a value stands for, without quotes; nil where one of those never ends.
  ///
  /// A quote behind a backslash belongs to the value: the RFC has no such escape, but writers do.
  static func text(_ value: ArraySlice<UInt8>) -> String? {
    let quotes = value.indices.filter { index in
      value[index] == UInt8(ascii: "\"")
        && (index == value.startIndex || value[index - 1] != backslash)
    }
    guard quotes.count.isMultiple(of: 2), value.last != backslash else { return nil }
    guard let first = quotes.first, first == value.startIndex else {
      return decoded(value.endTrimmed(where: \.isSpace))
    }
    return decoded(value[(first + 1)..<quotes[1]])
  }

  /// The text that a parameter stands for.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter that is asked for, in capital letters.
  ///   - parameter: A parameter as it stands, `NAME=VALUE`.
  /// - Returns: Its value; nil for another one, and where it can't be read.
  static func text(named name: String, in parameter: ArraySlice<UInt8>) -> String? {
    guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")),
      parameter[..<equals].map(\.upperCased) == Array(name.utf8)
    else { return nil }
    return text(parameter[(equals + 1)...])
  }

  private static let backslash = UInt8(ascii: "\\")

  /// Resolves `^n`, `^^` and `^'` (RFC 6868).
  private static func decoded(_ value: ArraySlice<UInt8>) -> String {
    guard value.contains(caret) else { return String(decoding: value, as: UTF8.self) }
    var result: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == caret, let next = rest.first, let meant = escapes[next] else {
        result.append(byte)
        continue
      }
      result.append(meant)
      rest.removeFirst()
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let caret = UInt8(ascii: "^")

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, caret: caret, UInt8(ascii: "'"): UInt8(ascii: "\""),
  ]
}
