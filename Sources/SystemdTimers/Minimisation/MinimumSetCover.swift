/// A minimum set cover: the fewest of some sets that together have all elements of a universe.
///
/// Branch and bound up to a number of steps: on the element that is in the fewest sets (Knuth, "The
/// Art of Computer Programming", 7.2.2.1), with a set of elements no two of which are in one set as
/// the bound (Brayton et al., "Logic Minimization Algorithms for VLSI Synthesis", 1984).
struct MinimumSetCover {
  /// The members of each set, one bit an element, in the order of preference.
  private let sets: [[UInt64]]
  private let elementCount: Int
  /// By element, the sets that have it.
  private let owners: [[Int]]
  private var best: [Int]
  private var steps: Int

  /// Searches for a cover.
  ///
  /// - Parameters:
  ///   - sets: The members of each set, the preferred ones first; all together have every element.
  ///   - elementCount: The number of elements.
  ///   - known: A cover, which others have to beat.
  ///   - stepLimit: The most steps of the search.
  init(_ sets: [[Int]], elementCount: Int, known: [Int], stepLimit: Int) {
    self.elementCount = elementCount
    var owners: [[Int]] = Array(repeating: [], count: elementCount)
    self.sets = sets.enumerated().map { index, members in
      var words = [UInt64](repeating: 0, count: (elementCount + 63) / 64)
      for member in members {
        words[member >> 6] |= 1 << UInt64(member & 63)
        owners[member].append(index)
      }
      return words
    }
    self.owners = owners
    best = known
    steps = stepLimit
    var rest = [UInt64](repeating: .max, count: (elementCount + 63) / 64)
    if elementCount & 63 != 0 { rest[rest.count - 1] = (1 << UInt64(elementCount & 63)) - 1 }
    search(rest, [])
  }

  /// The sets of the cover, as indices.
  var chosen: [Int] { best }

  private mutating func search(_ rest: [UInt64], _ chosen: [Int]) {
    steps -= 1
    guard steps > 0 else { return }
    let count = rest.reduce(0) { $0 + $1.nonzeroBitCount }
    if count == 0 {
      if chosen.count < best.count { best = chosen }
      return
    }
    // At least one more set; and no two of elements that share no set can be had with one.
    guard chosen.count + disjointElements(rest, enough: best.count - chosen.count) < best.count
    else { return }
    var element = -1
    for (index, word) in rest.enumerated() {
      for bit in word.bitPositions {
        let candidate = index << 6 + bit
        if element < 0 || owners[candidate].count < owners[element].count { element = candidate }
      }
    }
    let options = owners[element].map { set in
      (set: set, gain: zip(sets[set], rest).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount })
    }.sorted { ($1.gain, $0.set) < ($0.gain, $1.set) }
    for option in options {
      search(zip(rest, sets[option.set]).map { $0 & ~$1 }, chosen + [option.set])
      guard steps > 0 else { return }
    }
  }

  /// A number of elements no two of which are in one set; `enough` at most.
  private func disjointElements(_ rest: [UInt64], enough: Int) -> Int {
    var used = [UInt64](repeating: 0, count: (sets.count + 63) / 64)
    var count = 0
    for (index, word) in rest.enumerated() {
      for bit in word.bitPositions {
        let own = owners[index << 6 + bit]
        guard own.allSatisfy({ used[$0 >> 6] >> UInt64($0 & 63) & 1 == 0 }) else { continue }
        for set in own { used[set >> 6] |= 1 << UInt64(set & 63) }
        count += 1
        if count >= enough { return count }
      }
    }
    return count
  }
}
