/// A name of up to 255 bytes in upper case, packed so that comparing two is comparing numbers.
///
/// The first eight letters and the length: enough to tell apart the names that a scan looks for.
struct PackedName: Hashable {
  private let letters: UInt64
  private let length: Int

  /// Packs the bytes of a range.
  @inline(__always)
  init(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var letters: UInt64 = 0
    for index in range.lowerBound..<min(range.upperBound, range.lowerBound + 8) {
      letters = letters << 8 | UInt64(bytes[index].upperCased)
    }
    self.letters = letters
    length = range.count
  }

  /// A number in which all letters have a part, the same for the same name in every run.
  var spread: Int {
    // The golden ratio in 64 bits, as Knuth's multiplicative hashing has it.
    Int(truncatingIfNeeded: ((letters &+ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  /// Packs a name of our own.
  init(_ name: String) {
    let bytes = Array(name.utf8)[...]
    self.init(bytes.span, in: 0..<bytes.count)
  }

  static let begin = PackedName("BEGIN")
  static let end = PackedName("END")
  static let uid = PackedName("UID")
  static let rule = PackedName("RRULE")
  static let recurrenceDate = PackedName("RDATE")
  static let recurrenceID = PackedName("RECURRENCE-ID")
  static let method = PackedName("METHOD")
  static let calendarName = PackedName("NAME")
  static let appleCalendarName = PackedName("X-WR-CALNAME")
  static let calendarZone = PackedName("X-WR-TIMEZONE")
  static let version = PackedName("VERSION")
}
