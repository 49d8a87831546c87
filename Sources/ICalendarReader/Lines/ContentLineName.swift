/// A name of up to 255 bytes in upper case, packed so that comparing two is comparing numbers.
///
/// The first eight letters and the length: enough to tell apart the names that a scan looks for.
struct PackedName: Hashable {
  private let letters: UInt64
  private let length: Int

  /// Packs the bytes of a range.
  @inline(__always)
  init(_ bytes: [UInt8], in range: Range<Int>) {
    var letters: UInt64 = 0
    for index in range.prefix(8) {
      letters = letters << 8 | UInt64(bytes[index].upperCased)
    }
    self.letters = letters
    length = range.count
  }

  /// Packs a name of our own.
  init(_ name: String) {
    let bytes = Array(name.utf8)
    self.init(bytes, in: 0..<bytes.count)
  }

  static let begin = PackedName("BEGIN")
  static let end = PackedName("END")
  static let uid = PackedName("UID")
  static let rule = PackedName("RRULE")
  static let recurrenceDate = PackedName("RDATE")
  static let recurrenceID = PackedName("RECURRENCE-ID")
  static let method = PackedName("METHOD")
}

extension UInt8 {
  /// The byte of the capital letter, where the byte is an ASCII letter.
  @inline(__always)
  var upperCased: UInt8 { self >= 0x61 && self <= 0x7A ? self & 0xDF : self }

  /// Whether the byte is a blank or the end of a line.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
