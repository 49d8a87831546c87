/// A box that grows: as long as it names nothing forbidden, values are added to its parts.
///
/// With all other parts given, the values of one part don't depend on each other, so raising a part
/// adds all that can be added. The order in which parts are raised decides what becomes of a box.
struct BoxDraft {
  private(set) var box: DateBox
  private let grid: CoverGrid
  /// By cell, what is forbidden at any time of the box's groups.
  private var forbidden: [UInt32]
  /// What is forbidden in the years after the window; nil where nothing may fire there.
  private var future: FutureDays?
  /// The days of each cell that are weekdays of the box.
  private var weekdayDays: [UInt32]

  /// Starts with a box, of which nothing is checked.
  init(_ box: DateBox, in grid: CoverGrid) {
    self.box = box
    self.grid = grid
    weekdayDays = grid.days(on: box.weekdays)
    var groups = box.groups.bitPositions
    guard let first = groups.next() else {
      forbidden = Array(repeating: 0, count: grid.cells.count)
      future = FutureDays()
      return
    }
    forbidden = grid.groups[first].forbidden
    future = grid.groups[first].future
    while let group = groups.next() { add(grid.groups[group]) }
  }

  private mutating func add(_ group: TimeGroup) {
    for cell in forbidden.indices { forbidden[cell] |= group.forbidden[cell] }
    guard let other = group.future else {
      future = nil
      return
    }
    if !other.isFree { future?.formUnion(other) }
  }

  /// Whether a cell has nothing forbidden on the box's days and weekdays.
  private func isFree(_ cell: Int) -> Bool {
    forbidden[cell] & weekdayDays[cell] & grid.days(of: box, in: cell) == 0
  }

  private func isFutureFree(_ month: Int) -> Bool {
    guard let future else { return false }
    return future.isFree
      || future.forbiddenDays(
        inMonth: month, on: box.weekdays, fromEnd: box.countsDaysFromEnd) & box.days == 0
  }

  /// Whether nothing that the box names is forbidden.
  var isFree: Bool {
    box.months.bitPositions.allSatisfy { month in
      (!box.hasFuture || isFutureFree(month))
        && (box.years & ~DateBox.future).bitPositions.allSatisfy { isFree($0 * 12 + month) }
    }
  }

  /// Adds all months that can be added.
  mutating func raiseMonths() {
    let years = box.years & ~DateBox.future
    for month in (DateBox.everyMonth & ~box.months).bitPositions {
      if box.hasFuture, !isFutureFree(month) { continue }
      if years.bitPositions.allSatisfy({ isFree($0 * 12 + month) }) { box.months |= 1 << month }
    }
  }

  /// Adds all years that can be added, those after the window together.
  mutating func raiseYears() {
    let months = box.months
    for year in (grid.everyYear & ~box.years).bitPositions
    where months.bitPositions.allSatisfy({ isFree(year * 12 + $0) }) {
      box.years |= 1 << UInt64(year)
    }
    if !box.hasFuture, future != nil, months.bitPositions.allSatisfy({ isFutureFree($0) }) {
      box.years |= DateBox.future
    }
  }

  /// Adds all days of the month that can be added.
  mutating func raiseDays() {
    box.days = freeDays
  }

  /// The days that can be named with the other parts as they are.
  private var freeDays: UInt32 {
    var bad: UInt32 = 0
    for month in box.months.bitPositions {
      for year in (box.years & ~DateBox.future).bitPositions {
        let cell = year * 12 + month
        let days = forbidden[cell] & weekdayDays[cell]
        guard days != 0 else { continue }
        bad |= box.countsDaysFromEnd ? grid.cells.reversed(days, in: cell) : days
      }
      if box.hasFuture, let future {
        bad |= future.forbiddenDays(
          inMonth: month, on: box.weekdays, fromEnd: box.countsDaysFromEnd)
      }
    }
    return ~bad & (box.countsDaysFromEnd ? DateBox.everyDayFromEnd : MonthCells.everyDay)
  }

  /// Adds all weekdays that can be added.
  mutating func raiseWeekdays() {
    let rest = MonthCells.everyWeekday & ~box.weekdays
    guard rest != 0 else { return }
    // All seven at once are what most boxes end with.
    let old = box
    for weekday in rest.bitPositions {
      let bit: UInt8 = 1 << UInt8(weekday)
      let days = grid.days(on: bit)
      let isFree = old.months.bitPositions.allSatisfy { month in
        (old.years & ~DateBox.future).bitPositions.allSatisfy { year in
          let cell = year * 12 + month
          return forbidden[cell] & days[cell] & grid.days(of: old, in: cell) == 0
        }
          && (!old.hasFuture
            || (future?.forbiddenDays(
              inMonth: month, on: bit, fromEnd: old.countsDaysFromEnd) ?? .max) & old.days == 0)
      }
      if isFree { box.weekdays |= bit }
    }
    if box.weekdays != old.weekdays { weekdayDays = grid.days(on: box.weekdays) }
  }

  /// Adds all groups of times that can be added, or as many as one line can name.
  mutating func raiseGroups() {
    guard grid.groups.count > 1 else { return }
    var free: [Int] = []
    for (index, group) in grid.groups.enumerated() where box.groups >> UInt64(index) & 1 == 0 {
      var other = self
      other.forbidden = group.forbidden
      other.future = group.future
      if other.isFree { free.append(index) }
    }
    guard !free.isEmpty else { return }
    let whole = free.reduce(box.groups) { $0 | 1 << UInt64($1) }
    if grid.isProduct(whole) {
      for index in free { add(grid.groups[index]) }
      box.groups = whole
      return
    }
    for index in free where grid.isProduct(box.groups | 1 << UInt64(index)) {
      add(grid.groups[index])
      box.groups |= 1 << UInt64(index)
    }
  }

  /// Adds months to the box with all the days that they need, as long as what the months of the box
  /// need and what each of them allows agree; then years likewise.
  ///
  /// This is how days that have no shape of their own are put together.
  mutating func gather() {
    func needed(_ cell: Int) -> UInt32 {
      let days = grid.uncovered(cell, box.groups) & weekdayDays[cell]
      return box.countsDaysFromEnd
        ? grid.cells.reversed(days, in: cell) & DateBox.everyDayFromEnd : days
    }
    func allowed(_ cell: Int) -> UInt32 {
      let days = forbidden[cell] & weekdayDays[cell]
      return ~(box.countsDaysFromEnd ? grid.cells.reversed(days, in: cell) : days)
    }
    let window = box.years & ~DateBox.future
    guard window != 0, box.months != 0 else { return }
    let (year, month) = (window.trailingZeroBitCount, box.months.trailingZeroBitCount)
    var need = needed(year * 12 + month)
    var allow = allowed(year * 12 + month)
    for other in 0..<12 where other != month {
      let cell = year * 12 + other
      let (otherNeed, otherAllow) = (needed(cell), allowed(cell))
      guard otherNeed != 0, (need | otherNeed) & ~(allow & otherAllow) == 0 else { continue }
      need |= otherNeed
      allow &= otherAllow
      box.months |= 1 << other
    }
    for other in (grid.everyYear & ~box.years).bitPositions {
      let cells = box.months.bitPositions.map { other * 12 + $0 }
      let otherNeed = cells.reduce(0) { $0 | needed($1) }
      let otherAllow = cells.reduce(~0) { $0 & allowed($1) }
      guard otherNeed != 0, (need | otherNeed) & ~(allow & otherAllow) == 0 else { continue }
      need |= otherNeed
      allow &= otherAllow
      box.years |= 1 << UInt64(other)
    }
    box.days = need
  }
}
