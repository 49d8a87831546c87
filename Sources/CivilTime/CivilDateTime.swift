/// A wall-clock time on a date, without a zone.
///
/// The value is the number of seconds since 1970-01-01T00:00:00 on a clock without clock changes,
/// so civil arithmetic is integer arithmetic. A ``Zone`` converts the time to an instant.
///
/// ```swift
/// let start = CivilDateTime(iso8601: "2028-02-29T08:30")!
/// print(start, start.basicFormat)  // 2028-02-29T08:30:00 20280229T083000
/// print(start.date, start.hour, start.minute)  // 2028-02-29 8 30
/// ```
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 on a clock without clock changes.
  @usableFromInline package let secondsSince1970: Int

  /// Makes a wall-clock time from its seconds since 1970-01-01T00:00:00 without clock changes.
  @inlinable
  package init(secondsSince1970: Int) {
    self.secondsSince1970 = secondsSince1970
  }

  /// Makes the wall-clock time of a day since 1970-01-01 and a second, which can be outside the
  /// day.
  @inlinable
  package init(dayNumber: Int, secondOfDay: Int) {
    self.init(secondsSince1970: dayNumber &* 86_400 &+ secondOfDay)
  }

  /// Makes the wall-clock time of a day, given as days since 1970-01-01.
  @inlinable
  package init(dayNumber: Int, time: TimeOfDay) {
    self.init(dayNumber: dayNumber, secondOfDay: time.secondOfDay)
  }

  /// Makes the wall-clock time of a date.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - hour: From 0 to 23.
  ///   - minute: From 0 to 59.
  ///   - second: From 0 to 59.
  public init(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.init(dayNumber: date.dayNumber, secondOfDay: (hour * 60 + minute) * 60 + second)
  }

  /// Days since 1970-01-01; negative before.
  @inlinable
  package var dayNumber: Int { secondsSince1970.floorQuotient(86_400) }

  /// The time of day.
  @inlinable
  package var time: TimeOfDay { TimeOfDay(secondOfDay: secondsSince1970.floorModulo(86_400)) }

  /// The date.
  public var date: CivilDate { CivilDate(dayNumber: dayNumber) }
  /// The hour, from 0 to 23.
  public var hour: Int { time.hour }
  /// The minute, from 0 to 59.
  public var minute: Int { time.minute }
  /// The second, from 0 to 59.
  public var second: Int { time.second }

  /// The wall-clock time a number of seconds later, without clock changes.
  @inlinable
  package static func + (civil: CivilDateTime, seconds: Int) -> CivilDateTime {
    CivilDateTime(secondsSince1970: civil.secondsSince1970 &+ seconds)
  }

  /// Compares two wall-clock times.
  @inlinable
  public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }
}

extension CivilDateTime: CustomStringConvertible {
  /// The time as ISO 8601: `2026-01-05T08:00:00`.
  public var description: String { String(appending: append) }

  /// The time as RFC 5545 writes it: `20260105T080000`.
  public var basicFormat: String {
    "\(date.basicFormat)T\(time.basicFormat)"
  }

  /// Parses ISO 8601 without a zone: `2026-01-05T08:00:00`, `2026-01-05T08:00`,
  /// `20260105T080000`.
  ///
  /// Returns nil if the text has another format or the date does not exist.
  ///
  /// - Parameter text: The text, without anything before or after the time.
  public init?(iso8601 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard
      let middle = bytes.firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") })
    else { return nil }
    var date: [UInt8] = []
    for byte in bytes[..<middle] where byte != UInt8(ascii: "-") { date.append(byte) }
    var time: [UInt8] = []
    for byte in bytes[(middle + 1)...] where byte != UInt8(ascii: ":") { time.append(byte) }
    func number(_ digits: ArraySlice<UInt8>) -> Int {
      digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    guard date.count == 8, time.count == 4 || time.count == 6,
      date.allSatisfy(\.isDigit), time.allSatisfy(\.isDigit)
    else { return nil }
    let (hour, minute, second) = (number(time[..<2]), number(time[2..<4]), number(time[4...]))
    guard hour < 24, minute < 60, second < 60,
      let civilDate = CivilDate(
        year: number(date[..<4]), month: number(date[4..<6]), day: number(date[6...]))
    else { return nil }
    self.init(civilDate, hour: hour, minute: minute, second: second)
  }
}

extension CivilDateTime {
  /// Appends ``description`` in UTF-8.
  package func append(to bytes: inout [UInt8]) {
    date.append(to: &bytes)
    let time = time
    bytes.append("T", number: time.hour)
    bytes.append(":", number: time.minute)
    bytes.append(":", number: time.second)
  }
}

extension String {
  init(appending append: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    append(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a separator and a number from 0 to 99 in two digits.
  @inline(__always)
  mutating func append(_ separator: Unicode.Scalar, number: Int) {
    append(UInt8(ascii: separator))
    append(0x30 + UInt8(number / 10))
    append(0x30 + UInt8(number % 10))
  }
}

extension Range<CivilDateTime> {
  /// Returns whether the range has a time of day on any of its days.
  package func contains(_ time: TimeOfDay) -> Bool {
    let (start, end) = (lowerBound.secondsSince1970, upperBound.secondsSince1970)
    let day = 86_400
    return (time.secondOfDay - start).floorModulo(day) < end - start
  }
}
