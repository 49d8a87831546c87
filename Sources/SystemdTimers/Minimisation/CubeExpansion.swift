/// A cube that is expanded: as long as it names nothing forbidden, values are added to its parts.
///
/// The step EXPAND of Brayton et al., "Logic Minimization Algorithms for VLSI Synthesis" (1984): a
/// part is raised, until the cube is a prime. With all other parts given, the values of one part
/// don't depend on each other, so raising a part adds all that can be added. The order in which
/// parts are raised decides what becomes of a cube.
struct CubeExpansion {
  private(set) var cube: Cube
  private let grid: MintermGrid
  /// By year-month, what is forbidden at any time of the cube's classes.
  private var offSet: [UInt32]
  /// What is forbidden in the years after the window; nil where nothing may fire there.
  private var openYears: OpenYears?
  /// The days of each year-month that are weekdays of the cube.
  private var weekdayDays: [UInt32]

  /// Starts with a cube, of which nothing is checked.
  init(_ cube: Cube, in grid: MintermGrid) {
    self.cube = cube
    self.grid = grid
    weekdayDays = grid.days(on: cube.weekdays)
    var classes = cube.classes.bitPositions
    guard let first = classes.next() else {
      offSet = Array(repeating: 0, count: grid.yearMonths.count)
      openYears = OpenYears()
      return
    }
    offSet = grid.classes[first].offSet
    openYears = grid.classes[first].openYears
    while let timeClass = classes.next() { add(grid.classes[timeClass]) }
  }

  private mutating func add(_ timeClass: EquivalentTimes) {
    for yearMonth in offSet.indices { offSet[yearMonth] |= timeClass.offSet[yearMonth] }
    guard let other = timeClass.openYears else {
      openYears = nil
      return
    }
    if !other.isFree { openYears?.formUnion(other) }
  }

  /// Whether a year-month has nothing forbidden on the cube's days and weekdays.
  private func isFree(_ yearMonth: Int) -> Bool {
    offSet[yearMonth] & weekdayDays[yearMonth] & grid.days(of: cube, in: yearMonth) == 0
  }

  private func isFreeInOpenYears(_ month: Int) -> Bool {
    guard let openYears else { return false }
    return openYears.isFree
      || openYears.offSet(
        inMonth: month, on: cube.weekdays, fromEnd: cube.countsDaysFromEnd) & cube.days == 0
  }

  /// Whether the cube is an implicant: nothing that it names is forbidden.
  var isImplicant: Bool {
    cube.months.bitPositions.allSatisfy { month in
      (!cube.isOpen || isFreeInOpenYears(month))
        && cube.windowYears.bitPositions.allSatisfy { isFree($0 * 12 + month) }
    }
  }

  /// Adds all months that can be added.
  mutating func raiseMonths() {
    let years = cube.windowYears
    for month in (Cube.everyMonth & ~cube.months).bitPositions {
      if cube.isOpen, !isFreeInOpenYears(month) { continue }
      if years.bitPositions.allSatisfy({ isFree($0 * 12 + month) }) { cube.months |= 1 << month }
    }
  }

  /// Adds all years that can be added, those after the window together.
  mutating func raiseYears() {
    let months = cube.months
    for year in (grid.everyYear & ~cube.years).bitPositions
    where months.bitPositions.allSatisfy({ isFree(year * 12 + $0) }) {
      cube.years |= 1 << UInt64(year)
    }
    if !cube.isOpen, openYears != nil, months.bitPositions.allSatisfy({ isFreeInOpenYears($0) }) {
      cube.years |= Cube.openYears
    }
  }

  /// Adds all days of the month that can be added.
  mutating func raiseDays() {
    cube.days = freeDays
  }

  /// The days that can be named with the other parts as they are.
  private var freeDays: UInt32 {
    var bad: UInt32 = 0
    for month in cube.months.bitPositions {
      for year in cube.windowYears.bitPositions {
        let yearMonth = year * 12 + month
        let days = offSet[yearMonth] & weekdayDays[yearMonth]
        guard days != 0 else { continue }
        bad |= cube.countsDaysFromEnd ? grid.yearMonths.reversed(days, in: yearMonth) : days
      }
      if cube.isOpen, let openYears {
        bad |= openYears.offSet(
          inMonth: month, on: cube.weekdays, fromEnd: cube.countsDaysFromEnd)
      }
    }
    return ~bad & (cube.countsDaysFromEnd ? Cube.everyDayFromEnd : YearMonths.everyDay)
  }

  /// Adds all weekdays that can be added.
  mutating func raiseWeekdays() {
    let rest = YearMonths.everyWeekday & ~cube.weekdays
    guard rest != 0 else { return }
    // All seven at once are what most cubes end with.
    let old = cube
    for weekday in rest.bitPositions {
      let bit: UInt8 = 1 << UInt8(weekday)
      let days = grid.days(on: bit)
      let isFree = old.months.bitPositions.allSatisfy { month in
        old.windowYears.bitPositions.allSatisfy { year in
          let yearMonth = year * 12 + month
          return offSet[yearMonth] & days[yearMonth] & grid.days(of: old, in: yearMonth) == 0
        }
          && (!old.isOpen
            || (openYears?.offSet(
              inMonth: month, on: bit, fromEnd: old.countsDaysFromEnd) ?? .max) & old.days == 0)
      }
      if isFree { cube.weekdays |= bit }
    }
    if cube.weekdays != old.weekdays { weekdayDays = grid.days(on: cube.weekdays) }
  }

  /// Adds all classes of times that can be added, or as many as one line can name.
  mutating func raiseClasses() {
    guard grid.classes.count > 1 else { return }
    var free: [Int] = []
    for (index, timeClass) in grid.classes.enumerated() where cube.classes >> UInt64(index) & 1 == 0
    {
      var other = self
      other.offSet = timeClass.offSet
      other.openYears = timeClass.openYears
      if other.isImplicant { free.append(index) }
    }
    guard !free.isEmpty else { return }
    let whole = free.reduce(cube.classes) { $0 | 1 << UInt64($1) }
    if grid.isTimeCube(whole) {
      for index in free { add(grid.classes[index]) }
      cube.classes = whole
      return
    }
    for index in free where grid.isTimeCube(cube.classes | 1 << UInt64(index)) {
      add(grid.classes[index])
      cube.classes |= 1 << UInt64(index)
    }
  }

  /// Grows to the supercube with feasibly covered minterms: adds months with all the days that they
  /// need, as long as what the months of the cube need and what each of them allows agree; then
  /// years likewise.
  ///
  /// This is how days that have no shape of their own are put together.
  mutating func takeInFeasible() {
    func needed(_ yearMonth: Int) -> UInt32 {
      let days = grid.uncovered(yearMonth, cube.classes) & weekdayDays[yearMonth]
      return cube.countsDaysFromEnd
        ? grid.yearMonths.reversed(days, in: yearMonth) & Cube.everyDayFromEnd : days
    }
    func allowed(_ yearMonth: Int) -> UInt32 {
      let days = offSet[yearMonth] & weekdayDays[yearMonth]
      return ~(cube.countsDaysFromEnd ? grid.yearMonths.reversed(days, in: yearMonth) : days)
    }
    let window = cube.windowYears
    guard window != 0, cube.months != 0 else { return }
    let (year, month) = (window.trailingZeroBitCount, cube.months.trailingZeroBitCount)
    var need = needed(year * 12 + month)
    var allow = allowed(year * 12 + month)
    for other in 0..<12 where other != month {
      let yearMonth = year * 12 + other
      let (otherNeed, otherAllow) = (needed(yearMonth), allowed(yearMonth))
      guard otherNeed != 0, (need | otherNeed) & ~(allow & otherAllow) == 0 else { continue }
      need |= otherNeed
      allow &= otherAllow
      cube.months |= 1 << other
    }
    for other in (grid.everyYear & ~cube.years).bitPositions {
      let yearMonths = cube.months.bitPositions.map { other * 12 + $0 }
      let otherNeed = yearMonths.reduce(0) { $0 | needed($1) }
      let otherAllow = yearMonths.reduce(~0) { $0 & allowed($1) }
      guard otherNeed != 0, (need | otherNeed) & ~(allow & otherAllow) == 0 else { continue }
      need |= otherNeed
      allow &= otherAllow
      cube.years |= 1 << UInt64(other)
    }
    cube.days = need
  }
}
