internal import CivilTime

extension Zone {
  /// Whether another zone has the same offset at every instant of a range.
  func agrees(with other: Zone, in range: Range<Instant>) -> Bool {
    disagreement(with: other, in: range, isEnough: { _ in true }) == nil
  }

  /// The longest stretch of different offsets that is taken for an inaccuracy: one day.
  ///
  /// Writers often give a clock change an hour early or late; the wrong week is another zone.
  static let inaccuracy = 86_400

  /// Whether another zone's offsets differ for longer than an inaccuracy of the writer's.
  func contradicts(_ other: Zone, in range: Range<Instant>) -> Bool {
    disagreement(with: other, in: range, isEnough: { $0 >= Zone.inaccuracy }) != nil
  }

  /// The offset after all transitions.
  var lastOffset: Int { offset(afterTransitions: transitions.count) }

  /// The first long enough stretch of a range in which two zones have different offsets.
  private func disagreement(
    with other: Zone, in range: Range<Instant>, isEnough: (Int) -> Bool
  ) -> Instant? {
    guard !range.isEmpty else { return nil }
    let changes =
      transitions(in: range).map(\.instant) + other.transitions(in: range).map(\.instant)
    let starts = Set([range.lowerBound] + changes).sorted()
    for (start, end) in zip(starts, starts.dropFirst() + [range.upperBound])
    where offset(at: start) != other.offset(at: start) && isEnough(end - start) {
      return start
    }
    return nil
  }
}
