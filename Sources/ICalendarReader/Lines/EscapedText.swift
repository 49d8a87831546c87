/// A value of type TEXT as it stands (RFC 5545, 3.3.11).
enum EscapedText {
  /// The text that a value stands for: `\,`, `\;` and `\\` without their backslash, `\n` as a line
  /// end; what is no UTF-8 is replaced.
  static func unescaped(_ bytes: some Sequence<UInt8>) -> String {
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
}
