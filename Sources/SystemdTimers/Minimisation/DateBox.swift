/// A product of years, months, days of the month and weekdays, at the times of some groups.
struct DateBox: Hashable, Sendable {
  /// One bit a year of the window; the highest for all years after it.
  var years: UInt64 = 0
  /// One bit a month, January lowest.
  var months: UInt16 = 0
  /// One bit a day, counted as `countsDaysFromEnd` says.
  var days: UInt32 = 0
  /// Whether days count from the month's end.
  var countsDaysFromEnd = false
  /// One bit a weekday, Monday lowest.
  var weekdays: UInt8 = 0
  /// One bit a group of times.
  var groups: UInt64 = 0

  /// The bit of all years after the window.
  static let future: UInt64 = 1 << 63
  /// The most years of a window, and the most groups of times that are covered together.
  static let maximumYears = 63
  static let maximumGroups = 64
  /// All twelve months.
  static let everyMonth: UInt16 = 0xFFF
  /// The days that can be counted from a month's end: every month has 28.
  static let everyDayFromEnd: UInt32 = 0xFFF_FFFF

  /// Whether the box goes on in all years after the window.
  var hasFuture: Bool { years & DateBox.future != 0 }
}

extension DateBox {
  /// Whether systemd takes the days in one line.
  var isOneLine: Bool { !countsDaysFromEnd || MonthEndList.exists(covering: days, within: days) }

  /// The box itself where it is one line; else boxes with a run of its days each.
  var inOneLine: [DateBox] {
    isOneLine
      ? [self]
      : days.runs.map { run in
        var box = self
        box.days = run
        return box
      }
  }
}

extension FixedWidthInteger {
  /// The runs of bits that are set, from the lowest.
  var runs: [Self] {
    var runs: [Self] = []
    var rest = self
    while rest != 0 {
      let start = rest & ~(rest &- 1)
      // Adding the lowest bit carries through its run.
      let run = rest & ~(rest &+ start)
      runs.append(run)
      rest &= ~run
    }
    return runs
  }

  /// The positions of the bits that are set, ascending.
  var bitPositions: BitPositions<Self> { BitPositions(rest: self) }
}

/// The positions of the bits that are set in an integer, ascending.
struct BitPositions<Integer: FixedWidthInteger>: Sequence, IteratorProtocol {
  fileprivate var rest: Integer

  mutating func next() -> Int? {
    guard rest != 0 else { return nil }
    let position = rest.trailingZeroBitCount
    rest &= rest &- 1
    return position
  }
}
