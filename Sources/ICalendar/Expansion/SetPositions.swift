/// BYSETPOS: which members of one interval's set a rule keeps (RFC 5545, 3.3.10).
struct SetPositions: Sendable {
  private let positions: [Int]

  /// Makes the positions of a rule; none keep every member.
  init(_ rule: RecurrenceRule) {
    positions = rule.setPositions
  }

  /// Whether every member is kept.
  var keepsAll: Bool { positions.isEmpty }

  /// Whether any member of a set of at most a size can be kept.
  func mayKeep(anyOf mostMembers: Int) -> Bool {
    keepsAll || positions.contains { abs($0) <= mostMembers }
  }

  /// The kept indices of a set of a size, ascending, from 0.
  func indices(ofSetWith count: Int) -> [Int] {
    let indices = positions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { (0..<count).contains($0) }
    return positions.count > 1 ? Set(indices).sorted() : indices
  }
}
