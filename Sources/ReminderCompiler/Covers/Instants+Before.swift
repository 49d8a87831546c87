import CivilTime

extension RandomAccessCollection<Instant> where Index == Int {
  /// How many of ascending instants lie before one.
  func before(_ end: Instant) -> Int { partitionPoint { $0 < end } - startIndex }
}
