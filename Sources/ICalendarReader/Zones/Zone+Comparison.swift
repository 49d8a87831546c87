internal import CivilTime

extension Zone {
  /// Whether another zone has the same offset at every instant of a range.
  func agrees(with other: Zone, in range: Range<Instant>) -> Bool {
    differences(from: other, in: range).first { _ in true } == nil
  }

  /// The longest stretch of different offsets that is taken for an inaccuracy: one day.
  ///
  /// Writers often give a clock change an hour early or late; the wrong week is another zone.
  static let inaccuracy = 86_400

  /// The offset after all transitions.
  var lastOffset: Int { offset(afterTransitions: transitions.count) }

  /// The stretches of a range in which two zones have different offsets, without transitions inside.
  func differences(
    from other: Zone, in range: Range<Instant>
  ) -> some Sequence<Range<Instant>> {
    let changes =
      transitions(in: range).map(\.instant) + other.transitions(in: range).map(\.instant)
    let starts = range.isEmpty ? [] : Set([range.lowerBound] + changes).sorted()
    return zip(starts, starts.dropFirst() + [range.upperBound]).lazy.map { $0..<$1 }
      .filter { self.offset(at: $0.lowerBound) != other.offset(at: $0.lowerBound) }
  }
}
