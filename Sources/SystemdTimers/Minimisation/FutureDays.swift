import CivilTime

/// What days of the years after a window ask for, to the end of the proof.
///
/// A line that names no year is right where no day that it names is forbidden in any of them. Months
/// of one name, length and first weekday are alike, so all years are 336 kinds of months.
struct FutureDays: Sendable {
  /// A month of a certain length that begins on a certain weekday.
  struct Kind: Hashable, Sendable {
    /// From 0.
    let month: Int
    let length: UInt32
    /// From 0 for Monday.
    let firstWeekday: Int

    /// The number of kinds: twelve months, four lengths, seven weekdays.
    static let count = 12 * 4 * 7

    /// The kind of a cell.
    init(of cell: Int, in cells: MonthCells) {
      (month, length) = (cell % 12, cells.length(of: cell))
      firstWeekday = cells.firstWeekday(of: cell)
    }

    /// The kind with a number from 0.
    init(_ number: Int) {
      (month, length, firstWeekday) = (number / 28, UInt32(28 + number / 7 % 4), number % 7)
    }

    var number: Int { (month * 4 + Int(length) - 28) * 7 + firstWeekday }

    /// The days of such a month that are a cube's.
    func days(of cube: Cube) -> UInt32 {
      guard cube.months >> UInt16(month) & 1 == 1 else { return 0 }
      let days =
        cube.countsDaysFromEnd
        ? MonthCells.reversed(cube.days, length: length) : cube.days & ((1 << length) - 1)
      return days & MonthCells.days(on: cube.weekdays, firstWeekday: firstWeekday)
    }
  }

  /// By kind, the days on which something is asked for in some year.
  private(set) var onSet = [UInt32](repeating: 0, count: Kind.count)
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
  mutating func add(onSet onDays: UInt32, offSet offDays: UInt32, of kind: Kind) {
    onSet[kind.number] |= onDays
    guard offDays != 0 else { return }
    isFree = false
    for weekday in 0..<7 {
      let days =
        offDays & MonthCells.days(on: 1 << UInt8(weekday), firstWeekday: kind.firstWeekday)
      offSet[kind.month * 7 + weekday] |= days
      offSetFromEnd[kind.month * 7 + weekday] |= MonthCells.reversed(days, length: kind.length)
    }
  }

  /// Forbids what another forbids, too.
  mutating func formUnion(_ other: FutureDays) {
    isFree = isFree && other.isFree
    for index in 0..<84 {
      offSet[index] |= other.offSet[index]
      offSetFromEnd[index] |= other.offSetFromEnd[index]
    }
    for kind in 0..<Kind.count { onSet[kind] |= other.onSet[kind] }
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
