extension CubeCover {
  /// The cubes but for those whose minterms others give, too: an irredundant cover.
  ///
  /// The step IRREDUNDANT of espresso (Brayton, Hachtel, McMullen and Sangiovanni-Vincentelli,
  /// "Logic Minimization Algorithms for VLSI Synthesis", 1984), greedily: of cubes that could go
  /// for each other, the later ones go.
  static func irredundant(_ cubes: [Cube], _ grid: MintermGrid) -> [Cube] {
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
