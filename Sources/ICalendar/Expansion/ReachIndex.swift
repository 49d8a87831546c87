import CivilTime

/// Finds which of many ranges meet another one, without looking at all of them.
///
/// A tree in an array: the ranges by where they begin, halved again and again, with the latest end
/// of each half.
struct ReachIndex: Sendable {
  /// A range, and what it belongs to.
  struct Reach: Sendable {
    /// The number of what reaches so far.
    let number: Int
    /// How far it reaches.
    let instants: ClosedRange<Instant>
  }

  private let reaches: [Reach]
  /// For the middle of each half, the latest end in it.
  private var latest: [Instant]

  /// Makes an index.
  ///
  /// - Parameter reaches: The ranges, in any order.
  init(_ reaches: [Reach]) {
    self.reaches = reaches.sorted { $0.instants.lowerBound < $1.instants.lowerBound }
    latest = self.reaches.map(\.instants.upperBound)
    _ = noteLatest(in: self.reaches.indices)
  }

  private mutating func noteLatest(in half: Range<Int>) -> Instant? {
    guard !half.isEmpty else { return nil }
    let middle = half.lowerBound + half.count / 2
    let others = [
      noteLatest(in: half.lowerBound..<middle), noteLatest(in: middle + 1..<half.upperBound),
    ]
    latest[middle] = max(latest[middle], others.compactMap { $0 }.max() ?? latest[middle])
    return latest[middle]
  }

  /// The numbers of what reaches into a range, ascending.
  func numbers(in range: Range<Instant>) -> [Int] {
    var numbers: [Int] = []
    append(to: &numbers, reaching: range, in: reaches.indices)
    numbers.sort()
    return numbers
  }

  private func append(
    to numbers: inout [Int], reaching range: Range<Instant>, in half: Range<Int>
  ) {
    guard !half.isEmpty else { return }
    let middle = half.lowerBound + half.count / 2
    guard latest[middle] >= range.lowerBound else { return }
    append(to: &numbers, reaching: range, in: half.lowerBound..<middle)
    guard reaches[middle].instants.lowerBound < range.upperBound else { return }
    if reaches[middle].instants.upperBound >= range.lowerBound {
      numbers.append(reaches[middle].number)
    }
    append(to: &numbers, reaching: range, in: middle + 1..<half.upperBound)
  }
}
