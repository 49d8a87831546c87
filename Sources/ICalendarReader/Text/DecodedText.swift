internal import ICalendar
internal import WorkSharing

/// A file's text, converted to UTF-8 with line feeds at the ends of lines.
struct DecodedText {
  /// The text: valid UTF-8, except for characters that a fold splits.
  var bytes: [UInt8]
  /// Diagnostics about the encoding and the line ends.
  var findings: [Finding] = []

  init(_ file: [UInt8], workers: Workers = .one) {
    bytes = file
    if let isLittleEndian = DecodedText.utf16ByteOrder(file) {
      let units = DecodedText.units(file, isLittleEndian: isLittleEndian)
      bytes = Array(String(decoding: units, as: UTF16.self).utf8)
    } else if !DecodedText.isUTF8(file, workers: workers) {
      decodeGuessing()
    }
    if bytes.starts(with: DecodedText.mark) { bytes.removeFirst(DecodedText.mark.count) }
    mendLineEnds()
  }

  private static func isUTF8(_ bytes: [UInt8], workers: Workers) -> Bool {
    let text = bytes[...]
    return workers.map(text.span.parts()) { text.span.extracting($0).isUTF8 }.allSatisfy(\.self)
  }

  /// The byte order mark of UTF-8, with which some programs begin a file.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether UTF-16 is little-endian, from the byte order mark or the zero bytes of ASCII letters;
  /// nil if the file is not UTF-16.
  private static func utf16ByteOrder(_ file: [UInt8]) -> Bool? {
    switch (file.first, file.dropFirst().first) {
    case (0xFF, 0xFE): return true
    case (0xFE, 0xFF): return false
    case (0, .some(1...0x7F)): return isAlternating(file, zerosAt: 0) ? false : nil
    case (.some(1...0x7F), 0): return isAlternating(file, zerosAt: 1) ? true : nil
    default: return nil
    }
  }

  /// Whether every other byte of the first 30 is zero, as in `BEGIN:VCALENDAR` in UTF-16.
  private static func isAlternating(_ file: [UInt8], zerosAt parity: Int) -> Bool {
    file.prefix(30).enumerated().allSatisfy {
      ($0.offset % 2 == parity) == ($0.element == 0)
    }
  }

  private static func units(_ file: [UInt8], isLittleEndian: Bool) -> [UInt16] {
    stride(from: 0, to: file.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
  }

  private mutating func decodeGuessing() {
    // Some writers fold lines after 75 bytes and split characters. Unfolding repairs them.
    if DecodedText.isUTF8(DecodedText.withoutFolds(bytes), workers: .one) { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let replaced = text.unicodeScalars.count { $0 == "\u{FFFD}" }
    let other = text.unicodeScalars.count { $0.value > 0x7F && $0 != "\u{FFFD}" }
    if other > replaced {
      findings.append(.encodingGuessed("UTF-8 with broken characters"))
      bytes = Array(text.utf8)
      return
    }
    findings.append(.encodingGuessed("Windows-1252"))
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count + bytes.count / 4)
    for byte in bytes {
      if byte < 0x80 {
        decoded.append(byte)
      } else {
        decoded.append(contentsOf: String(DecodedText.character(byte)).utf8)
      }
    }
    bytes = decoded
  }

  private static func withoutFolds(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A, index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 {
        while result.last == 0x0D { result.removeLast() }
        index += 1
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// The characters of 0x80 to 0x9F, where Windows-1252 differs from Latin-1.
  private static let windowsCharacters: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]

  /// The character of a byte of Windows-1252.
  static func character(_ byte: UInt8) -> Unicode.Scalar {
    (0x80..<0xA0).contains(byte) ? windowsCharacters[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// Replaces the carriage returns of classic Mac OS with line feeds.
  private mutating func mendLineEnds() {
    guard startsWithLoneCarriageReturn else { return }
    let all = bytes.indices
    // Ignore a few stray line feeds, for instance at the end of the file.
    guard all.count(where: isLoneCarriageReturn) > bytes.count(where: { $0 == 0x0A }) else {
      return
    }
    findings.append(.lineEndsForgiven)
    for index in all where isLoneCarriageReturn(at: index) { bytes[index] = 0x0A }
  }

  /// Whether the first carriage return is not part of a CRLF.
  ///
  /// In most files, the first line decides that nothing must be replaced.
  private var startsWithLoneCarriageReturn: Bool {
    let text = bytes[...]
    var end = text.span.firstIndex(of: 0x0D, in: 0..<text.count)
    guard end < text.count else { return false }
    while end < text.count, text[end] == 0x0D { end += 1 }
    return end == text.count || text[end] != 0x0A
  }

  private func isLoneCarriageReturn(at index: Int) -> Bool {
    bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
  }
}
