/// The minterms of a function, one bit each: by class of times, year and month the days.
///
/// The function says which times are asked for: those of the ON-set a cover has to give, those of
/// the OFF-set it may not, and all others, the don't-cares, it may. Such an incompletely specified
/// function is what two-level minimisation starts from (Brayton et al., "Logic Minimization
/// Algorithms for VLSI Synthesis", 1984).
struct MintermGrid {
  /// The months.
  let yearMonths: YearMonths
  /// The classes of times, with the ON-set and the OFF-set of each.
  let classes: [EquivalentTimes]
  /// By class and year-month, the days of the ON-set that no cube gives yet.
  private(set) var uncovered: [[UInt32]]
  /// By weekday, the days of each year-month.
  private let daysByWeekday: [[UInt32]]

  /// Makes a grid of classes over year-months.
  init(_ classes: [EquivalentTimes], in yearMonths: YearMonths) {
    self.yearMonths = yearMonths
    self.classes = classes
    uncovered = classes.map(\.onSet)
    daysByWeekday = (0..<7).map { weekday in
      (0..<yearMonths.count).map { yearMonths.days(of: $0, on: 1 << UInt8(weekday)) }
    }
  }

  /// All years of the window.
  var everyYear: UInt64 { (1 << UInt64(yearMonths.years.count)) - 1 }

  /// Whether the times of classes are a cube, which one line can name.
  func isTimeCube(_ classes: UInt64) -> Bool {
    let times = classes.bitPositions.flatMap { self.classes[$0].times }
    return TimeCube(around: times).count == times.count
  }

  /// The days of each year-month on weekdays.
  func days(on weekdays: UInt8) -> [UInt32] {
    if weekdays.nonzeroBitCount == 1 { return daysByWeekday[weekdays.trailingZeroBitCount] }
    if weekdays == YearMonths.everyWeekday {
      return (0..<yearMonths.count).map { yearMonths.days(of: $0) }
    }
    var days = Array(repeating: UInt32(0), count: yearMonths.count)
    for weekday in weekdays.bitPositions {
      for yearMonth in days.indices { days[yearMonth] |= daysByWeekday[weekday][yearMonth] }
    }
    return days
  }

  /// The days of a year-month that a cube's days are, whatever its weekdays.
  func days(of cube: Cube, in yearMonth: Int) -> UInt32 {
    cube.countsDaysFromEnd
      ? yearMonths.reversed(cube.days, in: yearMonth) : cube.days & yearMonths.days(of: yearMonth)
  }

  /// The days of a year-month that no cube gives yet at some time of classes.
  func uncovered(_ yearMonth: Int, _ classes: UInt64) -> UInt32 {
    classes.bitPositions.reduce(0) { $0 | uncovered[$1][yearMonth] }
  }

  /// Calls a function with each year-month of a cube and its days there that are weekdays of the
  /// cube.
  private func forEachYearMonth(of cube: Cube, _ body: (_ yearMonth: Int, _ days: UInt32) -> Void) {
    for year in cube.windowYears.bitPositions {
      for month in cube.months.bitPositions {
        let yearMonth = year * 12 + month
        let days = days(of: cube, in: yearMonth)
        guard days != 0 else { continue }
        body(yearMonth, days & yearMonths.days(of: yearMonth, on: cube.weekdays))
      }
    }
  }

  /// How many of the minterms that no cube gives yet a cube gives.
  func gain(of cube: Cube) -> Int {
    var gain = 0
    forEachYearMonth(of: cube) { yearMonth, days in
      for timeClass in cube.classes.bitPositions {
        gain += (uncovered[timeClass][yearMonth] & days).nonzeroBitCount
      }
    }
    return gain
  }

  /// Marks what a cube gives.
  mutating func cover(_ cube: Cube) {
    var given: [(yearMonth: Int, days: UInt32)] = []
    forEachYearMonth(of: cube) { given.append(($0, $1)) }
    for timeClass in cube.classes.bitPositions {
      for (yearMonth, days) in given { uncovered[timeClass][yearMonth] &= ~days }
    }
  }

  /// The first minterm that no cube gives yet.
  var firstUncovered: Minterm? {
    for yearMonth in 0..<yearMonths.count {
      for (timeClass, days) in uncovered.enumerated() where days[yearMonth] != 0 {
        return Minterm(
          timeClass: timeClass, yearMonth: yearMonth, day: days[yearMonth].trailingZeroBitCount)
      }
    }
    return nil
  }

  /// The minterms that no cube gives yet, by year-month.
  var uncoveredMinterms: [Minterm] {
    (0..<yearMonths.count).flatMap { yearMonth in
      uncovered.enumerated().flatMap { timeClass, days in
        days[yearMonth].bitPositions.map {
          Minterm(timeClass: timeClass, yearMonth: yearMonth, day: $0)
        }
      }
    }
  }

  /// The minterms of a cube that no other cube gives yet.
  func uncovered(in cube: Cube) -> [Minterm] {
    var minterms: [Minterm] = []
    forEachYearMonth(of: cube) { yearMonth, days in
      for timeClass in cube.classes.bitPositions {
        for day in (uncovered[timeClass][yearMonth] & days).bitPositions {
          minterms.append(Minterm(timeClass: timeClass, yearMonth: yearMonth, day: day))
        }
      }
    }
    return minterms
  }

  /// How much of what is asked for after the window a cube gives and others don't.
  func openGain(of cube: Cube, beside others: [Cube] = []) -> Int {
    var gain = 0
    forEachOpenDay(of: cube, beside: others) { gain += $2.nonzeroBitCount }
    return gain
  }

  /// Calls a function with the days after the window that a cube gives and others don't, by class
  /// and kind of month.
  func forEachOpenDay(
    of cube: Cube, beside others: [Cube],
    _ body: (_ timeClass: Int, _ kind: MonthKind, _ days: UInt32) -> Void
  ) {
    guard cube.isOpen else { return }
    let open = others.filter { $0.isOpen && $0.months & cube.months != 0 }
    for timeClass in cube.classes.bitPositions {
      guard let wanted = classes[timeClass].openYears?.onSet else { continue }
      let others = open.filter { $0.classes >> UInt64(timeClass) & 1 == 1 }
      for number in wanted.indices where wanted[number] != 0 {
        let kind = MonthKind(number)
        let own = wanted[number] & kind.days(of: cube)
        guard own != 0 else { continue }
        let days = others.reduce(own) { $0 & ~kind.days(of: $1) }
        if days != 0 { body(timeClass, kind, days) }
      }
    }
  }
}
