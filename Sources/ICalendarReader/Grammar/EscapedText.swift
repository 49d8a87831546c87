/// A value of type TEXT as it stands (RFC 5545, 3.3.11).
enum EscapedText {
  /// The text that a value stands for: `\,`, `\;` and `\\` without their backslash, `\n` as a line
  /// end; what is no UTF-8 is replaced.
  ///
  /// The RFC has no other escapes: `\t` and its like are the control characters that programs mean
  /// by them, and of any other one the character stays.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        result.append(control(byte) ?? byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The control character that a letter stands for behind a backslash, as in C.
  private static func control(_ letter: UInt8) -> UInt8? {
    switch letter.upperCased {
    case UInt8(ascii: "N"): 0x0A
    case UInt8(ascii: "T"): 0x09
    case UInt8(ascii: "R"): 0x0D
    case UInt8(ascii: "B"): 0x08
    case UInt8(ascii: "F"): 0x0C
    default: nil
    }
  }

  /// The most items of a list that are read: what a reminder is filed under needs no more, and
  /// libical has the same bound.
  private static let maximumItems = 500

  /// The items of a list, still escaped, without blanks around them; empty ones are left out.
  static func list(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var isEscaped = false
    func end(_ index: Int) {
      let item = bytes[start..<index].trimmed(where: \.isSpace)
      if !item.isEmpty, items.count < maximumItems { items.append(item) }
      start = index + 1
    }
    for index in bytes.indices {
      if isEscaped {
        isEscaped = false
      } else if bytes[index] == UInt8(ascii: "\\") {
        isEscaped = true
      } else if bytes[index] == UInt8(ascii: ",") {
        end(index)
      }
    }
    end(bytes.endIndex)
    return items
  }
}
