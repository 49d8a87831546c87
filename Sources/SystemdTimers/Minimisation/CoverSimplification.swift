/// Puts cubes into a cover that read better, and no more of them.
///
/// Like the step MAKE_SPARSE of espresso (Brayton et al., "Logic Minimization Algorithms for VLSI
/// Synthesis", 1984), which makes a cover shorter to write once no fewer cubes are found.
struct CoverSimplification {
  private let grid: MintermGrid
  private let pool: Set<Cube>

  /// The most cubes for which others are looked for that read better.
  private static let maximumCubes = 16

  /// The most cubes that are written out for each, those first that promise to read well.
  private static let maximumTries = 6

  /// Makes a simplification.
  ///
  /// - Parameters:
  ///   - grid: What is covered.
  ///   - pool: The implicants that may be taken.
  init(_ grid: MintermGrid, pool: Set<Cube>) {
    self.grid = grid
    self.pool = pool
  }

  /// A cover that reads better, of no more cubes.
  func simplified(_ cubes: [Cube]) -> [Cube] {
    guard cubes.count <= CoverSimplification.maximumCubes else { return cubes }
    return exchanging(preferringPlain(cubes))
  }

  /// Takes cubes whose days are one range or one step, where no more of them do and they are
  /// shorter to write.
  private func preferringPlain(_ cubes: [Cube]) -> [Cube] {
    let candidates = pool.filter { $0.days.elementCount == 1 }.sortedByCost()
    var rest = grid
    var plain: [Cube] = []
    while rest.firstUncovered != nil {
      var best: (cube: Cube, gain: Int)?
      for cube in candidates {
        let gain = rest.gain(of: cube)
        if gain > best?.gain ?? 0 { best = (cube, gain) }
      }
      guard let best, plain.count < cubes.count else { return cubes }
      plain.append(best.cube)
      rest.cover(best.cube)
    }
    func length(_ cubes: [Cube]) -> Int {
      cubes.reduce(0) { $0 + writtenLength(of: $1, beside: []) }
    }
    let gains = [cubes, plain].map { cubes in cubes.count { $0.isOpen } }
    let isBetter =
      plain.count < cubes.count || (gains[1] >= gains[0] && length(plain) < length(cubes))
    return isBetter ? plain : cubes
  }

  /// Puts in the place of each cube the one that reads best of those that give what it alone gives.
  ///
  /// One that gives more after the window is better than one that reads better.
  private func exchanging(_ cubes: [Cube]) -> [Cube] {
    var cubes = cubes
    let candidates = pool.sortedByCost()
    for index in cubes.indices {
      var others = cubes
      others.remove(at: index)
      var rest = grid
      for other in others { rest.cover(other) }
      let needed = rest.gain(of: cubes[index])
      var best = cubes[index]
      var (gain, length) = (
        grid.openGain(of: best, beside: others), writtenLength(of: best, beside: others)
      )
      var tries = CoverSimplification.maximumTries
      for cube in candidates where rest.gain(of: cube) == needed {
        tries -= 1
        guard tries > 0 else { break }
        let ownGain = grid.openGain(of: cube, beside: others)
        guard ownGain >= gain else { continue }
        let ownLength = writtenLength(of: cube, beside: others)
        if ownGain > gain || ownLength < length {
          (best, gain, length) = (cube, ownGain, ownLength)
        }
      }
      cubes[index] = best
    }
    return cubes
  }

  /// The length of a cube's line; counting back from the month's end weighs two letters.
  private func writtenLength(of cube: Cube, beside others: [Cube]) -> Int {
    guard let line = CubeExpression(cube, beside: others, in: grid, zone: .utc) else { return 0 }
    return line.length + (cube.countsDaysFromEnd ? 2 : 0)
  }
}
