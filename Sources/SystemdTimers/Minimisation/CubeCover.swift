/// A cover: few cubes that give all that a grid asks for and nothing that it forbids.
struct CubeCover {
  /// The cubes.
  private(set) var cubes: [Cube] = []
  /// All cubes that were found on the way.
  private(set) var pool: Set<Cube> = []

  /// The most steps of the search for fewer cubes: some milliseconds.
  private static let maximumSteps = 1_000

  /// The most minterms between which a search for fewer cubes chooses.
  private static let maximumMinterms = 4_096

  /// Covers a grid.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - effort: How much is done for few cubes; what is left then is written out month by month.
  init(_ grid: MintermGrid, _ effort: inout CoverEffort) {
    guard grid.firstUncovered != nil else { return }
    let search = ImplicantSearch(grid)
    let supercube = grid.uncoveredMinterms.reduce(into: Supercube()) {
      $0.formUnion(Supercube($1, in: grid.yearMonths))
    }
    if grid.isTimeCube(supercube.classes), let whole = search.implicant(around: supercube) {
      cubes = [whole]
      return
    }
    choose(grid, search, &effort)
    if cubes.count > 2 { chooseFewer(grid) }
    cubes = CoverSimplification(grid, pool: pool).simplified(
      CubeCover.irredundant(cubes, grid))
  }

  /// Takes an implicant around each of some supercubes that together have all minterms of a grid;
  /// nil where one has none.
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
    cubes = CoverSimplification(grid, pool: pool).simplified(cubes)
  }

  /// The cube with the largest gain around the first minterm that is not covered, again and again.
  private mutating func choose(
    _ grid: MintermGrid, _ search: ImplicantSearch, _ effort: inout CoverEffort
  ) {
    var grid = grid
    while let minterm = grid.firstUncovered, effort.takeSearch() {
      let found = search.implicants(with: minterm)
      var best: (cube: Cube, gain: Int)?
      // In any order: no two cubes are equally good.
      for cube in found {
        let gain = grid.gain(of: cube)
        guard let other = best else {
          best = (cube, gain)
          continue
        }
        if gain > other.gain || (gain == other.gain && CubeCost(cube) < CubeCost(other.cube)) {
          best = (cube, gain)
        }
      }
      pool.formUnion(found)
      // Around each minterm there is at least the cube of its own day.
      guard let best, best.gain > 0 else { break }
      cubes.append(best.cube)
      grid.cover(best.cube)
    }
    if grid.firstUncovered != nil { cubes += grid.monthByMonth() }
  }

  /// Chooses among all cubes that were found.
  private mutating func chooseFewer(_ grid: MintermGrid) {
    let minterms = grid.classes.reduce(0) { sum, timeClass in
      sum + timeClass.onSet.reduce(0) { $0 + $1.nonzeroBitCount }
    }
    guard minterms <= CubeCover.maximumMinterms else { return }
    let candidates = pool.union(cubes).sortedByCost()
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
}
