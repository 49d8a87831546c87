import CivilTime

/// Implicants that give one minterm, of all shapes that reminders have: most are primes.
///
/// An implicant is a cube that names nothing forbidden, and a prime is one that nothing can be
/// added to (Quine 1952).
struct ImplicantSearch {
  private let grid: MintermGrid
  /// The weekdays on which the classes ask for something, by class.
  private let weekdays: [UInt8]
  /// The steps in which days of the month could go, by class.
  private let steps: [[Int]]

  /// Makes a search over a grid.
  init(_ grid: MintermGrid) {
    self.grid = grid
    var weekdays: [UInt8] = []
    var steps: [[Int]] = []
    for timeClass in grid.classes {
      var own: UInt8 = 0
      var first: [Int?] = Array(repeating: nil, count: 8)
      var divisors = Array(repeating: 0, count: 8)
      for yearMonth in 0..<grid.yearMonths.count {
        for bit in timeClass.onSet[yearMonth].bitPositions {
          let day = grid.yearMonths.firstDay(of: yearMonth) + bit
          let weekday = Weekday(dayNumber: day).rawValue
          own |= 1 << UInt8(weekday)
          for kind in [weekday, 7] {
            divisors[kind] = divisors[kind].greatestCommonDivisor(with: day - (first[kind] ?? day))
            first[kind] = first[kind] ?? day
          }
        }
      }
      weekdays.append(own)
      steps.append(ImplicantSearch.steps(divisors))
    }
    self.weekdays = weekdays
    self.steps = steps
  }

  /// The steps of days of the month that dates with these common distances can have.
  ///
  /// Every other Monday is every Monday on odd days of some months and on even days of others: of
  /// the distance of 14 days between them, seven belong to the weekday.
  private static func steps(_ divisors: [Int]) -> [Int] {
    var steps: Set<Int> = []
    for (kind, divisor) in divisors.enumerated() where divisor > 1 {
      if divisor < 31 { steps.insert(divisor) }
      if kind < 7, divisor % 7 == 0 { steps.insert(divisor / 7) }
    }
    return steps.filter { (2..<31).contains($0) }.sorted()
  }

  /// The implicant around minterms that reads best, made as large as it can be in one line; nil
  /// where there is none.
  func implicant(around supercube: Supercube) -> Cube? {
    // One that goes on for ever is better than one that does not; then the shorter one.
    var best: Cube?
    var bestMerits = (0, 0)
    for isFromEnd in [false, true] {
      guard let own = supercube.cube(countingFromEnd: isFromEnd) else { continue }
      let start = CubeExpansion(own, in: grid)
      guard start.isImplicant else { continue }
      for order in ImplicantSearch.wholeOrders {
        var expansion = start
        for step in order { step(&expansion) }
        guard expansion.cube.isOneLine else { continue }
        let line = CubeExpression(expansion.cube, in: grid, zone: .utc)
        let merits = (grid.openGain(of: expansion.cube), -(line?.length ?? 0))
        if best == nil || merits > bestMerits { (best, bestMerits) = (expansion.cube, merits) }
      }
      guard best == nil, var cube = supercube.cube(countingFromEnd: isFromEnd) else { continue }
      // All days that could be added are more than one line takes.
      var expansion = start
      expansion.raiseDays()
      guard let list = MonthEndComponent(covering: cube.days, within: expansion.cube.days) else {
        continue
      }
      cube.days = list.days
      best = cube
    }
    return best
  }

  /// The implicants that give a minterm.
  func implicants(with minterm: Minterm) -> Set<Cube> {
    let (year, month) = (minterm.yearMonth / 12, minterm.yearMonth % 12)
    let weekday = grid.yearMonths.weekday(of: minterm)
    var cubes: Set<Cube> = []
    var seed = Cube()
    seed.years = 1 << UInt64(year)
    seed.months = 1 << UInt16(month)
    seed.classes = 1 << UInt64(minterm.timeClass)
    var kinds: [UInt8] = []
    for kind in [YearMonths.everyWeekday, weekday, weekdays[minterm.timeClass]]
    where !kinds.contains(kind) { kinds.append(kind) }
    for kind in kinds {
      seed.weekdays = kind
      for (days, isFromEnd, isStep) in dayStarts(minterm, kind) {
        seed.days = days
        seed.countsDaysFromEnd = isFromEnd
        let start = CubeExpansion(seed, in: grid)
        guard start.isImplicant else { continue }
        for order in ImplicantSearch.orders + (isStep ? [ImplicantSearch.stepOrder] : []) {
          var expansion = start
          for step in order { step(&expansion) }
          cubes.formUnion(expansion.cube.inOneLine)
        }
      }
    }
    return cubes
  }

  private typealias Step = @Sendable (inout CubeExpansion) -> Void
  private static let months: Step = { $0.raiseMonths() }
  private static let years: Step = { $0.raiseYears() }
  private static let classes: Step = { $0.raiseClasses() }
  private static let days: Step = { $0.raiseDays() }
  private static let weekdays: Step = { $0.raiseWeekdays() }
  private static let takeInFeasible: Step = { $0.takeInFeasible() }

  /// The orders in which parts of a cube around a minterm are raised; all end with every part
  /// raised.
  private static let orders: [[Step]] = [
    [months, years, classes, days, weekdays, years],
    [years, months, classes, days, weekdays],
    [classes, months, years, weekdays, days, years],
    [takeInFeasible, classes, days, months, years, weekdays],
  ]

  /// The order for days that go in a step, which are easier to read than all that could be added.
  private static let stepOrder: [Step] = [months, years, classes, weekdays]

  /// The orders in which parts of a cube around all minterms are raised.
  private static let wholeOrders: [[Step]] = [
    [years, weekdays, months, days, years], [weekdays, years, months, days],
    [days, months, years, weekdays],
  ]

  /// The days of the month with which cubes around a minterm start.
  private func dayStarts(
    _ minterm: Minterm, _ weekdays: UInt8
  ) -> [(days: UInt32, isFromEnd: Bool, isStep: Bool)] {
    let yearMonths = grid.yearMonths
    let day = UInt32(minterm.day)
    let ofWeekdays = yearMonths.days(of: minterm.yearMonth, on: weekdays)
    let allowed = ~(grid.classes[minterm.timeClass].offSet[minterm.yearMonth] & ofWeekdays)
    let needed = grid.classes[minterm.timeClass].onSet[minterm.yearMonth] & ofWeekdays
    var fromStart: [UInt32] = [
      1 << day, 0x7F << (day / 7 * 7) & YearMonths.everyDay, allowed & YearMonths.everyDay, needed,
      YearMonths.everyDay,
    ]
    let others = fromStart.count
    for step in steps[minterm.timeClass] {
      var days: UInt32 = 0
      for member in stride(from: minterm.day % step, to: 31, by: step) {
        days |= 1 << UInt32(member)
      }
      fromStart.append(days)
    }
    var starts: [(days: UInt32, isFromEnd: Bool, isStep: Bool)] = []
    for (index, days) in fromStart.enumerated() where !starts.contains(where: { $0.days == days }) {
      starts.append((days, false, index >= others))
    }
    let ending = yearMonths.length(of: minterm.yearMonth) - 1 - day
    guard ending < 28 else { return starts }
    let week: UInt32 = 0x7F << (ending / 7 * 7)
    let neededFromEnd = yearMonths.reversed(needed, in: minterm.yearMonth) & Cube.everyDayFromEnd
    starts.append((1 << ending, true, false))
    starts.append((week, true, false))
    if neededFromEnd != 1 << ending { starts.append((neededFromEnd, true, false)) }
    return starts
  }
}
