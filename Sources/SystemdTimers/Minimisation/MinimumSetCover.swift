import CivilTime

/// A minimum set cover: the fewest of some sets that together have all elements of a universe.
///
/// Branch and bound up to a number of steps: on the element that is in the fewest sets (Knuth, "The
/// Art of Computer Programming", 7.2.2.1), with a set of elements no two of which are in one set as
/// the bound (Brayton et al., "Logic Minimization Algorithms for VLSI Synthesis", 1984).
struct MinimumSetCover {
  /// The elements of each set, in the order of preference.
  private let sets: [BitSet]
  /// By element, the sets that have it.
  private let owners: [[Int]]
  private var best: [Int]
  private var steps: Int

  /// Searches for a cover.
  ///
  /// - Parameters:
  ///   - sets: The elements of each set, the preferred ones first; all together have every element.
  ///   - elementCount: The number of elements.
  ///   - known: A cover, which others have to beat.
  ///   - stepLimit: The most steps of the search.
  init(_ sets: [[Int]], elementCount: Int, known: [Int], stepLimit: Int) {
    var owners: [[Int]] = Array(repeating: [], count: elementCount)
    self.sets = sets.enumerated().map { index, elements in
      var set = BitSet(capacity: elementCount)
      for element in elements {
        set.insert(element)
        owners[element].append(index)
      }
      return set
    }
    self.owners = owners
    best = known
    steps = stepLimit
    search(BitSet(all: elementCount), [])
  }

  /// The sets of the cover, as indices.
  var chosen: [Int] { best }

  private mutating func search(_ rest: BitSet, _ chosen: [Int]) {
    steps -= 1
    guard steps > 0 else { return }
    guard let first = rest.first(from: 0) else {
      if chosen.count < best.count { best = chosen }
      return
    }
    // At least one more set; and no two of elements that share no set can be had with one.
    guard chosen.count + disjointElements(rest, enough: best.count - chosen.count) < best.count
    else { return }
    let element = rest.reduce(first) { owners[$1].count < owners[$0].count ? $1 : $0 }
    let options = owners[element].map { (set: $0, gain: sets[$0].commonCount(with: rest)) }
      .sorted { ($1.gain, $0.set) < ($0.gain, $1.set) }
    for option in options {
      search(rest.subtracting(sets[option.set]), chosen + [option.set])
      guard steps > 0 else { return }
    }
  }

  /// A number of elements no two of which are in one set; `enough` at most.
  private func disjointElements(_ rest: BitSet, enough: Int) -> Int {
    var used = BitSet(capacity: sets.count)
    var count = 0
    for element in rest {
      let own = owners[element]
      guard own.allSatisfy({ !used.contains($0) }) else { continue }
      for set in own { used.insert(set) }
      count += 1
      if count >= enough { return count }
    }
    return count
  }
}
