import CivilTime

/// A cube as it is written.
///
/// The line lies between the reduced cube, all of which it has to name, and the cube itself, beyond
/// which it may name nothing.
struct CubeExpression {
  /// The line; nil where it has no year that systemd knows.
  let expression: CalendarExpression?
  /// What the line names, within the cube.
  let cube: Cube

  /// The number of letters.
  var length: Int { expression?.description.utf8.count ?? 0 }

  /// Writes a cube; nil where others give all that it gives.
  ///
  /// A cube that goes on for ever names all that is asked for in the years to come. Another names
  /// what is asked for within the window, in the shortest way that its bounds leave.
  ///
  /// - Parameters:
  ///   - cube: The cube.
  ///   - others: Other cubes that are written, too; what they give need not be named.
  ///   - grid: What is asked for.
  ///   - zone: The zone of the lines.
  init?(_ cube: Cube, beside others: [Cube] = [], in grid: MintermGrid, zone: ExpressionZone) {
    guard let need = ReducedCube(cube, beside: others, in: grid) else { return nil }
    let forms = [
      CubeExpression(need, weekdays: cube.weekdays, grid, zone),
      CubeExpression(need, weekdays: need.weekdays, grid, zone),
    ]
    // A line whose days don't depend on the weekday says more.
    self = forms[1].length < forms[0].length ? forms[1] : forms[0]
  }

  private init(
    _ need: ReducedCube, weekdays: UInt8, _ grid: MintermGrid, _ zone: ExpressionZone
  ) {
    var bounds = need.cube
    bounds.weekdays = weekdays
    if grid.isTimeCube(need.classes) { bounds.classes = need.classes }
    if bounds != need.cube {
      var expansion = CubeExpansion(bounds, in: grid)
      expansion.raiseDays()
      // As long as they are one line.
      if expansion.cube.isOneLine { bounds = expansion.cube }
    }
    let isOpen = need.firstOpenYear != nil
    let start = grid.yearMonths.years.lowerBound
    let months = ExpressionComponent(
      covering: need.months.bitPositions.map { $0 + 1 },
      within: bounds.months.bitPositions.map { $0 + 1 }, of: .month, prefersEvery: isOpen)
    let isEveryDay = !bounds.countsDaysFromEnd && bounds.days == YearMonths.everyDay
    let days =
      isEveryDay && isOpen
      ? .every
      : bounds.countsDaysFromEnd
        ? CubeExpression.daysFromEnd(need.days, within: bounds.days)
        : ExpressionComponent(
          covering: need.days.bitPositions.map { $0 + 1 },
          within: bounds.days.bitPositions.map { $0 + 1 }, of: .day, prefersEvery: false)
    let years =
      need.firstOpenYear.map { first in
        first == start
          ? ExpressionComponent.every
          : ExpressionComponent(elements: [.init(start: first, step: 1)])
      }
      ?? ExpressionComponent(
        covering: need.years.bitPositions.map { $0 + start },
        within: bounds.windowYears.bitPositions.map { $0 + start }, of: .year,
        prefersEvery: false)
    var named = bounds
    named.months = UInt16(truncatingIfNeeded: months.bits(of: .month) >> 1)
    named.days = UInt32(truncatingIfNeeded: days.bits(of: .day) >> 1)
    if named.countsDaysFromEnd { named.days &= Cube.everyDayFromEnd }
    named.years = isOpen ? Cube.openYears : 0
    for year in grid.yearMonths.years where years.contains(year, in: .year) {
      named.years |= 1 << UInt64(year - start)
    }
    // All weekdays where the other parts allow it, which then needs no word.
    named.weekdays = need.weekdays
    var expansion = CubeExpansion(named, in: grid)
    expansion.raiseWeekdays()
    if expansion.cube.weekdays == YearMonths.everyWeekday {
      named.weekdays = expansion.cube.weekdays
    }
    cube = named
    let times = TimeCube(around: named.classes.bitPositions.flatMap { grid.classes[$0].times })
    expression = CubeExpression.expression(named, years, months, days, times, zone)
  }

  /// Days that count from the month's end: those needed, else all that a cube names.
  private static func daysFromEnd(_ needed: UInt32, within days: UInt32) -> ExpressionComponent {
    let list =
      MonthEndComponent(covering: needed, within: days)
      ?? MonthEndComponent(covering: days, within: days)
    return list?.component
      ?? ExpressionComponent(needed.bitPositions.map { $0 + 1 }, of: .dayFromMonthEnd)
  }

  private static func expression(
    _ cube: Cube, _ years: ExpressionComponent, _ months: ExpressionComponent,
    _ days: ExpressionComponent, _ times: TimeCube, _ zone: ExpressionZone
  ) -> CalendarExpression? {
    func line(_ days: ExpressionComponent) -> CalendarExpression? {
      try? CalendarExpression(
        weekdays: WeekdaySet(rawValue: cube.weekdays), years: years, months: months, days: days,
        countsDaysFromEnd: cube.countsDaysFromEnd,
        hours: ExpressionComponent(times.hours.bitPositions, of: .hour),
        minutes: ExpressionComponent(times.minutes.bitPositions, of: .minute),
        seconds: ExpressionComponent(times.seconds.bitPositions, of: .second), zone: zone)
    }
    if cube.countsDaysFromEnd, days == .range(1...7) {
      // As systemd's manual writes the last of a weekday: the seventh last day and all after it.
      return line(ExpressionComponent(elements: [.init(start: 7, step: 1)]))
    }
    // Years before 1970 and after 2199 are none of a line.
    return line(days)
  }
}
