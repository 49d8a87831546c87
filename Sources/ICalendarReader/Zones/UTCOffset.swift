internal import CivilTime

/// A UTC offset as text (RFC 5545, 3.3.14).
enum UTCOffset {
  /// Returns the seconds east of UTC of `+0100` or `-023015`.
  ///
  /// Also reads what programs write against the standard: `0100`, `+01:00`, `+100` and `+1`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - readsMinutesAndSeconds: Whether `+5328` is read as 53 minutes and 28 seconds, as iCloud
  ///     writes Berlin's local mean time of 1893: no zone has 24 hours.
  /// - Returns: Nil for any other text, and for a whole day or more.
  static func seconds(
    _ text: some StringProtocol, readsMinutesAndSeconds: Bool = false
  ) -> Int? {
    var bytes = Array(text.utf8).filter { $0 != UInt8(ascii: ":") }[...]
    let sign = bytes.first
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { bytes.removeFirst() }
    guard [1, 2, 3, 4, 6].contains(bytes.count), bytes.allSatisfy(\.isDigit) else { return nil }
    // One digit of hours: +1, +530.
    if bytes.count % 2 == 1 { bytes = [UInt8(ascii: "0")] + bytes }
    let digits = bytes.map { Int($0 - UInt8(ascii: "0")) }
    var numbers = stride(from: 0, to: digits.count, by: 2).map {
      digits[$0] * 10 + digits[$0 + 1]
    }
    guard numbers.allSatisfy({ $0 < 60 }) else { return nil }
    if readsMinutesAndSeconds, numbers.count == 2, numbers[0] >= 24 { numbers.insert(0, at: 0) }
    numbers += Array(repeating: 0, count: 3 - numbers.count)
    let seconds = numbers.reduce(0) { $0 * 60 + $1 }
    guard seconds < 86_400 else { return nil }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  /// Returns an offset as `+05:30`.
  static func text(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (seconds < 0 ? "-" : "+") + digits.joined(separator: ":")
  }
}
