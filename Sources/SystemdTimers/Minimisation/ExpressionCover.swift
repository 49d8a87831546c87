import CivilTime

/// A cover by calendar expressions: few that give what is asked for on the wall clock of a zone.
///
/// This is two-level minimisation of a function of many-valued variables (Brayton et al., "Logic
/// Minimization Algorithms for VLSI Synthesis", 1984; Rudell and Sangiovanni-Vincentelli,
/// "Multiple-Valued Minimization for PLA Optimization", 1987): a line is a cube, a timer is a sum
/// of cubes. The ``ElapseSpecification`` becomes a ``MintermGrid``; a ``CubeCover`` chooses among
/// implicants; a ``MintermPartition`` shows that no fewer cubes do, or finds them; each cube is
/// reduced and written as a ``CubeExpression``.
package struct ExpressionCover {
  /// A term of the sum: a cube with its line.
  package struct Term {
    /// The line; nil where the cube has no year that systemd knows.
    package let line: CalendarExpression?
    /// Whether it gives one instant, and never another.
    package let isSingle: Bool
    /// Whether all that it gives in the window lies where a clock change moves skipped times to.
    package let isAfterGap: Bool
  }

  /// The terms, in the order in which they were found.
  package private(set) var terms: [Term] = []
  /// Whether it is known that no fewer lines do.
  package private(set) var isFewest = true

  /// The most classes of times of a timer, each of which takes a line at least.
  ///
  /// An alarm of every seven seconds has 343, and a thousand lines for two months.
  private static let maximumClasses = 256

  /// The last year that a line can name.
  private static let lastYear = CalendarField.year.range.upperBound

  /// All lines, in the order in which their terms were found.
  package var lines: [CalendarExpression] { terms.compactMap(\.line) }

  /// Covers what is specified; what no line of the zone can name is left out.
  ///
  /// Nil where there are too many times of day that have days of their own.
  package init?(
    _ specification: ElapseSpecification, zone: ExpressionZone, _ effort: CoverEffort = .most
  ) {
    let clock = specification.wanted.zone
    var effort = effort
    var year = clock.civil(at: specification.window.lowerBound).date.year
    let last = min(
      clock.civil(at: specification.window.upperBound).date.year, ExpressionCover.lastYear)
    let moved = ExpressionCover.movedTimes(clock, specification.window)
    while year <= last {
      let yearMonths = YearMonths(years: year..<min(last + 1, year + Cube.maximumYears))
      guard
        var classes = specification.classes(
          in: yearMonths, limit: ExpressionCover.maximumClasses)?[...]
      else { return nil }
      var isOpen = true
      while !classes.isEmpty {
        let grid = MintermGrid(Array(classes.prefix(Cube.maximumClasses)), in: yearMonths)
        classes = classes.dropFirst(Cube.maximumClasses)
        isFewest = isFewest && classes.isEmpty
        let cover = ExpressionCover.cover(grid, specification, &effort)
        isFewest = isFewest && cover.isFewest
        for line in ExpressionCover.lines(cover.cubes, cover.grid, zone) {
          terms.append(ExpressionCover.term(line, cover.grid, moved))
          isOpen = isOpen && line.cube.isOpen
        }
      }
      // Lines that go on for ever are right in the next years, too.
      if isOpen, !terms.isEmpty { break }
      year += Cube.maximumYears
      isFewest = isFewest && year > last
    }
  }

  /// The cubes of a grid, or of the same specification with a class for each time of day, where
  /// that has fewer.
  private static func cover(
    _ grid: MintermGrid, _ specification: ElapseSpecification, _ effort: inout CoverEffort
  ) -> (cubes: [Cube], grid: MintermGrid, isFewest: Bool) {
    let cover = CubeCover(grid, &effort)
    guard cover.cubes.count > 1 else { return (cover.cubes, grid, true) }
    // What has taken all searches is no pattern that fewer lines could have.
    guard effort.searches > 0 else { return (cover.cubes, grid, false) }
    let finest = specification.finest(grid)
    let own = finest ?? grid
    var partition = MintermPartition(own, steps: effort.steps)
    switch partition.blocks(fewerThan: cover.cubes.count) {
    case .blocks(let supercubes):
      let pool = own.classes.count == grid.classes.count ? cover.pool : []
      guard let fewer = CubeCover(around: supercubes, in: own, pool: pool) else { break }
      return (fewer.cubes, own, finest != nil)
    case .noFewer: return (cover.cubes, grid, finest != nil)
    case .unknown: break
    }
    return (cover.cubes, grid, false)
  }

  /// The lines of cubes: those that give little first, which leaves to the larger ones what both
  /// give.
  private static func lines(
    _ cubes: [Cube], _ grid: MintermGrid, _ zone: ExpressionZone
  ) -> [CubeExpression] {
    var written = cubes.map { (cube: $0, gain: grid.gain(of: $0)) }
      .sorted { $0.gain < $1.gain }.map(\.cube)[...]
    var lines: [CubeExpression] = []
    while let cube = written.popFirst() {
      if let line = CubeExpression(cube, beside: lines.map(\.cube) + written, in: grid, zone: zone)
      {
        lines.append(line)
      }
    }
    return lines
  }

  private static func term(
    _ line: CubeExpression, _ grid: MintermGrid, _ moved: [Range<CivilDateTime>]
  ) -> Term {
    let minterms = grid.uncovered(in: line.cube)
    let times = line.cube.classes.bitPositions.flatMap { grid.classes[$0].times }
    let isAfterGap =
      !moved.isEmpty
      && minterms.allSatisfy { minterm in
        let day = grid.yearMonths.firstDay(of: minterm.yearMonth) + minterm.day
        return grid.classes[minterm.timeClass].times.allSatisfy { time in
          let civil = CivilDateTime(dayNumber: day, time: time)
          return moved.contains { $0.contains(civil) }
        }
      }
    return Term(
      line: line.expression,
      isSingle: minterms.count == 1 && times.count == 1 && !line.cube.isOpen,
      isAfterGap: isAfterGap)
  }

  /// The wall-clock times to which clock changes in a window move what they skip.
  private static func movedTimes(_ zone: Zone, _ window: Range<Instant>) -> [Range<CivilDateTime>] {
    zone.transitions(in: window).filter(\.isGap).map { gap in
      let end = gap.affectedCivil.upperBound
      return end..<end + (gap.offsetAfter - gap.offsetBefore)
    }
  }
}
