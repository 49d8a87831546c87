/// Takes Swift source apart into words and signs.
///
/// Comments and the text of literals say nothing; what is interpolated into a text does.
struct SourceLexer {
  private(set) var tokens: [SourceToken] = []

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    readCode(isInterpolation: false)
  }

  /// Reads to the end; an interpolation to the parenthesis that closes it.
  private mutating func readCode(isInterpolation: Bool) {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        index += 1
      case UInt8(ascii: " "): index += 1
      case UInt8(ascii: "/") where follows("//"): skip { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where follows("/*"): skipBlockComment()
      case UInt8(ascii: "/") where isAtRegex: skipRegex()
      case UInt8(ascii: "\""): readText(hashes: 0)
      case UInt8(ascii: "#") where hashesBeforeText > 0: readText(hashes: hashesBeforeText)
      case UInt8(ascii: "`"): readQuotedName()
      case _ where SourceLexer.isOfWord(byte): readWord()
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        index += 1
        if isInterpolation, depth < 0 { return }
        append([byte])
      }
    }
  }

  private mutating func append(_ word: some Collection<UInt8>) {
    tokens.append(SourceToken(text: String(decoding: word, as: UTF8.self), line: line))
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte == 0x5F
      || byte >= 0x80
  }

  private func follows(_ text: StaticString) -> Bool {
    bytes[index...].starts(with: "\(text)".utf8)
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while index < bytes.count, condition(bytes[index]) { index += 1 }
  }

  /// Comments in comments count.
  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if follows("/*") {
        depth += 1
        index += 2
      } else if follows("*/") {
        depth -= 1
        index += 2
      } else {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
      }
    } while depth > 0 && index < bytes.count
  }

  private mutating func readWord() {
    let start = index
    skip(while: SourceLexer.isOfWord)
    append(bytes[start..<index])
  }

  private mutating func readQuotedName() {
    index += 1
    let start = index
    skip { $0 != UInt8(ascii: "`") }
    append(bytes[start..<index])
    index += 1
  }

  /// Whether a slash begins a pattern: where an operand is due, and no blank follows.
  private var isAtRegex: Bool {
    guard index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: " ") else { return false }
    return tokens.last.map { ["(", ",", "=", ":", "[", "{", "return"].contains($0.text) } ?? false
  }

  private mutating func skipRegex() {
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "/"), bytes[index] != UInt8(ascii: "\n")
    {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
  }

  /// How many signs of a raw text's beginning stand here; 0 where none begins.
  private var hashesBeforeText: Int {
    let count = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    let next = index + count
    return next < bytes.count && bytes[next] == UInt8(ascii: "\"") ? count : 0
  }

  /// Passes over a text; reads what is interpolated into it.
  private mutating func readText(hashes: Int) {
    let marks = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    index += hashes
    let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: follows("\"\"\"") ? 3 : 1)
    index += quotes.count
    while index < bytes.count {
      if bytes[index...].starts(with: quotes + marks) {
        index += quotes.count + hashes
        return
      }
      if bytes[index...].starts(with: [UInt8(ascii: "\\")] + marks) {
        index += 1 + hashes
        guard index < bytes.count else { return }
        let isInterpolation = bytes[index] == UInt8(ascii: "(")
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
        if isInterpolation { readCode(isInterpolation: true) }
      } else {
        if bytes[index] == UInt8(ascii: "\n") { line += 1 }
        index += 1
      }
    }
  }
}
