/// How badly a cube reads, to choose among cubes that give equally much; no two cost the same.
///
/// A cube that goes on for ever is the cheapest, then one that names few things.
struct CubeCost: Comparable {
  /// What speaks against the cube, the heaviest first.
  private let terms: [Int]

  /// The cost of a cube.
  init(_ cube: Cube) {
    let isEveryDay = !cube.countsDaysFromEnd && cube.days == YearMonths.everyDay
    terms = [
      cube.isOpen ? 0 : 1, cube.countsDaysFromEnd ? 1 : 0,
      cube.weekdays == YearMonths.everyWeekday ? 0 : 1, isEveryDay ? 0 : cube.days.elementCount,
      cube.months == Cube.everyMonth ? 0 : UInt32(cube.months).elementCount,
      -cube.years.nonzeroBitCount, -cube.days.nonzeroBitCount, Int(cube.days), Int(cube.months),
      Int(cube.weekdays), Int(truncatingIfNeeded: cube.years),
      Int(truncatingIfNeeded: cube.classes),
    ]
  }

  static func < (left: CubeCost, right: CubeCost) -> Bool {
    left.terms.lexicographicallyPrecedes(right.terms)
  }
}

extension Set<Cube> {
  /// The cubes, the cheapest first.
  func sortedByCost() -> [Cube] {
    map { (cube: $0, cost: CubeCost($0)) }.sorted { $0.cost < $1.cost }.map(\.cube)
  }
}

extension UInt32 {
  /// The number of runs of bits; one where all follow each other at one step.
  var elementCount: Int {
    let runs = (self & ~(self << 1)).nonzeroBitCount
    guard runs > 2 else { return runs }
    let rest = self & (self &- 1)
    let step = rest.trailingZeroBitCount - trailingZeroBitCount
    // Moved by a step, only the first one is left over.
    return (self & ~(self << UInt32(step))).nonzeroBitCount == 1 ? 1 : runs
  }
}
