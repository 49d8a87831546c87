import CivilTime

/// Few calendar expressions that give what is asked for on the wall clock of a zone.
package struct LineCover {
  /// A box with its lines.
  package struct Part {
    /// The lines of the box.
    package let lines: [CalendarExpression]
    /// Whether it gives one instant, and never another.
    package let isSingle: Bool
    /// Whether all that it gives in the window lies where a clock change moves skipped times to.
    package let isAfterGap: Bool
  }

  /// The parts, in the order in which they were found.
  package private(set) var parts: [Part] = []
  /// Whether it is known that no fewer lines do.
  package private(set) var isFewest = true

  /// The most groups of times of a timer, each of which takes a line at least.
  ///
  /// An alarm of every seven seconds has 343, and a thousand lines for two months.
  private static let maximumGroups = 256

  /// The last year that a line can name.
  private static let lastYear = CalendarField.year.range.upperBound

  /// All lines, in the order in which their parts were found.
  package var lines: [CalendarExpression] { parts.flatMap(\.lines) }

  /// Answers a question; what no line of the zone can name is left out.
  ///
  /// Nil where there are too many times of day that have days of their own.
  package init?(_ question: CoverQuestion, zone: ExpressionZone) {
    let clock = question.wanted.zone
    var year = clock.civil(at: question.window.lowerBound).date.year
    let last = min(
      clock.civil(at: question.window.upperBound).date.year, LineCover.lastYear)
    let moved = LineCover.movedTimes(clock, question.window)
    while year <= last {
      let cells = MonthCells(years: year..<min(last + 1, year + DateBox.maximumYears))
      var groups = question.groups(in: cells)[...]
      guard groups.count <= LineCover.maximumGroups else { return nil }
      var goesOn = true
      while !groups.isEmpty {
        let grid = CoverGrid(Array(groups.prefix(DateBox.maximumGroups)), in: cells)
        groups = groups.dropFirst(DateBox.maximumGroups)
        isFewest = isFewest && groups.isEmpty
        let cover = LineCover.cover(grid, question)
        isFewest = isFewest && cover.isFewest
        for line in LineCover.lines(cover.boxes, cover.grid, zone) {
          parts.append(LineCover.part(line, cover.grid, moved))
          goesOn = goesOn && line.box.hasFuture
        }
      }
      // Lines that go on for ever are right in the next years, too.
      if goesOn, !parts.isEmpty { break }
      year += DateBox.maximumYears
      isFewest = isFewest && year > last
    }
  }

  /// The boxes of a grid, or of the same question with a group for each time of day, where that has
  /// fewer.
  private static func cover(
    _ grid: CoverGrid, _ question: CoverQuestion
  ) -> (boxes: [DateBox], grid: CoverGrid, isFewest: Bool) {
    let cover = BoxCover(grid)
    guard cover.boxes.count > 1 else { return (cover.boxes, grid, true) }
    let finest = question.finest(grid)
    let own = finest ?? grid
    var split = LineSplit(own)
    switch split.lines(fewerThan: cover.boxes.count) {
    case .lines(let hulls):
      let pool = own.groups.count == grid.groups.count ? cover.pool : []
      guard let fewer = BoxCover(around: hulls, in: own, pool: pool) else { break }
      return (fewer.boxes, own, finest != nil)
    case .noFewer: return (cover.boxes, grid, finest != nil)
    case .unknown: break
    }
    return (cover.boxes, grid, false)
  }

  /// The lines of boxes: those that give little first, which leaves to the larger ones what both
  /// give.
  private static func lines(
    _ boxes: [DateBox], _ grid: CoverGrid, _ zone: ExpressionZone
  ) -> [BoxLine] {
    var written = boxes.map { (box: $0, gain: grid.gain(of: $0)) }
      .sorted { $0.gain < $1.gain }.map(\.box)[...]
    var lines: [BoxLine] = []
    while let box = written.popFirst() {
      if let line = BoxLine(box, beside: lines.map(\.box) + written, in: grid, zone: zone) {
        lines.append(line)
      }
    }
    return lines
  }

  private static func part(
    _ line: BoxLine, _ grid: CoverGrid, _ moved: [Range<CivilDateTime>]
  ) -> Part {
    let points = grid.uncovered(in: line.box)
    let times = line.box.groups.bitPositions.flatMap { grid.groups[$0].times }
    let isAfterGap =
      !moved.isEmpty
      && points.allSatisfy { point in
        let day = grid.cells.firstDay(of: point.cell) + point.day
        return grid.groups[point.group].times.allSatisfy { time in
          let civil = CivilDateTime(dayNumber: day, secondOfDay: time)
          return moved.contains { $0.contains(civil) }
        }
      }
    return Part(
      lines: line.lines,
      isSingle: points.count == 1 && times.count == 1 && !line.box.hasFuture,
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

extension CalendarExpression {
  /// Whether years are left open.
  var goesOn: Bool {
    years.elements.isEmpty || years.elements.contains { $0.step > 0 && $0.stop == nil }
  }
}
