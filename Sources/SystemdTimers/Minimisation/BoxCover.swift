/// Few boxes that give all that a grid asks for and nothing that it forbids.
struct BoxCover {
  /// The boxes.
  private(set) var boxes: [DateBox] = []
  /// All boxes that were found on the way.
  private(set) var pool: Set<DateBox> = []

  /// The most points around which boxes are searched.
  ///
  /// Dates without any pattern need a box each, and searching around each takes 0.2 ms. What is left
  /// is written out month by month.
  private static let maximumSearches = 256

  /// The most steps of the search for fewer boxes: some milliseconds.
  private static let maximumSteps = 1_000

  /// The most points between which a search for fewer boxes chooses.
  private static let maximumPoints = 4_096

  /// Covers a grid.
  init(_ grid: CoverGrid) {
    guard grid.firstUncovered != nil else { return }
    let search = BoxSearch(grid)
    let hull = grid.uncoveredPoints.reduce(into: PointHull()) {
      $0.formUnion(PointHull($1, in: grid.cells))
    }
    if grid.isProduct(hull.groups), let whole = search.box(around: hull) {
      boxes = [whole]
      return
    }
    choose(grid, search)
    if boxes.count > 2 { chooseFewer(grid) }
    boxes = BoxCover.withoutNeedless(boxes, grid)
    polish(grid)
  }

  /// Takes a box around each of some hulls that together have all points of a grid; nil where one
  /// has none.
  ///
  /// - Parameters:
  ///   - hulls: The hulls.
  ///   - grid: The grid.
  ///   - pool: Boxes that may stand in their place where they read better.
  init?(around hulls: [PointHull], in grid: CoverGrid, pool: Set<DateBox>) {
    let search = BoxSearch(grid)
    boxes = hulls.compactMap { search.box(around: $0) }
    guard boxes.count == hulls.count else { return nil }
    self.pool = pool
    polish(grid)
  }

  private mutating func polish(_ grid: CoverGrid) {
    guard boxes.count <= BoxCover.maximumExchanges else { return }
    preferPlain(grid)
    exchange(grid)
  }

  /// The most boxes for which others are looked for that read better.
  private static let maximumExchanges = 16

  /// The most boxes that are written out for each, those first that promise to read well.
  private static let maximumTries = 6

  /// Takes boxes whose days are one range or one step, where no more of them do and they are shorter
  /// to write.
  private mutating func preferPlain(_ grid: CoverGrid) {
    let candidates = grid.preferred(pool.filter { CoverGrid.elements($0.days) == 1 })
    var rest = grid
    var plain: [DateBox] = []
    while rest.firstUncovered != nil {
      var best: (box: DateBox, gain: Int)?
      for box in candidates {
        let gain = rest.gain(of: box)
        if gain > best?.gain ?? 0 { best = (box, gain) }
      }
      guard let best, plain.count < boxes.count else { return }
      plain.append(best.box)
      rest.cover(best.box)
    }
    func length(_ boxes: [DateBox]) -> Int {
      boxes.reduce(0) { $0 + grid.textLength(of: $1, beside: []) }
    }
    let gains = [boxes, plain].map { boxes in boxes.count { $0.hasFuture } }
    if plain.count < boxes.count || (gains[1] >= gains[0] && length(plain) < length(boxes)) {
      boxes = plain
    }
  }

  /// Puts in the place of each box the one that reads best of those that give what it alone gives.
  ///
  /// One that gives more after the window is better than one that reads better.
  private mutating func exchange(_ grid: CoverGrid) {
    let candidates = grid.preferred(pool)
    for index in boxes.indices {
      var others = boxes
      others.remove(at: index)
      var rest = grid
      for other in others { rest.cover(other) }
      let needed = rest.gain(of: boxes[index])
      var best = boxes[index]
      var (gain, length) = (
        grid.futureGain(of: best, beside: others), grid.textLength(of: best, beside: others)
      )
      var tries = BoxCover.maximumTries
      for box in candidates where rest.gain(of: box) == needed {
        tries -= 1
        guard tries > 0 else { break }
        let ownGain = grid.futureGain(of: box, beside: others)
        guard ownGain >= gain else { continue }
        let ownLength = grid.textLength(of: box, beside: others)
        if ownGain > gain || ownLength < length { (best, gain, length) = (box, ownGain, ownLength) }
      }
      boxes[index] = best
    }
  }

  /// The box with the largest gain around the first point that is not covered, again and again.
  private mutating func choose(_ grid: CoverGrid, _ search: BoxSearch) {
    var grid = grid
    for _ in 0..<BoxCover.maximumSearches {
      guard let point = grid.firstUncovered else { return }
      let found = search.boxes(with: point)
      var best: (box: DateBox, gain: Int)?
      // In any order: no two boxes are equally good.
      for box in found {
        let gain = grid.gain(of: box)
        guard let other = best else {
          best = (box, gain)
          continue
        }
        if gain > other.gain || (gain == other.gain && grid.prefers(box, to: other.box)) {
          best = (box, gain)
        }
      }
      pool.formUnion(found)
      // Around each point there is at least the box of its own day.
      guard let best, best.gain > 0 else { break }
      boxes.append(best.box)
      grid.cover(best.box)
    }
    boxes += grid.monthByMonth()
  }

  /// Chooses among all boxes that were found.
  private mutating func chooseFewer(_ grid: CoverGrid) {
    let points = grid.groups.reduce(0) { sum, group in
      sum + group.required.reduce(0) { $0 + $1.nonzeroBitCount }
    }
    guard points <= BoxCover.maximumPoints else { return }
    let candidates = grid.preferred(pool.union(boxes))
    // Points by group, cell and day, numbered as they come.
    var numbers = [Int](repeating: -1, count: grid.groups.count * grid.cells.count * 32)
    var count = 0
    let members = candidates.map { box in
      grid.uncovered(in: box).map { point in
        let place = (point.group * grid.cells.count + point.cell) * 32 + point.day
        if numbers[place] < 0 {
          numbers[place] = count
          count += 1
        }
        return numbers[place]
      }
    }
    let indices = Dictionary(
      uniqueKeysWithValues: candidates.enumerated().map { ($0.element, $0.offset) })
    let fewest = FewestSets(
      members, elementCount: count, choice: boxes.compactMap { indices[$0] },
      nodeLimit: BoxCover.maximumSteps)
    boxes = fewest.choice.map { candidates[$0] }
  }

  /// The boxes but for those whose points others give, too.
  private static func withoutNeedless(_ boxes: [DateBox], _ grid: CoverGrid) -> [DateBox] {
    guard boxes.count > 1 else { return boxes }
    let points = boxes.map { grid.uncovered(in: $0) }
    var counts: [CoverGrid.Point: Int] = [:]
    for point in points.joined() { counts[point, default: 0] += 1 }
    var kept: [DateBox] = []
    for (box, own) in zip(boxes, points).reversed() {
      if own.allSatisfy({ (counts[$0] ?? 0) > 1 }) {
        for point in own { counts[point, default: 0] -= 1 }
      } else {
        kept.append(box)
      }
    }
    return kept.reversed()
  }
}

extension CoverGrid {
  /// Boxes, those first that read best: that go on for ever, and name few things.
  fileprivate func preferred(_ boxes: Set<DateBox>) -> [DateBox] {
    boxes.map { (box: $0, badness: badness($0)) }
      .sorted { $0.badness.lexicographicallyPrecedes($1.badness) }.map(\.box)
  }

  /// Whether a box reads better than another with the same gain.
  fileprivate func prefers(_ box: DateBox, to other: DateBox) -> Bool {
    if box.hasFuture != other.hasFuture { return box.hasFuture }
    return badness(box).lexicographicallyPrecedes(badness(other))
  }

  /// What speaks against a box, the heaviest first; no two boxes have the same.
  private func badness(_ box: DateBox) -> [Int] {
    let isEveryDay = !box.countsDaysFromEnd && box.days == MonthCells.everyDay
    return [
      box.hasFuture ? 0 : 1, box.countsDaysFromEnd ? 1 : 0,
      box.weekdays == MonthCells.everyWeekday ? 0 : 1,
      isEveryDay ? 0 : CoverGrid.elements(box.days),
      box.months == DateBox.everyMonth ? 0 : CoverGrid.elements(UInt32(box.months)),
      -box.years.nonzeroBitCount, -box.days.nonzeroBitCount, Int(box.days), Int(box.months),
      Int(box.weekdays), Int(truncatingIfNeeded: box.years), Int(truncatingIfNeeded: box.groups),
    ]
  }

  /// The length of a box's lines; counting back from the month's end weighs two letters.
  fileprivate func textLength(of box: DateBox, beside others: [DateBox]) -> Int {
    guard let line = BoxLine(box, beside: others, in: self, zone: .utc) else { return 0 }
    return line.length + (box.countsDaysFromEnd ? 2 : 0)
  }

  /// The number of runs of bits; one where all follow each other at one step.
  fileprivate static func elements(_ bits: UInt32) -> Int {
    let runs = (bits & ~(bits << 1)).nonzeroBitCount
    guard runs > 2 else { return runs }
    let rest = bits & (bits &- 1)
    let step = rest.trailingZeroBitCount - bits.trailingZeroBitCount
    // Moved by a step, only the first one is left over.
    return (bits & ~(bits << UInt32(step))).nonzeroBitCount == 1 ? 1 : runs
  }

  /// What no box gives yet, a box for each month, or for months and years with the same days.
  func monthByMonth() -> [DateBox] {
    struct Key: Hashable {
      let group: Int
      var year = 0
      var months: UInt16 = 0
      let days: UInt32
    }
    var months: [Key: UInt16] = [:]
    for (group, days) in uncovered.enumerated() {
      for (cell, days) in days.enumerated() where days != 0 {
        months[Key(group: group, year: cell / 12, days: days), default: 0] |=
          1 << UInt16(cell % 12)
      }
    }
    var years: [Key: UInt64] = [:]
    for (key, months) in months {
      years[Key(group: key.group, months: months, days: key.days), default: 0] |=
        1 << UInt64(key.year)
    }
    return years.map { key, years in
      DateBox(
        years: years, months: key.months, days: key.days, weekdays: MonthCells.everyWeekday,
        groups: 1 << UInt64(key.group))
    }.sorted {
      ($0.years, $0.months, $0.days, $0.groups) < ($1.years, $1.months, $1.days, $1.groups)
    }
  }
}
