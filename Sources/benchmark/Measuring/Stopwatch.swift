/// Measures by the clock on the wall.
enum Stopwatch {
  /// Runs something some times, and takes the shortest: what is slower was disturbed.
  ///
  /// - Parameters:
  ///   - count: How often it is run, at least once.
  ///   - body: What is measured.
  /// - Returns: The shortest time, and what the last run returned.
  static func best<Result>(
    of count: Int, _ body: () throws -> Result
  ) rethrows -> (time: Duration, result: Result) {
    var (time, result) = try once(body)
    for _ in 1..<count {
      let next = try once(body)
      time = min(time, next.time)
      result = next.result
    }
    return (time, result)
  }

  private static func once<Result>(
    _ body: () throws -> Result
  ) rethrows -> (time: Duration, result: Result) {
    let start = ContinuousClock.now
    let result = try body()
    return (ContinuousClock.now - start, result)
  }
}
