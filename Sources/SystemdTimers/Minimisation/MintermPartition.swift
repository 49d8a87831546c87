import CivilTime

/// Splits the minterms of a grid into the fewest blocks that one line each can give.
///
/// A search by backtracking that places first what has the fewest places (Knuth, "The Art of
/// Computer Programming", 7.2.2). A line that gives some minterms names at least their supercube,
/// and with one more minterm it names no less. So minterms that no line gives together are given
/// together by none that gives others, too, and most branches end after few minterms. It asks no
/// other search what it found.
struct MintermPartition {
  private let grid: MintermGrid
  /// The supercubes of the minterms.
  private let minterms: [Supercube]
  /// By set of classes, the classes whose times one line names with theirs; nil where it would name
  /// other times, too.
  private var products: [UInt64: UInt64?] = [:]
  /// By set of classes, what is forbidden at one of their times.
  private var offSet: [UInt64: [UInt32]] = [:]
  /// Whether days from the month's end are a component within others, by both.
  private var monthEndComponents: [UInt64: Bool] = [:]
  private let classesByTime: [TimeOfDay: Int]
  /// How many more months and minterms are looked at.
  private var steps: Int

  /// The most months and minterms that are looked at for one timer: some 5 milliseconds.
  ///
  /// Where the search ends before, its blocks are the fewest. So it does for 16 dates without any
  /// pattern, and for up to 130 dates that three lines give: of 100 random sets of each, none asked
  /// for more than a third of it. From some 30 dates without a pattern on many ask for more, and so
  /// do daily series with holes.
  static let maximumSteps = 100_000

  /// What the search for a component of days from the month's end counts as.
  private static let stepsOfMonthEnd = 32

  /// Prepares the search.
  init(_ grid: MintermGrid, steps: Int = MintermPartition.maximumSteps) {
    self.grid = grid
    self.steps = steps
    minterms = grid.uncoveredMinterms.map { Supercube($0, in: grid.yearMonths) }
    classesByTime = Dictionary(
      uniqueKeysWithValues: grid.classes.enumerated().flatMap { index, timeClass in
        timeClass.times.map { ($0, index) }
      })
  }

  /// What is known of the fewest blocks.
  enum FewestBlocks {
    /// The supercube of each block, with all classes whose times its line names.
    case blocks([Supercube])
    /// There are no fewer than those that are known.
    case noFewer
    /// The search was given up.
    case unknown
  }

  /// Finds the fewest blocks, where there are fewer than some that are known.
  mutating func blocks(fewerThan count: Int) -> FewestBlocks {
    // Blocks are bits.
    guard count <= UInt64.bitWidth else { return .unknown }
    // Few minterms that are hard to place together say more than all of them, and sooner.
    var hard: [Supercube] = []
    for limit in 1..<max(1, count) {
      while var blocks = search(State(hard.map { ($0, 0) }), limit) {
        guard let minterm = place(minterms, in: &blocks, limit) else {
          for block in blocks.indices {
            blocks[block].nameClasses(product(blocks[block].classes) ?? 0)
          }
          return .blocks(blocks)
        }
        hard.append(minterm)
      }
      guard steps > 0 else { return .unknown }
    }
    return .noFewer
  }

  /// Places minterms in blocks as they come, and returns the first that finds no place.
  private mutating func place(
    _ minterms: [Supercube], in blocks: inout [Supercube], _ limit: Int
  ) -> Supercube? {
    for minterm in minterms where !blocks.contains(where: { $0.union(minterm) == $0 }) {
      steps -= 1
      if let block = blocks.indices.first(where: { isImplicant(blocks[$0].union(minterm)) }) {
        blocks[block].formUnion(minterm)
      } else if blocks.count < limit {
        blocks.append(minterm)
      } else {
        return minterm
      }
    }
    return nil
  }

  /// Some blocks, and the minterms that are in none yet.
  private struct State {
    var blocks: [Supercube] = []
    /// The minterms, and one bit for each block that they could join.
    var rest: [(minterm: Supercube, blocks: UInt64)]

    init(_ rest: [(minterm: Supercube, blocks: UInt64)]) { self.rest = rest }
  }

  private mutating func search(_ state: State, _ limit: Int) -> [Supercube]? {
    // The minterm that is hardest to place.
    guard
      let hardest = state.rest.indices.min(by: {
        state.rest[$0].blocks.nonzeroBitCount < state.rest[$1].blocks.nonzeroBitCount
      })
    else { return state.blocks }
    let (minterm, options) = state.rest[hardest]
    for block in options.bitPositions {
      let supercube = state.blocks[block].union(minterm)
      if let blocks = place(supercube, in: block, state, limit) { return blocks }
    }
    guard state.blocks.count < limit else { return nil }
    return place(minterm, in: state.blocks.count, state, limit)
  }

  /// Goes on with a block that has grown to a supercube, or a new one.
  private mutating func place(
    _ supercube: Supercube, in block: Int, _ state: State, _ limit: Int
  ) -> [Supercube]? {
    let isNew = block == state.blocks.count
    let bit: UInt64 = 1 << UInt64(block)
    var next = State([])
    next.blocks = state.blocks
    if isNew { next.blocks.append(supercube) } else { next.blocks[block] = supercube }
    next.rest.reserveCapacity(state.rest.count)
    for (minterm, options) in state.rest {
      steps -= 1
      var options = options
      if isNew || options & bit != 0 {
        let union = supercube.union(minterm)
        // Its line names it already.
        if union == supercube { continue }
        if isImplicant(union) { options |= bit } else { options &= ~bit }
      }
      guard options != 0 || next.blocks.count < limit, steps > 0 else { return nil }
      next.rest.append((minterm, options))
    }
    return search(next, limit)
  }
}

extension MintermPartition {
  /// Whether one line names a supercube and nothing that is forbidden.
  private mutating func isImplicant(_ supercube: Supercube) -> Bool {
    guard let classes = product(supercube.classes) else { return false }
    let offSet = offSet(classes)
    var bad: UInt32 = 0
    var badFromEnd = ~Cube.everyDayFromEnd
    for year in supercube.years.bitPositions {
      for month in supercube.months.bitPositions {
        let yearMonth = year * 12 + month
        steps -= 1
        let days = offSet[yearMonth] & grid.yearMonths.days(of: yearMonth, on: supercube.weekdays)
        guard days != 0 else { continue }
        bad |= days
        badFromEnd |= grid.yearMonths.reversed(days, in: yearMonth)
        if bad & supercube.days != 0 && badFromEnd & supercube.daysFromEnd != 0 { return false }
      }
    }
    return bad & supercube.days == 0
      || isMonthEndComponent(supercube.daysFromEnd, within: ~badFromEnd)
  }

  private mutating func isMonthEndComponent(_ days: UInt32, within allowed: UInt32) -> Bool {
    guard days & ~allowed == 0 else { return false }
    let key = UInt64(days) << 32 | UInt64(allowed)
    if let known = monthEndComponents[key] { return known }
    steps -= MintermPartition.stepsOfMonthEnd
    let isMonthEndComponent = MonthEndComponent.exists(covering: days, within: allowed)
    monthEndComponents[key] = isMonthEndComponent
    return isMonthEndComponent
  }

  /// The classes whose times a line names that names those of some.
  private mutating func product(_ classes: UInt64) -> UInt64? {
    if classes.nonzeroBitCount == 1 { return classes }
    if let known = products[classes] { return known }
    var product: UInt64? = 0
    for time in TimeCube(around: classes.bitPositions.flatMap { grid.classes[$0].times }).times {
      guard let timeClass = classesByTime[time] else {
        product = nil
        break
      }
      product = product.map { $0 | 1 << UInt64(timeClass) }
    }
    products[classes] = product
    return product
  }

  private mutating func offSet(_ classes: UInt64) -> [UInt32] {
    if classes.nonzeroBitCount == 1 { return grid.classes[classes.trailingZeroBitCount].offSet }
    if let known = offSet[classes] { return known }
    var union = [UInt32](repeating: 0, count: grid.yearMonths.count)
    for timeClass in classes.bitPositions {
      for yearMonth in union.indices {
        union[yearMonth] |= grid.classes[timeClass].offSet[yearMonth]
      }
    }
    offSet[classes] = union
    return union
  }
}
