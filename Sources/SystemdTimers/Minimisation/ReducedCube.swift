import CivilTime

/// What a line of a cube has to name: what no other cube gives.
///
/// The step REDUCE of Brayton et al., "Logic Minimization Algorithms for VLSI Synthesis" (1984).
struct ReducedCube {
  /// The cube.
  let cube: Cube
  /// The first year of a line that goes on for ever; nil for one that does not.
  let firstOpenYear: Int?
  private(set) var years: UInt64 = 0
  private(set) var months: UInt16 = 0
  private(set) var days: UInt32 = 0
  private(set) var weekdays: UInt8 = 0
  private(set) var classes: UInt64 = 0

  /// Finds what a cube gives and others don't; nil for nothing.
  init?(_ cube: Cube, beside others: [Cube], in grid: MintermGrid) {
    var rest = grid
    for other in others { rest.cover(other) }
    let minterms = rest.uncovered(in: cube)
    guard !minterms.isEmpty else { return nil }
    self.cube = cube
    firstOpenYear = ReducedCube.firstOpenYear(of: cube, minterms, grid)
    for minterm in minterms {
      classes |= 1 << UInt64(minterm.timeClass)
      years |= 1 << UInt64(minterm.yearMonth / 12)
      months |= 1 << UInt16(minterm.yearMonth % 12)
      let day: UInt32 = 1 << UInt32(minterm.day)
      days |= cube.countsDaysFromEnd ? grid.yearMonths.reversed(day, in: minterm.yearMonth) : day
      weekdays |= grid.yearMonths.weekday(of: minterm)
    }
    guard firstOpenYear != nil else { return }
    var (laterMonths, laterDays, laterWeekdays) = (months, days, weekdays)
    grid.forEachOpenDay(of: cube, beside: others) { timeClass, kind, own in
      // Times that are asked for later but not yet would be a line more.
      guard classes >> UInt64(timeClass) & 1 == 1 else { return }
      laterMonths |= 1 << UInt16(kind.month)
      laterDays |= cube.countsDaysFromEnd ? YearMonths.reversed(own, length: kind.length) : own
      for day in own.bitPositions { laterWeekdays |= 1 << UInt8((kind.firstWeekday + day) % 7) }
    }
    (months, days, weekdays) = (laterMonths, laterDays, laterWeekdays)
  }

  private static func firstOpenYear(
    of cube: Cube, _ minterms: [Minterm], _ grid: MintermGrid
  ) -> Int? {
    guard cube.isOpen else { return nil }
    let missing = grid.everyYear & ~cube.years
    let first = missing == 0 ? 0 : 64 - missing.leadingZeroBitCount
    guard first < grid.yearMonths.years.count, minterms.allSatisfy({ $0.yearMonth / 12 >= first })
    else { return nil }
    return grid.yearMonths.years.lowerBound + first
  }
}
