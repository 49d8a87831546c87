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

  /// The set as systemd writes it: runs of three and more as ranges, `Mon..Thu,Sat,Sun`.
  package var text: String {
    var parts: [String] = []
    var rest = Weekday.allCases[...]
    while let first = rest.popFirst() {
      guard contains(first) else { continue }
      var run = [first.abbreviation]
      while let next = rest.first, contains(next) {
        run.append(next.abbreviation)
        rest.removeFirst()
      }
      parts += run.count > 2 ? ["\(run[0])..\(run[run.count - 1])"] : run
    }
    return parts.joined(separator: ",")
  }
}
