/// A cover: few cubes that give all that a grid asks for and nothing that it forbids.
struct CubeCover {
  /// The cubes.
  private(set) var cubes: [Cube] = []
  /// All cubes that were found on the way.
  private(set) var pool: Set<Cube> = []

  /// The most minterms around which cubes are searched.
  ///
  /// Dates without any pattern need a cube each, and searching around each takes 0.2 ms. What is left
  /// is written out month by month.
  private static let maximumSearches = 256

  /// The most steps of the search for fewer cubes: some milliseconds.
  private static let maximumSteps = 1_000

  /// The most minterms between which a search for fewer cubes chooses.
  private static let maximumMinterms = 4_096

  /// Covers a grid.
  init(_ grid: MintermGrid) {
    guard grid.firstUncovered != nil else { return }
    let search = ImplicantSearch(grid)
    let supercube = grid.uncoveredMinterms.reduce(into: Supercube()) {
      $0.formUnion(Supercube($1, in: grid.yearMonths))
    }
    if grid.isTimeCube(supercube.classes), let whole = search.implicant(around: supercube) {
      cubes = [whole]
      return
    }
    choose(grid, search)
    if cubes.count > 2 { chooseFewer(grid) }
    cubes = CubeCover.irredundant(cubes, grid)
    polish(grid)
  }

  /// Takes an implicant around each of some supercubes that together have all minterms of a grid; nil
  /// where one has none.
  ///
  /// - Parameters:
  ///   - supercubes: The supercubes.
  ///   - grid: The grid.
  ///   - pool: Cubes that may stand in their place where they read better.
  init?(around supercubes: [Supercube], in grid: MintermGrid, pool: Set<Cube>) {
    let search = ImplicantSearch(grid)
    cubes = supercubes.compactMap { search.implicant(around: $0) }
    guard cubes.count == supercubes.count else { return nil }
    self.pool = pool
    polish(grid)
  }

  private mutating func polish(_ grid: MintermGrid) {
    guard cubes.count <= CubeCover.maximumExchanges else { return }
    preferPlain(grid)
    exchange(grid)
  }

  /// The most cubes for which others are looked for that read better.
  private static let maximumExchanges = 16

  /// The most cubes that are written out for each, those first that promise to read well.
  private static let maximumTries = 6

  /// Takes cubes whose days are one range or one step, where no more of them do and they are shorter
  /// to write.
  private mutating func preferPlain(_ grid: MintermGrid) {
    let candidates = grid.preferred(pool.filter { MintermGrid.elements($0.days) == 1 })
    var rest = grid
    var plain: [Cube] = []
    while rest.firstUncovered != nil {
      var best: (cube: Cube, gain: Int)?
      for cube in candidates {
        let gain = rest.gain(of: cube)
        if gain > best?.gain ?? 0 { best = (cube, gain) }
      }
      guard let best, plain.count < cubes.count else { return }
      plain.append(best.cube)
      rest.cover(best.cube)
    }
    func length(_ cubes: [Cube]) -> Int {
      cubes.reduce(0) { $0 + grid.textLength(of: $1, beside: []) }
    }
    let gains = [cubes, plain].map { cubes in cubes.count { $0.isOpen } }
    if plain.count < cubes.count || (gains[1] >= gains[0] && length(plain) < length(cubes)) {
      cubes = plain
    }
  }

  /// Puts in the place of each cube the one that reads best of those that give what it alone gives.
  ///
  /// One that gives more after the window is better than one that reads better.
  private mutating func exchange(_ grid: MintermGrid) {
    let candidates = grid.preferred(pool)
    for index in cubes.indices {
      var others = cubes
      others.remove(at: index)
      var rest = grid
      for other in others { rest.cover(other) }
      let needed = rest.gain(of: cubes[index])
      var best = cubes[index]
      var (gain, length) = (
        grid.openGain(of: best, beside: others), grid.textLength(of: best, beside: others)
      )
      var tries = CubeCover.maximumTries
      for cube in candidates where rest.gain(of: cube) == needed {
        tries -= 1
        guard tries > 0 else { break }
        let ownGain = grid.openGain(of: cube, beside: others)
        guard ownGain >= gain else { continue }
        let ownLength = grid.textLength(of: cube, beside: others)
        if ownGain > gain || ownLength < length {
          (best, gain, length) = (cube, ownGain, ownLength)
        }
      }
      cubes[index] = best
    }
  }

  /// The cube with the largest gain around the first minterm that is not covered, again and again.
  private mutating func choose(_ grid: MintermGrid, _ search: ImplicantSearch) {
    var grid = grid
    for _ in 0..<CubeCover.maximumSearches {
      guard let minterm = grid.firstUncovered else { return }
      let found = search.implicants(with: minterm)
      var best: (cube: Cube, gain: Int)?
      // In any order: no two cubes are equally good.
      for cube in found {
        let gain = grid.gain(of: cube)
        guard let other = best else {
          best = (cube, gain)
          continue
        }
        if gain > other.gain || (gain == other.gain && grid.prefers(cube, to: other.cube)) {
          best = (cube, gain)
        }
      }
      pool.formUnion(found)
      // Around each minterm there is at least the cube of its own day.
      guard let best, best.gain > 0 else { break }
      cubes.append(best.cube)
      grid.cover(best.cube)
    }
    cubes += grid.monthByMonth()
  }

  /// Chooses among all cubes that were found.
  private mutating func chooseFewer(_ grid: MintermGrid) {
    let minterms = grid.classes.reduce(0) { sum, timeClass in
      sum + timeClass.onSet.reduce(0) { $0 + $1.nonzeroBitCount }
    }
    guard minterms <= CubeCover.maximumMinterms else { return }
    let candidates = grid.preferred(pool.union(cubes))
    // Minterms by class, year-month and day, numbered as they come.
    var numbers = [Int](repeating: -1, count: grid.classes.count * grid.yearMonths.count * 32)
    var count = 0
    let members = candidates.map { cube in
      grid.uncovered(in: cube).map { minterm in
        let place =
          (minterm.timeClass * grid.yearMonths.count + minterm.yearMonth) * 32 + minterm.day
        if numbers[place] < 0 {
          numbers[place] = count
          count += 1
        }
        return numbers[place]
      }
    }
    let indices = Dictionary(
      uniqueKeysWithValues: candidates.enumerated().map { ($0.element, $0.offset) })
    let fewest = MinimumSetCover(
      members, elementCount: count, known: cubes.compactMap { indices[$0] },
      stepLimit: CubeCover.maximumSteps)
    cubes = fewest.chosen.map { candidates[$0] }
  }

  /// The cubes but for those whose minterms others give, too: an irredundant cover.
  private static func irredundant(_ cubes: [Cube], _ grid: MintermGrid) -> [Cube] {
    guard cubes.count > 1 else { return cubes }
    let minterms = cubes.map { grid.uncovered(in: $0) }
    var counts: [Minterm: Int] = [:]
    for minterm in minterms.joined() { counts[minterm, default: 0] += 1 }
    var kept: [Cube] = []
    for (cube, own) in zip(cubes, minterms).reversed() {
      if own.allSatisfy({ (counts[$0] ?? 0) > 1 }) {
        for minterm in own { counts[minterm, default: 0] -= 1 }
      } else {
        kept.append(cube)
      }
    }
    return kept.reversed()
  }
}

extension MintermGrid {
  /// Cubes, those first that read best: that go on for ever, and name few things.
  fileprivate func preferred(_ cubes: Set<Cube>) -> [Cube] {
    cubes.map { (cube: $0, badness: badness($0)) }
      .sorted { $0.badness.lexicographicallyPrecedes($1.badness) }.map(\.cube)
  }

  /// Whether a cube reads better than another with the same gain.
  fileprivate func prefers(_ cube: Cube, to other: Cube) -> Bool {
    if cube.isOpen != other.isOpen { return cube.isOpen }
    return badness(cube).lexicographicallyPrecedes(badness(other))
  }

  /// What speaks against a cube, the heaviest first; no two cubes have the same.
  private func badness(_ cube: Cube) -> [Int] {
    let isEveryDay = !cube.countsDaysFromEnd && cube.days == YearMonths.everyDay
    return [
      cube.isOpen ? 0 : 1, cube.countsDaysFromEnd ? 1 : 0,
      cube.weekdays == YearMonths.everyWeekday ? 0 : 1,
      isEveryDay ? 0 : MintermGrid.elements(cube.days),
      cube.months == Cube.everyMonth ? 0 : MintermGrid.elements(UInt32(cube.months)),
      -cube.years.nonzeroBitCount, -cube.days.nonzeroBitCount, Int(cube.days), Int(cube.months),
      Int(cube.weekdays), Int(truncatingIfNeeded: cube.years),
      Int(truncatingIfNeeded: cube.classes),
    ]
  }

  /// The length of a cube's lines; counting back from the month's end weighs two letters.
  fileprivate func textLength(of cube: Cube, beside others: [Cube]) -> Int {
    guard let line = CubeExpression(cube, beside: others, in: self, zone: .utc) else { return 0 }
    return line.length + (cube.countsDaysFromEnd ? 2 : 0)
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

  /// What no cube gives yet, a cube for each month, or for months and years with the same days.
  func monthByMonth() -> [Cube] {
    struct Key: Hashable {
      let timeClass: Int
      var year = 0
      var months: UInt16 = 0
      let days: UInt32
    }
    var months: [Key: UInt16] = [:]
    for (timeClass, days) in uncovered.enumerated() {
      for (yearMonth, days) in days.enumerated() where days != 0 {
        months[Key(timeClass: timeClass, year: yearMonth / 12, days: days), default: 0] |=
          1 << UInt16(yearMonth % 12)
      }
    }
    var years: [Key: UInt64] = [:]
    for (key, months) in months {
      years[Key(timeClass: key.timeClass, months: months, days: key.days), default: 0] |=
        1 << UInt64(key.year)
    }
    return years.map { key, years in
      Cube(
        years: years, months: key.months, days: key.days, weekdays: YearMonths.everyWeekday,
        classes: 1 << UInt64(key.timeClass))
    }.sorted {
      ($0.years, $0.months, $0.days, $0.classes) < ($1.years, $1.months, $1.days, $1.classes)
    }
  }
}
