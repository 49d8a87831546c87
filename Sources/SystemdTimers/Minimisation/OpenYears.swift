/// The years after a window, which a line leaves open: what they ask for, to the end of the proof.
///
/// A line that names no year is right where no day that it names is forbidden in any of them. All
/// these years are ``MonthKind``s, each with an ON-set and an OFF-set.
struct OpenYears: Sendable {
  /// By kind, the days on which something is asked for in some year.
  private(set) var onSet = [UInt32](repeating: 0, count: MonthKind.count)
  /// Whether nothing is forbidden.
  private(set) var isFree = true
  /// The days on which nothing may fire, by month and weekday: from the start and from the end.
  private var offSet = [UInt32](repeating: 0, count: 84)
  private var offSetFromEnd = [UInt32](repeating: 0, count: 84)

  /// Adds months of a kind.
  ///
  /// - Parameters:
  ///   - onDays: The days on which something is asked for in some of them.
  ///   - offDays: The days on which nothing may fire in some of them.
  ///   - kind: The kind.
  mutating func add(onSet onDays: UInt32, offSet offDays: UInt32, of kind: MonthKind) {
    onSet[kind.number] |= onDays
    guard offDays != 0 else { return }
    isFree = false
    for weekday in 0..<7 {
      let days =
        offDays & YearMonths.days(on: 1 << UInt8(weekday), firstWeekday: kind.firstWeekday)
      offSet[kind.month * 7 + weekday] |= days
      offSetFromEnd[kind.month * 7 + weekday] |= YearMonths.reversed(days, length: kind.length)
    }
  }

  /// Forbids what another forbids, too.
  mutating func formUnion(_ other: OpenYears) {
    isFree = isFree && other.isFree
    for index in 0..<84 {
      offSet[index] |= other.offSet[index]
      offSetFromEnd[index] |= other.offSetFromEnd[index]
    }
    for kind in 0..<MonthKind.count { onSet[kind] |= other.onSet[kind] }
  }

  /// The days of a month that are forbidden on one of some weekdays.
  func offSet(inMonth month: Int, on weekdays: UInt8, fromEnd: Bool) -> UInt32 {
    var days: UInt32 = 0
    for weekday in weekdays.bitPositions {
      days |= fromEnd ? offSetFromEnd[month * 7 + weekday] : offSet[month * 7 + weekday]
    }
    return days
  }
}
