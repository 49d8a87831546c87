/// BYSETPOS: which members of one interval's set a rule keeps (RFC 5545, 3.3.10).
struct SetPositions: Sendable {
  /// Indices counted from the first member, ascending, from 0.
  private let fromStart: [Int]
  /// Indices counted from behind the last member, ascending, up to -1.
  private let fromEnd: [Int]

  /// Makes the positions of a rule; none keep every member.
  init(_ rule: RecurrenceRule) {
    let positions = Set(rule.setPositions)
    fromStart = positions.filter { $0 > 0 }.map { $0 - 1 }.sorted()
    fromEnd = positions.filter { $0 < 0 }.sorted()
  }

  /// Whether every member is kept.
  var keepsAll: Bool { fromStart.isEmpty && fromEnd.isEmpty }

  /// Whether any member of a set of at most a size can be kept.
  func mayKeep(anyOf mostMembers: Int) -> Bool {
    keepsAll || fromStart.first.map { $0 < mostMembers } ?? false
      || fromEnd.last.map { -$0 <= mostMembers } ?? false
  }

  /// The kept indices of a set of a size, ascending, from 0.
  func indices(ofSetWith count: Int) -> [Int] {
    var indices: [Int] = []
    replace(&indices, byIndicesOfSetWith: count)
    return indices
  }

  /// Makes a list that of the kept indices of a set of a size, ascending, from 0: of each interval of
  /// a rule, so that it keeps its room.
  func replace(_ indices: inout [Int], byIndicesOfSetWith count: Int) {
    indices.removeAll(keepingCapacity: true)
    var first = 0
    for negative in fromEnd where count + negative >= 0 {
      let index = count + negative
      while first < fromStart.count, fromStart[first] < index {
        indices.append(fromStart[first])
        first += 1
      }
      if first < fromStart.count, fromStart[first] == index { first += 1 }
      indices.append(index)
    }
    while first < fromStart.count, fromStart[first] < count {
      indices.append(fromStart[first])
      first += 1
    }
  }
}
