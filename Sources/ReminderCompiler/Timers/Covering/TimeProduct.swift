/// A product of hours, minutes and seconds: the times of day that one line can name.
struct TimeProduct: Hashable, Sendable {
  /// One bit an hour, a minute, a second.
  var hours: UInt64 = 0
  var minutes: UInt64 = 0
  var seconds: UInt64 = 0

  /// The smallest product with all of some times.
  init(around times: some Sequence<Int>) {
    for time in times {
      hours |= 1 << UInt64(time / 3_600)
      minutes |= 1 << UInt64(time / 60 % 60)
      seconds |= 1 << UInt64(time % 60)
    }
  }

  /// The times, ascending, in seconds since midnight.
  var times: [Int] {
    hours.bitPositions.flatMap { hour in
      minutes.bitPositions.flatMap { minute in
        seconds.bitPositions.map { (hour * 60 + minute) * 60 + $0 }
      }
    }
  }

  /// The number of times.
  var count: Int { hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount }
}

extension TimeProduct {
  /// Splits times into few products that share no time.
  ///
  /// Hours with the same minutes and seconds go together, and within them minutes with the same
  /// seconds; each of the three may be the outermost, and the fewest products are taken. One
  /// product, and one for each hour, are found where they suffice.
  ///
  /// - Parameter times: The times, in seconds since midnight, without repeats.
  /// - Returns: The products, ascending by their first time.
  static func partition(_ times: [Int]) -> [TimeProduct] {
    let whole = TimeProduct(around: times)
    if whole.count == times.count { return times.isEmpty ? [] : [whole] }
    let orders: [[KeyPath<Parts, Int>]] = [
      [\.hour, \.minute, \.second], [\.hour, \.second, \.minute], [\.minute, \.hour, \.second],
      [\.minute, \.second, \.hour], [\.second, \.hour, \.minute], [\.second, \.minute, \.hour],
    ]
    let parts = times.map(Parts.init)
    var best: [TimeProduct] = []
    for order in orders {
      let products = split(parts, order[...]).map { TimeProduct(around: $0.map(\.time)) }
      if best.isEmpty || products.count < best.count { best = products }
    }
    return best.sorted { ($0.times.first ?? 0) < ($1.times.first ?? 0) }
  }

  private struct Parts {
    let hour, minute, second: Int
    init(_ time: Int) { (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60) }
    var time: Int { (hour * 60 + minute) * 60 + second }
  }

  /// Groups by the first part where what is below it is the same, and goes on within the groups.
  private static func split(
    _ times: [Parts], _ order: ArraySlice<KeyPath<Parts, Int>>
  ) -> [[Parts]] {
    guard let part = order.first, let below = order.dropFirst().first else { return [times] }
    let last = order.dropFirst(2).first
    var shapes: [Int: Set<Int>] = [:]
    func shape(_ time: Parts) -> Int {
      time[keyPath: below] * 60 + (last.map { time[keyPath: $0] } ?? 0)
    }
    for time in times { shapes[time[keyPath: part], default: []].insert(shape(time)) }
    let groups = Dictionary(grouping: times) { shapes[$0[keyPath: part]] ?? [] }
    return groups.values.flatMap { split($0, order.dropFirst()) }
  }
}
