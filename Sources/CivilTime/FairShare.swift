/// Shares a number fairly among needs (max-min fairness).
///
/// Each need is met up to a common limit. The remainder of small needs raises the limit for the
/// large ones. The remainder of the division is not assigned.
package enum FairShare {
  /// Returns the limit that shares a number among needs.
  ///
  /// - Parameters:
  ///   - total: The number to share, 0 or more, in the unit of the needs.
  ///   - needs: The needs, each 0 or more, in any order. The binary search reads them a few dozen
  ///     times.
  ///   - most: The largest limit, 0 or more.
  /// - Returns: The greatest number from 0 to `most` for which the needs, each cut to it, add up to
  ///   at most the total. The result is `most` if all needs cut to `most` can be met.
  package static func limit(of total: Int, for needs: [Int], atMost most: Int) -> Int {
    func fits(_ limit: Int) -> Bool {
      var left = total
      for need in needs {
        left -= min(need, limit)
        if left < 0 { return false }
      }
      return true
    }
    return fits(most) ? most : (0..<most).partitionPoint(fits) - 1
  }
}
