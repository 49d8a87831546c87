package import CivilTime

/// A set of weekdays.
package struct WeekdaySet: OptionSet, Hashable, Sendable {
  /// One bit a weekday, Monday lowest.
  package let rawValue: UInt8

  /// Makes a set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Makes a set of one weekday.
  package init(_ weekday: Weekday) {
    self.init(rawValue: 1 << UInt8(weekday.rawValue))
  }

  /// All seven days.
  package static let every = WeekdaySet(rawValue: 0b111_1111)

  /// Whether a weekday is a member.
  package func contains(_ weekday: Weekday) -> Bool {
    rawValue >> UInt8(weekday.rawValue) & 1 == 1
  }

  static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// The set as systemd writes it: runs of three and more as ranges, `Mon..Thu,Sat,Sun`.
  package var text: String {
    var parts: [String] = []
    var day = 0
    while day < 7 {
      guard rawValue >> UInt8(day) & 1 == 1 else {
        day += 1
        continue
      }
      var last = day
      while last < 6, rawValue >> UInt8(last + 1) & 1 == 1 { last += 1 }
      if last > day + 1 {
        parts.append("\(WeekdaySet.names[day])..\(WeekdaySet.names[last])")
      } else {
        parts += WeekdaySet.names[day...last]
      }
      day = last + 1
    }
    return parts.joined(separator: ",")
  }
}
