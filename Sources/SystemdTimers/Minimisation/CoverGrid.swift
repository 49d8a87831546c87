/// The groups of times over the months of a window: what boxes have to give and may not.
struct CoverGrid {
  /// The months.
  let cells: MonthCells
  /// The groups of times.
  let groups: [TimeGroup]
  /// By group and cell, the days that no box gives yet.
  private(set) var uncovered: [[UInt32]]
  /// By weekday, the days of each cell.
  private let daysByWeekday: [[UInt32]]

  /// Makes a grid of groups over cells.
  init(_ groups: [TimeGroup], in cells: MonthCells) {
    self.cells = cells
    self.groups = groups
    uncovered = groups.map(\.required)
    daysByWeekday = (0..<7).map { weekday in
      (0..<cells.count).map { cells.days(of: $0, on: 1 << UInt8(weekday)) }
    }
  }

  /// All years of the window.
  var everyYear: UInt64 { (1 << UInt64(cells.years.count)) - 1 }

  /// Whether one line can name the times of groups.
  func isProduct(_ groups: UInt64) -> Bool {
    let times = groups.bitPositions.flatMap { self.groups[$0].times }
    return TimeProduct(around: times).count == times.count
  }

  /// The days of each cell on weekdays.
  func days(on weekdays: UInt8) -> [UInt32] {
    if weekdays.nonzeroBitCount == 1 { return daysByWeekday[weekdays.trailingZeroBitCount] }
    if weekdays == MonthCells.everyWeekday {
      return (0..<cells.count).map { cells.days(of: $0) }
    }
    var days = Array(repeating: UInt32(0), count: cells.count)
    for weekday in weekdays.bitPositions {
      for cell in days.indices { days[cell] |= daysByWeekday[weekday][cell] }
    }
    return days
  }

  /// The days of a cell that a box's days are, whatever its weekdays.
  func days(of box: DateBox, in cell: Int) -> UInt32 {
    box.countsDaysFromEnd ? cells.reversed(box.days, in: cell) : box.days & cells.days(of: cell)
  }

  /// The days of a cell that no box gives yet at some time of groups.
  func uncovered(_ cell: Int, _ groups: UInt64) -> UInt32 {
    groups.bitPositions.reduce(0) { $0 | uncovered[$1][cell] }
  }

  /// Calls a function with each cell of a box and its days there that are weekdays of the box.
  private func forEachCell(of box: DateBox, _ body: (_ cell: Int, _ days: UInt32) -> Void) {
    for year in (box.years & ~DateBox.future).bitPositions {
      for month in box.months.bitPositions {
        let cell = year * 12 + month
        let days = days(of: box, in: cell)
        guard days != 0 else { continue }
        body(cell, days & cells.days(of: cell, on: box.weekdays))
      }
    }
  }

  /// How many of the points that no box gives yet a box gives.
  func gain(of box: DateBox) -> Int {
    var gain = 0
    forEachCell(of: box) { cell, days in
      for group in box.groups.bitPositions {
        gain += (uncovered[group][cell] & days).nonzeroBitCount
      }
    }
    return gain
  }

  /// Marks what a box gives.
  mutating func cover(_ box: DateBox) {
    var given: [(cell: Int, days: UInt32)] = []
    forEachCell(of: box) { given.append(($0, $1)) }
    for group in box.groups.bitPositions {
      for (cell, days) in given { uncovered[group][cell] &= ~days }
    }
  }

  /// A point of a grid: a day at the times of a group.
  struct Point: Hashable {
    let group: Int
    let cell: Int
    /// From 0.
    let day: Int
  }

  /// The first point that no box gives yet.
  var firstUncovered: Point? {
    for cell in 0..<cells.count {
      for (group, days) in uncovered.enumerated() where days[cell] != 0 {
        return Point(group: group, cell: cell, day: days[cell].trailingZeroBitCount)
      }
    }
    return nil
  }

  /// The points that no box gives yet, by cell.
  var uncoveredPoints: [Point] {
    (0..<cells.count).flatMap { cell in
      uncovered.enumerated().flatMap { group, days in
        days[cell].bitPositions.map { Point(group: group, cell: cell, day: $0) }
      }
    }
  }

  /// The points of a box that no other box gives yet.
  func uncovered(in box: DateBox) -> [Point] {
    var points: [Point] = []
    forEachCell(of: box) { cell, days in
      for group in box.groups.bitPositions {
        for day in (uncovered[group][cell] & days).bitPositions {
          points.append(Point(group: group, cell: cell, day: day))
        }
      }
    }
    return points
  }

  /// How much of what is asked for after the window a box gives and others don't.
  func futureGain(of box: DateBox, beside others: [DateBox] = []) -> Int {
    var gain = 0
    forEachFutureDay(of: box, beside: others) { gain += $2.nonzeroBitCount }
    return gain
  }

  /// Calls a function with the days after the window that a box gives and others don't, by group and
  /// kind of month.
  func forEachFutureDay(
    of box: DateBox, beside others: [DateBox],
    _ body: (_ group: Int, _ kind: FutureDays.Kind, _ days: UInt32) -> Void
  ) {
    guard box.hasFuture else { return }
    let open = others.filter { $0.hasFuture && $0.months & box.months != 0 }
    for group in box.groups.bitPositions {
      guard let wanted = groups[group].future?.wanted else { continue }
      let others = open.filter { $0.groups >> UInt64(group) & 1 == 1 }
      for number in wanted.indices where wanted[number] != 0 {
        let kind = FutureDays.Kind(number)
        let own = wanted[number] & kind.days(of: box)
        guard own != 0 else { continue }
        let days = others.reduce(own) { $0 & ~kind.days(of: $1) }
        if days != 0 { body(group, kind, days) }
      }
    }
  }
}
