/// A value of type TEXT as it stands (RFC 5545, 3.3.11).
enum EscapedText {
  /// The text that a value stands for: `\,`, `\;` and `\\` without their backslash, `\n` as a line
  /// end; what is no UTF-8 is replaced.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        result.append(byte.upperCased == UInt8(ascii: "N") ? 0x0A : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The items of a list, still escaped, without blanks around them; empty ones are left out.
  static func list(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var isEscaped = false
    func end(_ index: Int) {
      let item = bytes[start..<index].trimmed(where: \.isSpace)
      if !item.isEmpty { items.append(item) }
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
