import CivilTime

extension TimeCube {
  /// Splits times into few cubes that share no time.
  ///
  /// Hours with the same minutes and seconds go together, and within them minutes with the same
  /// seconds; each of the three may be the outermost, and the fewest cubes are taken. One cube,
  /// and one for each hour, are found where they suffice.
  ///
  /// - Parameter times: The times, without repeats.
  /// - Returns: The cubes, ascending by their first time.
  static func partition(_ times: [TimeOfDay]) -> [TimeCube] {
    let whole = TimeCube(around: times)
    if whole.count == times.count { return times.isEmpty ? [] : [whole] }
    var best: [TimeCube] = []
    for order in PartOrder.allCases {
      let cubes = split(times, order)
      if best.isEmpty || cubes.count < best.count { best = cubes }
    }
    return best.sorted { $0.first < $1.first }
  }

  /// The first of the times.
  private var first: Int {
    (hours.trailingZeroBitCount * 60 + minutes.trailingZeroBitCount) * 60
      + seconds.trailingZeroBitCount
  }

  /// Which part of a time is the outermost, which the middle one, which the innermost.
  private enum PartOrder: CaseIterable {
    case hourMinute, hourSecond, minuteHour, minuteSecond, secondHour, secondMinute

    /// The parts of a time.
    func parts(of time: TimeOfDay) -> (outer: Int, middle: Int, inner: Int) {
      let (hour, minute, second) = (time.hour, time.minute, time.second)
      return switch self {
      case .hourMinute: (hour, minute, second)
      case .hourSecond: (hour, second, minute)
      case .minuteHour: (minute, hour, second)
      case .minuteSecond: (minute, second, hour)
      case .secondHour: (second, hour, minute)
      case .secondMinute: (second, minute, hour)
      }
    }

    /// The cube of sets of parts.
    func cube(_ outer: UInt64, _ middle: UInt64, _ inner: UInt64) -> TimeCube {
      switch self {
      case .hourMinute: TimeCube(hours: outer, minutes: middle, seconds: inner)
      case .hourSecond: TimeCube(hours: outer, minutes: inner, seconds: middle)
      case .minuteHour: TimeCube(hours: middle, minutes: outer, seconds: inner)
      case .minuteSecond: TimeCube(hours: inner, minutes: outer, seconds: middle)
      case .secondHour: TimeCube(hours: middle, minutes: inner, seconds: outer)
      case .secondMinute: TimeCube(hours: inner, minutes: middle, seconds: outer)
      }
    }
  }

  /// Puts together what the outermost part has the same below it, then within it the middle one.
  private static func split(_ times: [TimeOfDay], _ order: PartOrder) -> [TimeCube] {
    // The innermost values of each middle value of each outer value.
    var rows = [[UInt64]](repeating: Array(repeating: 0, count: 60), count: 60)
    for time in times {
      let (outer, middle, inner) = order.parts(of: time)
      rows[outer][middle] |= 1 << UInt64(inner)
    }
    var outers: [[UInt64]: UInt64] = [:]
    for (outer, row) in rows.enumerated() where row.contains(where: { $0 != 0 }) {
      outers[row, default: 0] |= 1 << UInt64(outer)
    }
    return outers.flatMap { row, outer in
      var middles: [UInt64: UInt64] = [:]
      for (middle, inner) in row.enumerated() where inner != 0 {
        middles[inner, default: 0] |= 1 << UInt64(middle)
      }
      return middles.map { inner, middle in order.cube(outer, middle, inner) }
    }
  }
}
