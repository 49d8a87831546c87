/// A number that is shared between those that need some of it (max-min fairness).
///
/// Each gets what it needs or the same limit, whichever is less: what those with few needs leave
/// goes to the others, and none can take anything from one that needs less. The rest of a division
/// goes to nobody.
package enum FairShare {
  /// The limit that shares a number.
  ///
  /// - Parameters:
  ///   - total: What is shared, 0 or more, in the unit of the needs.
  ///   - needs: What each needs, 0 or more, in any order; they are gone through a few dozen times
  ///     at most.
  ///   - most: The most that anybody gets, 0 or more.
  /// - Returns: The greatest number from 0 to `most` with which the needs, each cut to it, add up to
  ///   the total at most; so `most` where all get what they need.
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
