/// Splits the minterms of a grid among the fewest lines, by going through the ways to do so.
///
/// A line that gives some minterms names at least the smallest product around them, and with one more
/// minterm it names no less. So minterms that no line gives together are given together by none that
/// gives others, too, and most ways end after few minterms. It asks no other search what it found.
struct LineSplit {
  private let grid: MintermGrid
  /// The supercubes of the minterms.
  private let minterms: [Supercube]
  /// By set of classes, the classes whose times one line names with theirs; nil where it would name
  /// other times, too.
  private var products: [UInt64: UInt64?] = [:]
  /// By set of classes, what is forbidden at one of their times.
  private var offSet: [UInt64: [UInt32]] = [:]
  /// Whether days are a list within others, by both.
  private var lists: [UInt64: Bool] = [:]
  private let classesByTime: [Int: Int]
  /// How many more months are looked at.
  private var looks: Int

  /// The most months and minterms that are looked at for one timer: some 5 milliseconds.
  ///
  /// Where the search ends before, its lines are the fewest. So it does for 16 dates without any
  /// pattern, and for up to 130 dates that three lines give: of 100 random sets of each, none asked
  /// for more than a third of it. From some 30 dates without a pattern on many ask for more, and so
  /// do daily series with holes.
  static let maximumLooks = 100_000

  /// What looking for a list of days from the month's end counts as.
  private static let looksOfList = 32

  /// Prepares the search.
  init(_ grid: MintermGrid, looks: Int = LineSplit.maximumLooks) {
    self.grid = grid
    self.looks = looks
    minterms = grid.uncoveredMinterms.map { Supercube($0, in: grid.yearMonths) }
    classesByTime = Dictionary(
      uniqueKeysWithValues: grid.classes.enumerated().flatMap { index, timeClass in
        timeClass.times.map { ($0, index) }
      })
  }

  /// What is known of the fewest lines.
  enum Answer {
    /// The minterms of each line, with all classes whose times it names.
    case lines([Supercube])
    /// There are no fewer than those that are known.
    case noFewer
    /// The search was given up.
    case unknown
  }

  /// Finds the fewest lines, where there are fewer than some that are known.
  mutating func lines(fewerThan count: Int) -> Answer {
    // Lines are bits.
    guard count <= UInt64.bitWidth else { return .unknown }
    // Few minterms that are hard to place together say more than all of them, and sooner.
    var hard: [Supercube] = []
    for limit in 1..<max(1, count) {
      while var lines = search(Way(hard.map { ($0, 0) }), limit) {
        guard let minterm = place(minterms, on: &lines, limit) else {
          for line in lines.indices {
            lines[line].nameClasses(product(lines[line].classes) ?? 0)
          }
          return .lines(lines)
        }
        hard.append(minterm)
      }
      guard looks > 0 else { return .unknown }
    }
    return .noFewer
  }

  /// Places minterms on lines as they come, and returns the first that finds no place.
  private mutating func place(
    _ minterms: [Supercube], on lines: inout [Supercube], _ limit: Int
  ) -> Supercube? {
    for minterm in minterms where !lines.contains(where: { $0.union(minterm) == $0 }) {
      looks -= 1
      if let line = lines.indices.first(where: { isImplicant(lines[$0].union(minterm)) }) {
        lines[line].formUnion(minterm)
      } else if lines.count < limit {
        lines.append(minterm)
      } else {
        return minterm
      }
    }
    return nil
  }

  /// Some lines with minterms, and the minterms that have none yet.
  private struct Way {
    var lines: [Supercube] = []
    /// The minterms, and one bit for each line that could give them with its own.
    var rest: [(minterm: Supercube, lines: UInt64)]

    init(_ rest: [(minterm: Supercube, lines: UInt64)]) { self.rest = rest }
  }

  private mutating func search(_ way: Way, _ limit: Int) -> [Supercube]? {
    // The minterm that is hardest to place.
    guard
      let hardest = way.rest.indices.min(by: {
        way.rest[$0].lines.nonzeroBitCount < way.rest[$1].lines.nonzeroBitCount
      })
    else { return way.lines }
    let (minterm, options) = way.rest[hardest]
    for line in options.bitPositions {
      let supercube = way.lines[line].union(minterm)
      if let lines = place(supercube, on: line, way, limit) { return lines }
    }
    guard way.lines.count < limit else { return nil }
    return place(minterm, on: way.lines.count, way, limit)
  }

  /// Goes on with a line that has grown to a supercube, or a new one.
  private mutating func place(
    _ supercube: Supercube, on line: Int, _ way: Way, _ limit: Int
  ) -> [Supercube]? {
    let isNew = line == way.lines.count
    let bit: UInt64 = 1 << UInt64(line)
    var next = Way([])
    next.lines = way.lines
    if isNew { next.lines.append(supercube) } else { next.lines[line] = supercube }
    next.rest.reserveCapacity(way.rest.count)
    for (minterm, options) in way.rest {
      looks -= 1
      var options = options
      if isNew || options & bit != 0 {
        let union = supercube.union(minterm)
        // The line names it already.
        if union == supercube { continue }
        if isImplicant(union) { options |= bit } else { options &= ~bit }
      }
      guard options != 0 || next.lines.count < limit, looks > 0 else { return nil }
      next.rest.append((minterm, options))
    }
    return search(next, limit)
  }
}

extension LineSplit {
  /// Whether one line names a supercube and nothing that is forbidden.
  private mutating func isImplicant(_ supercube: Supercube) -> Bool {
    guard let classes = product(supercube.classes) else { return false }
    let offSet = offSet(classes)
    var bad: UInt32 = 0
    var badFromEnd = ~Cube.everyDayFromEnd
    for year in supercube.years.bitPositions {
      for month in supercube.months.bitPositions {
        let yearMonth = year * 12 + month
        looks -= 1
        let days = offSet[yearMonth] & grid.yearMonths.days(of: yearMonth, on: supercube.weekdays)
        guard days != 0 else { continue }
        bad |= days
        badFromEnd |= grid.yearMonths.reversed(days, in: yearMonth)
        if bad & supercube.days != 0 && badFromEnd & supercube.daysFromEnd != 0 { return false }
      }
    }
    return bad & supercube.days == 0 || isList(supercube.daysFromEnd, within: ~badFromEnd)
  }

  private mutating func isList(_ days: UInt32, within allowed: UInt32) -> Bool {
    guard days & ~allowed == 0 else { return false }
    let key = UInt64(days) << 32 | UInt64(allowed)
    if let known = lists[key] { return known }
    looks -= LineSplit.looksOfList
    let isList = MonthEndList.exists(covering: days, within: allowed)
    lists[key] = isList
    return isList
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
